import {
  leaseOrder,
  liveOrder,
  lockOrder,
  openOrder,
  type RailOrder,
  recordAnswer,
  requestCode,
  takeDueOrders,
} from '#server/domains/rails/index.ts'
import { asSystem, type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Actor, systemActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { IssueOutcome } from '#server/providers/tillo/types.ts'
import { type AwardRecord, codedStatuses, isOneOf, type RailKey } from './award.ts'
import { writeAward } from './change-award.ts'
import { awardShops, lockAnyAward } from './queries.ts'
import { chooseRail, recordCode } from './rail-reports.ts'
import { stopSurplus } from './stop-code.ts'

const BATCH = 20

export interface ChosenWay {
  rail: RailKey
  /** Where a voucher is spent: needed for vouchers, and for nothing else. */
  shop?: string | undefined
}

/** made: its code is there · waiting: its rail has not answered yet, and is asked again · refused: its rail makes none now */
export type CodeState = 'made' | 'waiting' | 'refused'

/**
 * The person, or a case worker beside them, chooses how to be paid: the choice and the order of its code are committed, then its rail is
 * asked, once whatever is sent twice at once. Abandoned anywhere, it is asked again under the same reference.
 * @throws wrong_state (409) for an award that has ended; restricted (403) for a way that it is not paid by
 */
export async function makeCode(posy: Posy, awardId: string, way: ChosenWay, actor: Actor): Promise<CodeState> {
  const order = await transact(posy, { actor }, (work) => orderCode(work, awardId, way))
  return order === 'made' || order === 'waiting' ? order : ask(posy, order, actor)
}

async function orderCode(work: Work, awardId: string, way: ChosenWay): Promise<RailOrder | 'made' | 'waiting'> {
  const award = await lockAnyAward(work.tx, awardId)
  if (isOneOf(award.status, codedStatuses)) return 'made'
  const before = await liveOrder(work.tx, awardId, award.issues)
  if (before) return (await leaseOrder(work, before)) ?? 'waiting'
  const chosen = await chooseRail(work, awardId, way.rail)
  const order = await openOrder(work, {
    ...{ awardId, teamId: award.team_id, issue: award.issues, rail: way.rail },
    ...(await product(work, way)),
    ...{ amountPence: chosen.amount_pence, currency: chosen.currency },
  })
  return (await leaseOrder(work, order)) ?? 'waiting'
}

/** What is ordered, as the maker of the code calls it. */
async function product({ tx }: Work, { rail, shop }: ChosenWay): Promise<{ product: string; shop: string | null }> {
  if (rail !== 'voucher') return { product: rail, shop: null }
  const found = (await awardShops(tx)).find(({ reference }) => reference === shop)
  if (!found) throw new Problem('restricted', 'This shop gives no vouchers now.', { help: 'Choose another shop.' })
  return { product: found.reference, shop: found.name }
}

async function ask(posy: Posy, order: RailOrder, actor: Actor): Promise<CodeState> {
  const answer = await requestCode(posy, order)
  const state = await transact(posy, { actor }, (work) => takeAnswer(work, order, answer))
  if (answer.outcome === 'issued' && state === 'refused') await stopSurplus(posy, order, answer.voucher.code)
  return state
}

/** Books what a rail answered, with the award's change, once. */
async function takeAnswer(work: Work, asked: RailOrder, answer: IssueOutcome): Promise<CodeState> {
  const award = await lockAnyAward(work.tx, asked.award_id)
  const before = await lockOrder(work.tx, asked.reference)
  const order = await recordAnswer(work, before, answer)
  if (order.state === 'asking') return 'waiting'
  if (order.state !== before.state) await changeAward(work, award, order)
  return order.state
}

async function changeAward(work: Work, award: AwardRecord, order: RailOrder): Promise<void> {
  if (order.state === 'made') await recordCode(work, award.id, order.expires_at!)
  else await writeAward(work, award, { status: 'opened', rail: null }, 'its rail makes no code now')
}

/** Asks again for what rails have not answered, each under its first reference, until there is an answer. */
export async function askAgain(posy: Posy, now: Date): Promise<void> {
  for (let taken = BATCH; taken === BATCH; ) {
    const orders = await asSystem(posy, (work) => takeDueOrders(work, now, BATCH))
    taken = orders.length
    for (const order of orders) {
      const leased = await asSystem(posy, async (work) => {
        await lockAnyAward(work.tx, order.award_id)
        return leaseOrder(work, await lockOrder(work.tx, order.reference))
      })
      if (leased) await ask(posy, leased, systemActor)
    }
  }
}
