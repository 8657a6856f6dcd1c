import * as contract from '#contract/hugggs.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import { found, Problem } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { cursorPage, decodeCursor } from '#server/platform/http/page.ts'
import { command, type Read, type Route, read } from '#server/platform/http/route.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { cancelHugggs } from './cancel-hugggs.ts'
import { readVoucherKey } from './codes.ts'
import { findVoucher } from './guesses.ts'
import { Status } from './huggg.ts'
import { presentHugggs, presentReaction, presentRedemption, presentTimeline } from './present.ts'
import { hugggInScope, hugggsByIds, reactionsInScope, redemptionsOf, timelineOf } from './queries.ts'
import { redeemHuggg, requireStore } from './redeem-huggg.ts'
import { toggleSent } from './toggle-sent.ts'
import { undoRedemption } from './undo-redemption.ts'
import { updateHuggg } from './update-huggg.ts'

async function answer(posy: Posy, db: Db | Tx, caller: Principal, id: string, embed: readonly string[] = []) {
  const [data] = await presentHugggs(posy, db, caller, [await hugggInScope(db, caller, id)], embed)
  return { data: data! }
}

/** What a till learns: what was redeemed, and what to hand out. */
async function tillAnswer(work: Work, redemptionId: string) {
  const row = await work.tx
    .selectFrom('redemption')
    .select('huggg_id')
    .where('id', '=', redemptionId)
    .executeTakeFirstOrThrow()
  const [gift] = await hugggsByIds(work.tx, [row.huggg_id])
  const redemption = (await redemptionsOf(work.tx, [row.huggg_id])).find(({ id }) => id === redemptionId)!
  const productId = gift!.chosen_product_id ?? gift!.product_id
  const product = found((await productsByIds(work.tx, [productId])).get(productId), 'product')
  return { data: { ...presentRedemption(redemption, gift!.currency), product: { id: product.id, name: product.name } } }
}

/** Before the transaction opens, so that wrong guesses stay counted: the store is the till's own, the voucher exists. */
const beforeRedeeming = async ({ posy, db, caller, params, body }: Read<typeof contract.redeemHuggg>) => {
  await requireStore(db, caller, body.location_id)
  await findVoucher(posy, caller.clientId!, params.id)
}
const beforeUndoing = async ({ posy, caller, params }: Read<typeof contract.undoRedemption>) => {
  await findVoucher(posy, caller.clientId!, params.id)
}

/** Cancels one gift; one that was cancelled before is answered as it is. */
async function cancelOne(work: Work, caller: Principal, id: string): Promise<void> {
  const gift = await hugggInScope(work.tx, caller, id)
  if (gift.status_id === Status.Cancelled) return
  const { refused } = await cancelHugggs(work, caller, { hugggIds: [id] })
  if (refused[0]) throw new Problem('wrong_state', `This gift cannot be cancelled: ${refused[0].why}.`)
}

async function toggleOne(work: Work, caller: Principal, id: string, sent: boolean): Promise<void> {
  const { refused } = await toggleSent(work, caller, { hugggIds: [id], sent })
  if (refused[0])
    throw new Problem('wrong_state', `This gift cannot be marked as ${sent ? 'sent' : 'not sent'}: ${refused[0].why}.`)
}

export const hugggRoutes: Route[] = [
  read(contract.getHuggg, ({ posy, db, caller, params, query }) => answer(posy, db, caller, params.id, query.embed)),
  command(contract.updateHuggg, async ({ work, caller, params, body }) => {
    await hugggInScope(work.tx, caller, params.id)
    await updateHuggg(work, caller, params.id, body)
    return answer(work.posy, work.tx, caller, params.id)
  }),
  command(contract.cancelHuggg, async ({ work, caller, params }) => {
    await cancelOne(work, caller, params.id)
    return answer(work.posy, work.tx, caller, params.id)
  }),
  command(contract.toggleHugggSent, async ({ work, caller, params, body }) => {
    await toggleOne(work, caller, params.id, !body.is_preview)
    return answer(work.posy, work.tx, caller, params.id)
  }),
  read(contract.getHugggTimeline, async ({ db, caller, params }) => {
    const { id } = await hugggInScope(db, caller, params.id)
    return { data: presentTimeline(await timelineOf(db, id)) }
  }),
  read(contract.listReactions, async ({ db, caller, query }) => {
    const place = decodeCursor(query.next ?? query.previous)
    const from = place?.length === 2 && isPlace(place) ? place : null
    const back = query.next === undefined && query.previous !== undefined && from !== null
    const rows = await reactionsInScope(db, caller, { limit: query.limit, from, back })
    const page = cursorPage(
      rows,
      { limit: query.limit, next: from && !back ? query.next : undefined, previous: back ? query.previous : undefined },
      (row) => [row.created_at.toISOString(), row.id],
    )
    return { ...page, data: page.data.map(presentReaction) }
  }),
  command(
    contract.redeemHuggg,
    async ({ work, caller, params, body }) => {
      const key = found(readVoucherKey(params.id), 'huggg')
      return tillAnswer(work, await redeemHuggg(work, caller, { key, storeId: body.location_id }))
    },
    { before: beforeRedeeming },
  ),
  command(
    contract.undoRedemption,
    async ({ work, caller, params }) => {
      const key = found(readVoucherKey(params.id), 'huggg')
      return tillAnswer(work, await undoRedemption(work, caller, { key, redemptionId: params.redemptionId }))
    },
    { before: beforeUndoing },
  ),
]

/** A cursor may be anything a caller made up: only one that points at a moment and an id is followed. */
const isPlace = (place: (string | number)[]): place is [string, string] =>
  typeof place[0] === 'string' &&
  !Number.isNaN(Date.parse(place[0])) &&
  typeof place[1] === 'string' &&
  /^[0-9a-f-]{36}$/.test(place[1])
