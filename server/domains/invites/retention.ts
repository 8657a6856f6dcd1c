import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'

/** Wishes, links and first steps of people who may never have got an account. */
export const invitesRetention = ({ sessionsDays: days }: RetentionSettings): RetentionRule[] => [
  rowsAfter({ name: 'invite-mails', days: 2, table: 'invite_mail', key: ['id'], since: 'sent_at' }),
  rowsAfter({ name: 'sign-ups', days, table: 'sign_up', key: ['id'], since: 'created_at' }),
  rowsAfter({ name: 'email-proofs', days, table: 'user_verification', key: ['id'], since: 'expires_at' }),
]
