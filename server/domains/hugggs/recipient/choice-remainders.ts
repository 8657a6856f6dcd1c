import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { lockGiftById, writeGift } from '../change/index.ts'
import { Status } from '../states/index.ts'
import { giveBack } from './choose-gift.ts'

export interface ChoiceRemainder {
  hugggId: string
  teamId: string
  currency: string
  /** What the choice left over, with the VAT in it. */
  pence: Pence
  vatPence: Pence
  /** Whether it was used, so that what was left over is ours by now; else it is still set aside for the gift. */
  isUsed: boolean
  /** Whether a till may still undo its redemption, which would put the whole of it back. */
  mayBeUndone: boolean
}

/** Gifts of which less was chosen in a release that kept what was left over (decision 353), alive or used. */
export async function choiceRemainders(db: Db | Tx, hugggId: string | null = null): Promise<ChoiceRemainder[]> {
  const { rows } = await sql<ChoiceRemainder>`
    select gift.id as "hugggId", gift.team_id as "teamId", gift.currency,
      gift.face_pence - gift.chosen_price_pence as pence, gift.face_vat_pence - gift.chosen_vat_pence as "vatPence", kept.pence > 0 as "isUsed",
      exists (select from redemption where huggg_id = gift.id and undone_at is null and not is_settled) and gift.status_id = ${Status.Redeemed} as "mayBeUndone"
    from huggg as gift
    cross join lateral (
      select coalesce(sum(entry.amount), 0) as pence
      from ledger_transfer as transfer
      join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'breakage'
      where transfer.reference_kind = 'huggg' and transfer.reference_id = gift.id::text
        and transfer.kind in ('redemption', 'redemption-undo', 'issuer-fetch')
    ) as kept
    where gift.change_pence = 0 and gift.chosen_price_pence < gift.face_pence and not gift.chosen_gives_change
      and (kept.pence > 0 or gift.status_id not in (${Status.Redeemed}, ${Status.Expired}, ${Status.Cancelled}))
      and (${hugggId}::uuid is null or gift.id = ${hugggId}::uuid)
    order by gift.team_id, gift.id`.execute(db)
  return rows
}

/**
 * Gives back what a choice left over, as choosing does now: of one that was used, out of what we kept.
 * @param refuse why it must stay as it is; null where it need not
 * @returns the transfer; or why not
 */
export async function giveBackRemainder(
  work: Work,
  hugggId: string,
  refuse: (remainder: ChoiceRemainder | undefined) => string | null,
): Promise<{ why: string } | { transferId: string }> {
  const gift = await lockGiftById(work.tx, hugggId)
  const [remainder] = await choiceRemainders(work.tx, hugggId)
  const why = refuse(remainder)
  if (why !== null || !remainder) return { why: why ?? '' }
  const over = { change_pence: remainder.pence, change_vat_pence: remainder.vatPence }
  await writeGift(work, gift, 'what its choice left over was given back', { ...over, chosen_gives_change: true })
  return { transferId: await giveBack(work, gift, over, remainder.isUsed ? { platform: 'breakage' } : undefined) }
}
