import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'

/** Browsers keep the cookie that tells a known device for so long at most. */
const DEVICE_DAYS = 400
const FAILURE_DAYS = 30

export const operatorsRetention = ({ sessionsDays: days, recipientsDays }: RetentionSettings): RetentionRule[] => [
  rowsAfter({ name: 'operator-sessions', days, table: 'operator_session', key: ['id'], since: 'last_used_at' }),
  rowsAfter({
    ...{ name: 'operator-devices', days: DEVICE_DAYS, table: 'operator_device' },
    ...{ key: ['operator_id', 'device_hash'], since: 'last_seen_at' },
  }),
  rowsAfter({
    ...{ name: 'operator-sign-in-failures', days: FAILURE_DAYS, table: 'operator_sign_in_failure' },
    ...{ key: ['id'], since: 'at' },
  }),
  // They may name people, as what they are about does.
  rowsAfter({
    ...{ name: 'operator-notes', days: recipientsDays, table: 'operator_note', key: ['id'], since: 'closed_at' },
  }),
]
