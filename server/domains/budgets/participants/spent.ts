import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** What gifts from a wallet took of it, fees and VAT included; what came back is in neither. */
export interface Spent {
  /** Of gifts that can still be used. */
  inGiftsPence: number
  /** Of gifts that were used, and of those that ended without a refund. */
  usedPence: number
}

export const nothingSpent: Spent = { inGiftsPence: 0, usedPence: 0 }

/** Created, sent, claimed and scheduled. */
const OPEN = [1, 2, 3, 8]

export async function loadSpent(db: Db | Tx, walletIds: readonly string[]): Promise<Map<string, Spent>> {
  const { rows } = await sql<{ walletId: string; inGiftsPence: number; spentPence: number }>`
    select wallet_id as "walletId", sum(paid)::bigint as "spentPence",
      coalesce(sum(paid - parts_pence) filter (where status_id = any(${OPEN})), 0)::bigint as "inGiftsPence"
    from huggg cross join lateral (
      select face_pence + fee_pence + fee_vat_pence - change_pence - refunded_pence as paid
    ) as sums
    where wallet_id = any(${[...walletIds]}::uuid[])
      and team_id in (select team_id from wallet where id = any(${[...walletIds]}::uuid[]))
    group by wallet_id`.execute(db)
  return new Map(
    rows.map(({ walletId, inGiftsPence, spentPence }) => [
      walletId,
      { inGiftsPence, usedPence: spentPence - inGiftsPence },
    ]),
  )
}
