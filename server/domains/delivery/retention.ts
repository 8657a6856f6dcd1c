import { sql } from 'kysely'
import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'

/** Messages about no gift or purchase, once they have left; those about one are a part of its history. */
export const deliveryRetention = ({ messagesDays: days }: RetentionSettings): RetentionRule[] => [
  rowsAfter({
    ...{ name: 'messages', days, table: 'outgoing_message', key: ['id'], since: 'created_at' },
    unless: () => sql`huggg_id is not null or transaction_id is not null or status = 'pending'
      or exists (select from reaction_notice where message_id = outgoing_message.id)`,
  }),
]
