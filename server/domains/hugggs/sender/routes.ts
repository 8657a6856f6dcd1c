import * as contract from '#contract/hugggs/hugggs.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { cursorPage, decodeCursor } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import {
  type GiftWish,
  hugggInScope,
  hugggWithKeyInScope,
  loadTimeline,
  reactionsInScope,
  serializeGifts,
  serializeReaction,
  serializeTimeline,
} from '../gifts/index.ts'
import { recordLinksRead, recordLinksShown, shownLinks } from '../links/index.ts'
import { Status } from '../states/index.ts'
import { cancelHugggs } from './cancel-hugggs.ts'
import { toggleSent } from './toggle-sent.ts'
import { updateHuggg } from './update-huggg.ts'

async function answer(posy: Posy, db: Db | Tx, caller: Principal, key: string, wish: GiftWish = {}) {
  const [data] = await serializeGifts(posy, db, caller, [await hugggWithKeyInScope(db, caller, key)], wish)
  return { data: data! }
}

/** After a command, which notes the link it shows. */
async function changedGift(work: Work, caller: Principal, key: string, wish: GiftWish = {}) {
  const answered = await answer(work.posy, work.tx, caller, key, wish)
  await recordLinksShown(work, shownLinks([answered.data]))
  return answered
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
  read(contract.getHuggg, async ({ posy, db, caller, params, query }) => {
    const answered = await answer(posy, db, caller, params.id, query)
    await recordLinksRead(posy, caller.actor, shownLinks([answered.data]))
    return answered
  }),
  command(contract.updateHuggg, async ({ work, caller, params, query, body }) => {
    await hugggInScope(work.tx, caller, params.id)
    await updateHuggg(work, caller, params.id, body)
    return changedGift(work, caller, params.id, query)
  }),
  command(contract.cancelHuggg, async ({ work, caller, params }) => {
    await cancelOne(work, caller, params.id)
    return changedGift(work, caller, params.id)
  }),
  command(contract.toggleHugggSent, async ({ work, caller, params, body }) => {
    await toggleOne(work, caller, params.id, !body.is_preview)
    return changedGift(work, caller, params.id)
  }),
  read(contract.getHugggTimeline, async ({ db, caller, params }) => {
    const { id } = await hugggInScope(db, caller, params.id)
    return { data: serializeTimeline(await loadTimeline(db, id)) }
  }),
  replicaRead(contract.listReactions, async ({ db, caller, query }) => {
    const place = decodeCursor(query.next ?? query.previous)
    const from = place?.length === 2 && isPlace(place) ? place : null
    const back = query.next === undefined && query.previous !== undefined && from !== null
    const rows = await reactionsInScope(db, caller, { limit: query.limit, from, back })
    const page = cursorPage(
      rows,
      { limit: query.limit, next: from && !back ? query.next : undefined, previous: back ? query.previous : undefined },
      (row) => [row.created_at.toISOString(), row.id],
    )
    return { ...page, data: page.data.map(serializeReaction) }
  }),
]

/** A cursor may be anything a caller made up: only one that points at a moment and an id is followed. */
const isPlace = (place: (string | number)[]): place is [string, string] =>
  typeof place[0] === 'string' &&
  !Number.isNaN(Date.parse(place[0])) &&
  typeof place[1] === 'string' &&
  /^[0-9a-f-]{36}$/.test(place[1])
