import type { Permission } from '#contract/core/permissions.ts'
import type { HugggHit } from '#contract/search/search.ts'

/** The ticks of the list belong to this form. */
export const PICKED_FORM = 'picked-gifts'

/** As many gifts are changed at once, by the API too. */
export const MAX_PICKED_GIFTS = 200

export const pickedActions = ['remind', 'resend', 'dates', 'cancel'] as const
export type PickedAction = (typeof pickedActions)[number]

/** Who may do what with gifts that are ticked, as the API asks. */
export const pickedPermissions: Record<PickedAction, Permission | readonly Permission[]> = {
  remind: 'send-email',
  resend: ['send-email', 'send-sms'],
  dates: 'edit-huggg-expiry',
  cancel: 'cancel-hugggs',
}

/** What gifts of a list can be told to their recipients: a link, a card or a place that no one has claimed goes to no one, and one that waits for its time not yet. */
export function messagesToOffer(gifts: readonly Pick<HugggHit, 'receiver' | 'status'>[]) {
  const sent = gifts.filter(({ status }) => ['Created', 'Sent', 'Claimed'].includes(status))
  return {
    remind: sent.some(({ receiver, status }) => receiver?.email && status === 'Sent'),
    resend: sent.some(({ receiver }) => receiver?.email || receiver?.phone_number),
  }
}

export interface PickedQuestion {
  title: string
  text: string
  confirm: string
  danger: boolean
  fields: Record<string, string>
}

/** What comes of pressing: a sentence, a question before it is done, or what could not be done of it. */
export type PickedAnswer =
  | { text: string; tone: 'success' | 'danger' }
  | { question: PickedQuestion }
  | { text: string; refused: { id: string; name: string; reason: string }[] }
