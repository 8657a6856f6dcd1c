import { sql } from 'kysely'
import { eraseRecipients } from '#server/domains/purchases/record/index.ts'
import type { RetentionRule } from '#server/platform/retention-rule.ts'
import type { RetentionSettings } from '#server/platform/retention-settings.ts'
import { Status } from './states/index.ts'

const ended = [Status.Redeemed, Status.Expired, Status.Cancelled]

/** A code that was given out has ended when its shop takes it no more; where that is not known, 24 months after. */
const codeEnded = sql`(select greatest(coalesce(code.expires_at, code.fetched_at + interval '24 months'), code.fetched_at)
  from fetched_voucher as code where code.huggg_id = huggg.id)`

/** A gift that still runs, or ended too lately. */
const isYoung = (
  before: Date,
) => sql`case when huggg.status_id = ${Status.Fetched} then coalesce(${codeEnded} >= ${before}, true)
  else huggg.status_id <> all (${ended}::int[]) or huggg.updated_at >= ${before} end`

/**
 * Who recipients were, a while after the last gift of theirs has ended. One whom no gift names (the address was corrected)
 * goes by all gifts of the purchase.
 */
export const hugggsRetention = ({ recipientsDays: days }: RetentionSettings): RetentionRule[] => [
  {
    name: 'recipients',
    days,
    oldest: async (db) =>
      (await sql<{ at: Date | null }>`select min(created_at) as at from recipient where erased_at is null`.execute(db))
        .rows[0]!.at,
    forget: async (work, before, limit) => {
      const { rows } = await sql<{ id: string }>`
        select id from recipient
        where erased_at is null and coalesce(created_at, '-infinity') < ${before}
          and not exists (select from huggg where huggg.recipient_id = recipient.id and ${isYoung(before)})
          and case when recipient.ordinal is not null
            then not exists (select from huggg where huggg.transaction_id = recipient.transaction_id and huggg.ordinal = recipient.ordinal and ${isYoung(before)})
            else exists (select from huggg where huggg.recipient_id = recipient.id)
              or not exists (select from huggg where huggg.transaction_id = recipient.transaction_id and ${isYoung(before)}) end
          and not exists (select from transaction where transaction.id = recipient.transaction_id and created_count < quantity and status = 'successful')
        order by coalesce(created_at, '-infinity') limit ${limit} for update skip locked`.execute(work.tx)
      await eraseRecipients(
        work,
        rows.map(({ id }) => id),
      )
      return rows.length
    },
  },
]
