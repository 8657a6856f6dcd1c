import { type Selectable, sql } from 'kysely'
import { type AwardRail, awardRails } from '#contract/core/rails.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { RailOrderTable } from '#server/platform/database/schema.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { type Secret, seal, unseal } from '#server/platform/sealing.ts'
import type { IssuedVoucher, IssueOutcome } from '#server/providers/tillo/types.ts'

export type RailOrder = Selectable<RailOrderTable>

const PURPOSE = 'posy award code'
/** Longer than a rail may take to answer: while it runs no one else asks. */
const LEASE_SECONDS = 30
const FIRST_PAUSE_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 6 * 3600
/** For an order that someone is asking for at this moment. */
const PUT_OFF_SECONDS = 15 * 60
/** After so many tries without an answer someone should look, … */
const ALERT_AFTER = 3
/** … and after so many, which is about an hour, it waits for an operator. */
export const OVERDUE_TRIES = 6

export interface WantedCode {
  awardId: string
  teamId: string
  /** Which issue of the award it is for. */
  issue: number
  rail: AwardRail
  product: string
  shop: string | null
  amountPence: number
  currency: string
}

/**
 * Writes down that a code is being asked for, before its rail is. Its reference names the award, the issue and which try it is; another try
 * begins only after the rail said that nothing was made. The award's row is held.
 */
export async function openOrder({ tx, at }: Work, wanted: WantedCode): Promise<RailOrder> {
  const { awardId, issue, amountPence } = wanted
  const { count } = await tx
    .selectFrom('rail_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('award_id', '=', awardId)
    .where('issue', '=', issue)
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('rail_order')
    .values({
      ...{ reference: `${awardId}-${issue}-${Number(count) + 1}`, award_id: awardId, team_id: wanted.teamId, issue },
      ...{ rail: wanted.rail, product: wanted.product, shop: wanted.shop },
      ...{ amount_pence: amountPence, currency: wanted.currency, state: 'asking' as const },
      ...{ next_try_at: at, created_at: at, updated_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The order of this issue that was not refused, held. */
export const liveOrder = (tx: Tx, awardId: string, issue: number): Promise<RailOrder | undefined> =>
  tx
    .selectFrom('rail_order')
    .selectAll()
    .where('award_id', '=', awardId)
    .where('issue', '=', issue)
    .where('state', '<>', 'refused')
    .forUpdate()
    .executeTakeFirst()

export const lockOrder = (tx: Tx, reference: string): Promise<RailOrder> =>
  tx.selectFrom('rail_order').selectAll().where('reference', '=', reference).forUpdate().executeTakeFirstOrThrow()

/** Takes an open order, whose row is held, to ask for it now; null while someone else does, or its rail wants to be left alone. */
export async function leaseOrder(work: Work, order: RailOrder): Promise<RailOrder | null> {
  const nowMs = work.posy.wall.nowMs()
  if (order.state !== 'asking') return null
  if (Math.max(order.leased_until?.getTime() ?? 0, order.paused_until?.getTime() ?? 0) > nowMs) return null
  const tries = order.tries + 1
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(20, tries - 1))
  return change(work, order, {
    tries,
    leased_until: new Date(nowMs + LEASE_SECONDS * 1000),
    next_try_at: new Date(work.at.getTime() + pause * 1000),
  })
}

/** Asks the maker of the code, outside any transaction: its one try may take ten seconds. */
export async function requestCode({ providers, log }: Posy, order: RailOrder): Promise<IssueOutcome> {
  const rail = order.rail as AwardRail
  const issuer = rail === 'voucher' ? providers.issuers.tillo : providers.rails[rail]
  if (!issuer) return notConnected(order)
  const answer = await issuer.issue({
    ...{ clientRequestId: order.reference, productReference: order.product },
    ...{ faceValuePence: order.amount_pence, currency: order.currency },
  })
  if (answer.outcome !== 'issued')
    log.warn(
      { reference: order.reference, rail, outcome: answer.outcome, reason: answer.reason },
      'a rail gave no code',
    )
  return answer
}

/** Never asked for, nothing was made; asked for earlier, its rail may have made it. */
const notConnected = ({ tries }: RailOrder): IssueOutcome =>
  tries > 1
    ? { outcome: 'later', reason: 'not connected', retryAfterSeconds: FIRST_PAUSE_SECONDS }
    : { outcome: 'refused', reason: 'not connected' }

/** Someone asks for it at this moment. */
export const isLeased = ({ posy }: Work, { leased_until }: RailOrder): boolean =>
  (leased_until?.getTime() ?? 0) > posy.wall.nowMs()

/** An open order, whose row is held, is asked for no more: what its rail still answers finds it closed. */
export const closeOrder = (work: Work, order: RailOrder, reason: string): Promise<RailOrder> =>
  change(work, order, { state: 'refused', next_try_at: null, leased_until: null, last_reason: reason })

/**
 * Writes down what a rail answered to an order whose row is held, once, however late it comes.
 * @returns the order as it is now; `asking` where there is no answer yet
 */
export function recordAnswer(work: Work, order: RailOrder, answer: IssueOutcome): Promise<RailOrder> | RailOrder {
  if (order.state !== 'asking') return order
  const { posy, at } = work
  if (answer.outcome === 'issued')
    return change(work, order, {
      ...{ state: 'made', next_try_at: null, leased_until: null, last_reason: null, issuer_order: answer.issuerOrder },
      sealed: sealCode(posy.secret, order.reference, answer.voucher),
      expires_at:
        answer.expiresAt ?? new Date(at.getTime() + awardRails[order.rail as AwardRail].validDays * 86_400_000),
    })
  const { reason } = answer
  if (answer.outcome === 'refused' || order.tries >= ALERT_AFTER)
    posy.log.error({ reference: order.reference, rail: order.rail, reason }, 'a rail makes no code for an award')
  if (answer.outcome === 'refused') return closeOrder(work, order, reason)
  const paused_until = answer.outcome === 'later' ? new Date(posy.wall.nowMs() + answer.retryAfterSeconds * 1000) : null
  return change(work, order, { leased_until: null, paused_until, last_reason: reason })
}

export const change = (work: Work, { reference }: RailOrder, to: Partial<RailOrder>): Promise<RailOrder> =>
  work.tx
    .updateTable('rail_order')
    .set({ ...to, updated_at: work.at })
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow()

const sealCode = (secret: Secret, id: string, code: IssuedVoucher): Buffer =>
  seal(secret, { purpose: PURPOSE, id }, JSON.stringify(code))

/** What its person shows at the counter. */
export const openCode = (secret: Secret, { reference, sealed }: RailOrder): IssuedVoucher =>
  JSON.parse(unseal(secret, { purpose: PURPOSE, id: reference }, sealed!)) as IssuedVoucher

/** Orders that are to be asked for again, at most so many; each is put off, so that none holds up the rest. */
export async function takeDueOrders(work: Work, now: Date, limit: number): Promise<RailOrder[]> {
  const { rows } = await sql<RailOrder>`
    with due as (
      select reference from rail_order where state = 'asking' and next_try_at <= ${now}::timestamptz
      order by next_try_at limit ${limit} for update skip locked
    )
    update rail_order set next_try_at = ${new Date(now.getTime() + PUT_OFF_SECONDS * 1000)}::timestamptz
    from due where rail_order.reference = due.reference returning rail_order.*`.execute(work.tx)
  return rows
}

export const nextOrderAt = sql<Date | null>`select min(next_try_at) from rail_order where state = 'asking'`

/** What rails' files say of codes of awards and is not booked yet, the oldest first. */
export async function toldOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select code.reference from rail_order as code cross join lateral ${told} as told
    where code.state = 'made' and (told.cashed > code.cashed_pence or told.ended is not null and code.ended is null)
    order by code.created_at, code.reference`.execute(db)
  return rows.map(({ reference }) => reference)
}

const told = sql`(
  select coalesce(sum(amount_pence) filter (where event = 'cashed'), 0)::bigint as cashed,
    min(event) filter (where event <> 'cashed') as ended
  from rail_entry where rail_entry.rail = code.rail and rail_entry.reference = code.reference)`

/** What files of its rail say of a code by now: all that was cashed of it, and how it ended. */
export async function whatIsTold(
  tx: Tx,
  { reference }: RailOrder,
): Promise<{ cashedPence: number; ended: 'expired' | 'cancelled' | null }> {
  const { rows } = await sql<{ cashed: number; ended: 'expired' | 'cancelled' | null }>`
    select told.* from rail_order as code cross join lateral ${told} as told where code.reference = ${reference}`.execute(
    tx,
  )
  return { cashedPence: Number(rows[0]!.cashed), ended: rows[0]!.ended }
}
