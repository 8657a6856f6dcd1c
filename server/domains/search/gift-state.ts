import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GiftState } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { notDelivered, ofLatestMessage } from '#server/domains/delivery/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Condition, qualifiedColumn } from './columns.ts'
import { hugggRelations } from './huggg-fields.ts'

/** What a message's outcome tells of its gift; null where it is known by the gift itself. */
const outcome = `case when ${notDelivered.sql('m')} then 'not-delivered' when m.status = 'pending' then 'sending' end`

/**
 * The state of a gift `h` of a purchase `t` as people are told it.
 * @param told what its latest message tells of it
 */
const stateSql = (told: string) => `case
  when h.status_id = 4 then 'redeemed' when h.status_id = 5 then 'expired' when h.status_id = 6 then 'cancelled'
  when h.status_id = 7 then 'being-made' when h.status_id = 9 then 'code-taken'
  when h.parts_pence > 0 then 'partly-used'
  when h.status_id = 8 then 'scheduled'
  when h.status_id = 3 then case when h.revealed_at is null then 'opened' else 'code-shown' end
  else coalesce(
    case ${told} when 'not-delivered' then 'not-delivered' when 'sending' then case when h.status_id = 1 then 'sending' end end,
    case when h.status_id = 2 then 'sent'
      when h.recipient_id is not null then 'not-sent'
      when t.delivery_method = 'printable' then case when exists (
        select from printable made where made.transaction_id = h.transaction_id and made.file_version is not null) then 'printed' else 'to-print' end
      when t.delivery_method = 'superhuggg' then 'unclaimed'
      when t.delivery_method = 'links' then 'link-not-shared'
      else 'not-sent' end)
  end`

export const giftStateColumn = qualifiedColumn(hugggRelations, stateSql(ofLatestMessage(outcome)))

/** What cancelling the gift would give back: only what is neither used nor being asked of an issuer can be. */
const returns = `case when h.status_id in (1, 2, 3, 8) and h.parts_pence = 0 and not h.fetching
  then h.face_pence - h.change_pence + h.fee_pence + h.fee_vat_pence else 0 end`
export const returnsColumn = qualifiedColumn(hugggRelations, returns)

const statusIds: Record<GiftState, readonly number[]> = {
  'to-print': [1],
  printed: [1],
  unclaimed: [1],
  'link-not-shared': [1],
  'not-sent': [1],
  sending: [1],
  scheduled: [8],
  sent: [2],
  'not-delivered': [1, 2],
  opened: [3],
  'code-shown': [3],
  'partly-used': [1, 2, 3, 8],
  'code-taken': [9],
  redeemed: [4],
  expired: [5],
  cancelled: [6],
  'being-made': [7],
}

/** The statuses that gifts in such states have: an index finds them. */
export const statusIdsOfStates = (states: readonly GiftState[]): number[] => [
  ...new Set(states.flatMap((state) => statusIds[state])),
]

/** Whether gifts in these states are known by their messages alone, which few gifts are. */
export const areToldByMessages = (states: readonly GiftState[] | undefined): boolean =>
  states?.every((state) => state === 'not-delivered' || state === 'sending') ?? false

const toNoOne: ReadonlySet<GiftState> = new Set(['to-print', 'printed', 'unclaimed', 'link-not-shared'])

/** Whether gifts in these states were given to no one yet. */
export const areToNoOne = (states: readonly GiftState[] | undefined): boolean =>
  states?.every((state) => toNoOne.has(state)) ?? false

/** The gifts of teams with a message that is on its way or did not arrive, now or before. */
export const giftsToldByMessages = (teamIds: readonly string[]): RawBuilder<unknown> => sql`(
  select m.huggg_id from outgoing_message m where m.template = 'gift' and m.team_id = any (${[...teamIds]}::uuid[])
    and m.status = any (${[...notDelivered.statuses, 'pending']}::text[]))`

const isPrinted = sql<SqlBool>`exists (
  select from printable made where made.transaction_id = h.transaction_id and made.file_version is not null)`
const to = (method: string) => sql<SqlBool>`h.recipient_id is null and t.delivery_method = ${sql.lit(method)}`

/**
 * Whether a gift, whose status is one of a state's, is in it: said by what an index or a look at the gift alone can tell, for the
 * state's own expression asks for the latest message of every gift. Messages are read of the few for which they tell something.
 */
export function isInState(teamIds: readonly string[], states: readonly GiftState[]): Condition {
  const isTold = (...what: readonly GiftState[]) =>
    sql<SqlBool>`(h.id in ${giftsToldByMessages(teamIds)} and coalesce(${sql.raw(ofLatestMessage(outcome))}, '') = any (${[...what]}::text[]))`
  const whole = sql<SqlBool>`h.parts_pence = 0`
  const made = sql<SqlBool>`${whole} and not ${isTold('not-delivered', 'sending')}`
  const conditions: Partial<Record<GiftState, RawBuilder<SqlBool>>> = {
    'to-print': sql`${made} and ${to('printable')} and not ${isPrinted}`,
    printed: sql`${made} and ${to('printable')} and ${isPrinted}`,
    unclaimed: sql`${made} and ${to('superhuggg')}`,
    'link-not-shared': sql`${made} and ${to('links')}`,
    'not-sent': sql`${made} and (h.recipient_id is not null or coalesce(t.delivery_method, '') not in ('printable', 'superhuggg', 'links'))`,
    sending: sql`${whole} and ${isTold('sending')}`,
    scheduled: whole,
    sent: sql`${whole} and not ${isTold('not-delivered')}`,
    'not-delivered': sql`${whole} and ${isTold('not-delivered')}`,
    opened: sql`${whole} and h.revealed_at is null`,
    'code-shown': sql`${whole} and h.revealed_at is not null`,
    'partly-used': sql`h.parts_pence > 0`,
  }
  const each = states.map((state) => conditions[state] ?? sql<SqlBool>`true`)
  const needs = states.some((state) => toldByDelivery.has(state)) ? ['t'] : []
  // The list asks for the statuses of all of them: said twice of one, rows are thought rarer than they are.
  if (each.length === 1) return { holds: each[0]!, needs }
  const either = states.map(
    (state, index) => sql`(h.status_id = any (${[...statusIds[state]]}::smallint[]) and ${each[index]})`,
  )
  return { holds: sql`(${sql.join(either, sql` or `)})`, needs }
}

const toldByDelivery: ReadonlySet<GiftState> = new Set([
  'to-print',
  'printed',
  'unclaimed',
  'link-not-shared',
  'not-sent',
])

/** The state of every gift of a purchase, or of one of them, by gift. */
export const statesInPurchase = (db: Db, transactionId: string, hugggId?: string): Promise<Map<string, GiftState>> =>
  statesWhere(db, sql`h.transaction_id = ${transactionId} ${hugggId ? sql`and h.id = ${hugggId}` : sql``}`)

/** The states of a few gifts, of whichever purchases. */
export const statesOfGifts = (db: Db, ids: readonly string[]): Promise<Map<string, GiftState>> =>
  statesWhere(db, sql`h.id = any(${[...ids]}::uuid[])`)

async function statesWhere(db: Db, condition: RawBuilder<unknown>): Promise<Map<string, GiftState>> {
  const { rows } = await sql<{ id: string; state: GiftState }>`
    select h.id, ${sql.raw(stateSql(ofLatestMessage(outcome)))} as state
    from huggg h join transaction t on t.id = h.transaction_id where ${condition}`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

type StateCount = TransactionHit['states'][number]

/** How many gifts of each purchase are in each state, and what would come back of them. Messages are read of the few gifts for which they tell something. */
export async function stateCounts(
  db: Db,
  transactions: readonly { id: string; teamId: string }[],
): Promise<Map<string, StateCount[]>> {
  const ids = transactions.map(({ id }) => id)
  const teamIds = [...new Set(transactions.map(({ teamId }) => teamId))]
  const state = stateSql(`case when h.id in (select huggg_id from told) then ${ofLatestMessage(outcome)} end`)
  const { rows } = await sql<StateCount & { transactionId: string }>`
    with told as materialized ${giftsToldByMessages(teamIds)}
    select h.transaction_id as "transactionId", ${sql.raw(state)} as state, count(*)::int as count, sum(${returnsColumn.expression})::bigint as returns
    from huggg h join transaction t on t.id = h.transaction_id
    where h.transaction_id = any (${ids}::uuid[]) group by 1, 2`.execute(db)
  return Map.groupBy(rows, ({ transactionId }) => transactionId)
}
