import { allows, type Permission, type PermissionMap } from '../core/permissions.ts'

/** Who corrects where a gift goes: who changes the team’s gifts and, of their own, who sends (decision 498). */
export const correctsRecipients = [
  'edit-huggg-status',
  'send-email',
  'send-sms',
] as const satisfies readonly Permission[]

/** Whether someone corrects where a gift goes, by email or text: `isOwn` where they sent it. */
export const mayCorrectRecipient = (map: PermissionMap, gift: { isOwn: boolean; channel: 'email' | 'sms' }): boolean =>
  allows(map, 'edit-huggg-status') || (gift.isOwn && allows(map, gift.channel === 'sms' ? 'send-sms' : 'send-email'))
