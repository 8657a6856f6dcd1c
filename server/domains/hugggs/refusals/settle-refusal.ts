import type { RefusalOutcome } from '#contract/hugggs/code-refusals.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { codeRefusalSettled, lockGiftById, recordHappening } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { cancelHugggs } from '../sender/index.ts'
import { type NewCode, replaceCode } from '../vouchers/index.ts'

interface Settlement {
  outcome: RefusalOutcome
  newCode?: NewCode | undefined
  operator: string
  note: string
}

/**
 * Settles what a recipient said of a shop, once. Only a refund moves money, as a cancellation does.
 * @returns the gift it was said of
 * @throws not_found; wrong_state where it is settled, or the gift does not permit it; invalid_fields for a code that is not wanted, or missing
 */
export async function settleRefusal(
  work: Work,
  refusalId: string,
  { outcome, newCode, operator, note }: Settlement,
): Promise<GiftRecord> {
  const said = work.tx.selectFrom('code_refusal').select(['huggg_id', 'settled_at']).where('id', '=', refusalId)
  const { huggg_id: hugggId } = found(await said.executeTakeFirst(), 'code refusal')
  const gift = await lockGiftById(work.tx, hugggId)
  const { settled_at } = await said.forUpdate().executeTakeFirstOrThrow()
  if (settled_at) throw new Problem('wrong_state', 'This has been settled already.')
  const refusedCodeId = outcome === 'new-code' ? await replaceCode(work, gift, newCode ?? null) : null
  if (outcome === 'refund') await refund(work, hugggId)
  else await recordHappening(work, [hugggId], outcome === 'new-code' ? 'code-replaced' : 'code-refusal-settled')
  await work.tx
    .updateTable('code_refusal')
    .set({
      settled_at: work.at,
      settled_as: outcome,
      settled_by: operator,
      note,
      refused_code_id: refusedCodeId,
    })
    .where('id', '=', refusalId)
    .execute()
  await work.emit(codeRefusalSettled, { hugggId, refusalId })
  return gift
}

async function refund(work: Work, hugggId: string): Promise<void> {
  const { changed, refused } = await cancelHugggs(work, null, { hugggIds: [hugggId] }, 'refunded: code-refused')
  if (changed === 1) return
  throw new Problem('wrong_state', `This gift cannot be refunded: ${refused[0]?.why ?? 'it is cancelled already'}.`, {
    help: 'Settle it with who makes the code, or give another code.',
  })
}
