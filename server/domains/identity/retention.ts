import { sql } from 'kysely'
import { API_REQUEST_DAYS } from '#contract/teams/api-keys.ts'
import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'

/** Browsers keep the cookie that tells a known device for so long at most. */
const DEVICE_DAYS = 400

/** Sessions with their tokens, links that have run out, known devices, and what API keys were used for. */
export const identityRetention = ({ sessionsDays: days }: RetentionSettings): RetentionRule[] => [
  rowsAfter({
    ...{ name: 'sessions', days, table: 'session', key: ['id'], since: 'last_used_at' },
    unless: (before) => sql`revoked_at >= ${before} is true
      or exists (select from refresh_token where session_id = session.id and expires_at >= ${before})`,
  }),
  rowsAfter({ name: 'refresh-tokens', days, table: 'refresh_token', key: ['token_hash'], since: 'expires_at' }),
  rowsAfter({ name: 'password-links', days, table: 'password_reset', key: ['id'], since: 'expires_at' }),
  rowsAfter({
    ...{ name: 'known-devices', days: DEVICE_DAYS, table: 'known_device' },
    ...{ key: ['user_id', 'device_hash'], since: 'last_seen_at' },
  }),
  rowsAfter({ name: 'api-requests', days: API_REQUEST_DAYS, table: 'api_request', key: ['id'], since: 'at' }),
]
