import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Status } from '../states/index.ts'

export interface ExpiredCode {
  hugggId: string
  teamId: string
  currency: string
  /** What its issuer was paid for the code. */
  pence: Pence
  /** The batch it expired with; null where none is known, or it was taken back. */
  batchId: string | null
  /** Whether its code is kept. */
  hasCode: boolean
}

/** Gifts whose code had been given out and that an earlier release ended on our date all the same (decision 12). */
export async function expiredCodes(db: Db | Tx, hugggId: string | null = null): Promise<ExpiredCode[]> {
  const { rows } = await sql<ExpiredCode>`
    select gift.id as "hugggId", gift.team_id as "teamId", gift.currency,
      coalesce(gift.chosen_price_pence, gift.face_pence) - coalesce(gift.chosen_vat_pence, gift.face_vat_pence) as pence,
      expired.batch_id as "batchId", code.huggg_id is not null as "hasCode"
    from huggg as gift
    left join fetched_voucher as code on code.huggg_id = gift.id
    left join expired_gift as expired on expired.huggg_id = gift.id and expired.from_status_id = ${Status.Fetched} and expired.reversed_at is null
    where gift.status_id = ${Status.Expired} and (code.huggg_id is not null or expired.huggg_id is not null)
      and (${hugggId}::uuid is null or gift.id = ${hugggId}::uuid)
    order by gift.team_id, gift.id`.execute(db)
  return rows
}
