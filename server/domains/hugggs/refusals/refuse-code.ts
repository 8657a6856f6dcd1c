import type { RefusalReason } from '#contract/hugggs/code-refusals.ts'
import { newId } from '#kit/ids.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { codeRefused, lockGift, recordHappening, requireState } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'

const PER_CLIENT_HOUR = { attempts: 20, windowSeconds: 3600 }
/** Each of them may be an email to the sender. */
const PER_GIFT_WEEK = { attempts: 3, windowSeconds: 7 * 86_400 }

/** @throws too_many_requests */
export async function countRefusal(posy: Posy, { hugggId, address }: { hugggId: string; address: string }) {
  await countFrom(posy, address, PER_CLIENT_HOUR, (network) => `code-refusal client ${network}`)
  await countAttempt(posy, `code-refusal gift ${hugggId}`, PER_GIFT_WEEK)
}

export interface SaidOfShop {
  reason: RefusalReason
  shop: string
  words?: string | null | undefined
}

/**
 * The recipient says that a shop would not take the code. The gift and its money stay as they are; what was said already
 * and waits for us is not said twice.
 * @throws not_found; wrong_state unless the code is shown
 */
export async function refuseCode(
  work: Work,
  shortcode: string,
  { reason, shop, words }: SaidOfShop,
): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  requireState(gift, work.at, ['revealed'])
  const said = await work.tx
    .insertInto('code_refusal')
    .values({
      id: newId(),
      huggg_id: gift.id,
      team_id: gift.team_id,
      said: reason,
      shop,
      words: words || null,
      at: work.at,
    })
    .onConflict((conflict) => conflict.column('huggg_id').where('settled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!said) return gift
  await recordHappening(work, [gift.id], 'code-refused')
  await work.emit(codeRefused, { hugggId: gift.id, refusalId: said.id })
  return gift
}
