/** What states and ways of delivery are called to people, on screens and in files. No validators: browsers load it. */

import type { RoleGroup } from './permissions.ts'

const giftStatusLabels: Record<string, string> = {
  Created: 'Not sent yet',
  Sent: 'Sent',
  Claimed: 'Opened',
  Fetched: 'Code taken',
  Redeemed: 'Redeemed',
  Pending: 'Being made',
  Updating: 'Being changed',
}

/** A status as timelines tell it, which know no more; elsewhere people read `giftStateLabel`. */
export const giftStatusLabel = (status: string): string => giftStatusLabels[status] ?? status

/**
 * How a gift fares, from its status, how it was to be delivered, how its message fared, and what its recipient has
 * done. In the order that people filter by.
 */
export const giftStates = [
  'to-print',
  'printed',
  'unclaimed',
  'link-not-shared',
  'not-sent',
  'sending',
  'scheduled',
  'sent',
  'not-delivered',
  'opened',
  'code-shown',
  'partly-used',
  'code-taken',
  'redeemed',
  'expired',
  'cancelled',
  'being-made',
] as const
export type GiftState = (typeof giftStates)[number]

const giftStateLabels: Record<GiftState, string> = {
  'to-print': 'To print',
  printed: 'Printed',
  unclaimed: 'Unclaimed',
  'link-not-shared': 'Link not shared',
  'not-sent': 'Not sent',
  sending: 'Sending',
  scheduled: 'Scheduled',
  sent: 'Sent',
  'not-delivered': 'Not delivered',
  opened: 'Opened',
  'code-shown': 'Code shown',
  'partly-used': 'Partly used',
  'code-taken': 'Code taken',
  redeemed: 'Redeemed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  'being-made': 'Being made',
}

/** The states in groups, in that order: what is still to do, what is on its way, what recipients have, what is over. */
export const giftStateGroups = [
  { label: 'Not with anyone yet', states: ['to-print', 'printed', 'unclaimed', 'link-not-shared', 'not-sent'] },
  { label: 'On the way', states: ['sending', 'scheduled', 'sent', 'not-delivered', 'being-made'] },
  { label: 'With its recipient', states: ['opened', 'code-shown', 'partly-used'] },
  { label: 'Used or ended', states: ['code-taken', 'redeemed', 'expired', 'cancelled'] },
] as const satisfies readonly { label: string; states: readonly GiftState[] }[]

/** The state of a gift in a word; of one that is partly used, what is left where that is given. */
export const giftStateLabel = (state: GiftState, left?: string | null): string =>
  state === 'partly-used' && left ? `${left} left` : giftStateLabels[state]

const deliveryMethodLabels: Record<string, string> = {
  email: 'By email',
  sms: 'By text message',
  links: 'As links',
  'inline-redeem': 'As codes',
  printable: 'Printed',
  superhuggg: 'One link for many',
}

export const deliveryMethodLabel = (method: string): string => deliveryMethodLabels[method] ?? method

/** Roles as people read them. */
export const roleGroupLabels: Record<RoleGroup, string> = {
  'team-admin': 'Team admin',
  'subteam-admin': 'Subteam admin',
  'team-viewer': 'Viewer',
  participant: 'Participant',
  'automation-participant': 'Budget participant',
}

/** What a shop said that would not take a code, in its recipient's words. */
export const refusalReasonLabels: Record<'unknown' | 'used' | 'not-taken' | 'other', string> = {
  unknown: 'The till did not know the code',
  used: 'They said it had been used already',
  'not-taken': 'This shop does not take the gift',
  other: 'Something else',
}
