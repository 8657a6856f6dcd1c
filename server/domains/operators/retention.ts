import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'

export const operatorsRetention = ({ sessionsDays: days }: RetentionSettings): RetentionRule[] => [
  rowsAfter({ name: 'operator-sessions', days, table: 'operator_session', key: ['id'], since: 'last_used_at' }),
]
