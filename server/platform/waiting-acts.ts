import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import type { Db, Tx } from './database/database.ts'
import type { Database } from './database/schema.ts'
import type { Posy, Work } from './posy.ts'
import { type Actor, operatorActor } from './principal.ts'
import { announceToOwners, requireSecondOperator } from './two-operators.ts'

const WAITS_MS = 14 * 24 * 3_600_000

type WaitingActRecord = Selectable<Database['waiting_act']>

/** Who does it, and why. */
interface Signed {
  operator: string
  reason: string
}

/** Who is at the command line. */
export interface AtTheMachine extends Signed {
  actor: Actor
}

/** Where no one says who they are, because only a large sum asks for it. */
export const AT_THE_MACHINE: AtTheMachine = {
  actor: operatorActor,
  operator: 'command line',
  reason: 'At the command line',
}

/** Terms are kept as JSON: texts, numbers and nulls. */
type Terms = Record<string, string | number | null>

/** What one operator may do up to an amount, and another confirms above it. */
export interface MoneyActKind<T extends Terms = Terms, Done = unknown> {
  kind: string
  /** Does it, with the terms as they were asked for. @throws Problem where they no longer hold, having changed nothing */
  run(work: Work, terms: T, signed: Signed): Promise<Done>
}

export interface MoneyAct<T extends Terms> extends Signed {
  terms: T
  subject: { kind: string; id: string }
  teamId?: string | null
  /** Whose money it makes, and how much: 0 for what needs no one else. */
  counts: { target: string; pence: Pence; currency: string /** Of today, counted elsewhere. */; already?: Pence }
  /** What is done, for anyone who confirms it. */
  says: string
}

export type Outcome<Done> = { waits: false; done: Done } | { waits: true; id: string; says: string }

/** What the command line says of an act that another operator confirms. */
export const waitsFor = ({ id, says }: { id: string; says: string }): string =>
  `${says}: this waits for another operator, nothing is done yet.\nThey see it with posy acts waiting, and confirm ${id}.`

declare module '#server/platform/posy.ts' {
  interface Hooks {
    /** Every act that may wait. */
    moneyActs: readonly MoneyActKind<never>[]
  }
}

/** When the day of a tally began. */
export const tallyDayStart = ({ clock }: Posy): string =>
  clock.now().toZonedDateTimeISO(BUSINESS_ZONE).startOfDay().toInstant().toString()

/**
 * Does an act on money; where one operator alone would have moved more for its target today than they may, it waits for
 * another. However many operators and acts it is spread over, it counts together.
 * @throws whatever the act refuses; wrong_state (409) where one of this subject waits already, forbidden (403)
 */
export async function doOrAsk<T extends Terms, Done>(
  work: Work,
  kind: MoneyActKind<T, Done>,
  act: MoneyAct<T>,
): Promise<Outcome<Done>> {
  const { tx, posy, at } = work
  const { counts, subject, terms, operator, reason } = act
  const { target, pence, currency, already = 0 } = counts
  if (pence <= 0) return { waits: false, done: await kind.run(work, terms, { operator, reason }) }
  // Two at the same moment are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money alone ${target}`}, 0))`.execute(tx)
  const before = await moneyAlone(posy, tx, { target, currency })
  if (before + already + pence > posy.config.secondOperatorAbovePence) return ask(work, kind, act)
  await tx
    .insertInto('money_alone')
    .values({
      ...{ target, currency, amount: pence, kind: kind.kind, operator, at },
      ...{ subject_kind: subject.kind, subject_id: subject.id },
    })
    .execute()
  return { waits: false, done: await kind.run(work, terms, { operator, reason }) }
}

/**
 * Asks another operator for what no operator does alone, such as a new operator.
 * @throws as doOrAsk
 */
export const askAnother = <T extends Terms, Done>(
  work: Work,
  kind: MoneyActKind<T, Done>,
  act: Omit<MoneyAct<T>, 'counts'>,
): Promise<{ waits: true; id: string; says: string }> =>
  ask(work, kind, { ...act, counts: { target: kind.kind, pence: 0, currency: 'GBX' } })

/** What operators alone have moved today for a target. */
async function moneyAlone(posy: Posy, tx: Tx, { target, currency }: { target: string; currency: string }) {
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(amount), 0)::bigint as pence from money_alone
    where target = ${target} and currency = ${currency} and at >= ${tallyDayStart(posy)}::timestamptz`.execute(tx)
  return Number(rows[0]!.pence)
}

async function ask<T extends Terms, Done>(
  work: Work,
  kind: MoneyActKind<T, Done>,
  { terms, subject, teamId = null, counts, says, operator, reason }: MoneyAct<T>,
): Promise<{ waits: true; id: string; says: string }> {
  const { tx, at } = work
  // What could not be done now is refused now, not when someone confirms it.
  await sql`savepoint money_act`.execute(tx)
  await kind.run(work, terms, { operator, reason })
  await sql`rollback to savepoint money_act`.execute(tx)
  const ofSubject = { kind: kind.kind, subject_kind: subject.kind, subject_id: subject.id }
  await tx
    .updateTable('waiting_act')
    .set({ ended_how: 'lapsed', ended_at: at })
    .where((e) => e.and(ofSubject))
    .where('ended_how', 'is', null)
    .where('asked_at', '<', new Date(at.getTime() - WAITS_MS))
    .execute()
  const id = newId()
  const asked = await tx
    .insertInto('waiting_act')
    .values({
      ...{ id, ...ofSubject, team_id: teamId, terms: JSON.stringify(terms), says },
      ...{ target: counts.target, currency: counts.currency, amount: counts.pence },
      ...{ asked_by: operator, asked_at: at, asked_reason: reason },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!asked)
    throw new Problem('wrong_state', 'This waits for another operator already.', {
      help: 'Confirm or refuse what waits first. No money has moved.',
    })
  await announceToOwners(work, { act: 'money', label: says, operator })
  await work.audit(
    'money.asked',
    { kind: 'waiting-act', id },
    { teamId, detail: { kind: kind.kind, operator, reason } },
  )
  return { waits: true, id, says }
}

export interface WaitingAct {
  id: string
  kind: string
  subject: { kind: string; id: string }
  teamId: string | null
  says: string
  amountPence: Pence
  currency: string
  askedBy: string
  askedAt: Date
  reason: string
  /** Of what is shown here: named by the person who confirms it. */
  version: string
}

const waitingActVersion = ({ id, kind, terms, says, subject_kind, subject_id }: WaitingActRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([id, kind, subject_kind, subject_id, terms, says]))
    .digest('hex')
    .slice(0, 16)

const shown = (row: WaitingActRecord): WaitingAct => ({
  id: row.id,
  kind: row.kind,
  subject: { kind: row.subject_kind, id: row.subject_id },
  teamId: row.team_id,
  says: row.says,
  amountPence: row.amount,
  currency: row.currency,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  reason: row.asked_reason,
  version: waitingActVersion(row),
})

const lapsesBefore = (at: Date): Date => new Date(at.getTime() - WAITS_MS)

/** The oldest first. */
export async function waitingActs(posy: Posy, db: Db | Tx): Promise<WaitingAct[]> {
  const rows = await db
    .selectFrom('waiting_act')
    .selectAll()
    .where('ended_how', 'is', null)
    .where('asked_at', '>=', lapsesBefore(new Date(posy.clock.now().epochMilliseconds)))
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

/** Anyone who ends it at the same moment waits here, and is then told what happened to it. */
async function lockWaiting({ tx, at }: Work, id: string): Promise<WaitingActRecord> {
  const row = found(
    await tx.selectFrom('waiting_act').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'act that waits',
  )
  if (row.ended_how !== null) throw new Problem('wrong_state', `This was ${row.ended_how} already.`)
  if (row.asked_at < lapsesBefore(at)) throw new Problem('wrong_state', 'This has lapsed: it has waited for two weeks.')
  return row
}

const end = (
  { tx, at }: Work,
  id: string,
  { operator, reason, ...how }: Signed & { ended_how: 'confirmed' | 'refused'; confirmed_alone?: boolean },
) =>
  tx
    .updateTable('waiting_act')
    .set({ ...how, ended_by: operator, ended_at: at, ended_reason: reason })
    .where('id', '=', id)
    .execute()

/**
 * Another operator confirms an act that waits, and it is done as it was asked for.
 * @param seen the version of what was looked at
 * @throws not_found (404), wrong_state (409), forbidden (403), and whatever the act refuses: then it still waits
 */
export async function confirmWaitingAct(
  work: Work,
  { id, seen, ...signed }: Signed & { id: string; seen: string },
): Promise<WaitingAct & { isAlone: boolean; done: unknown }> {
  const row = await lockWaiting(work, id)
  if (waitingActVersion(row) !== seen.trim().toLowerCase())
    throw new Problem('wrong_state', 'This is not what you looked at.', {
      help: 'Check it again. No money has moved.',
    })
  const isAlone = await requireSecondOperator(work, {
    ...{ act: 'money', label: row.says, operator: signed.operator },
    askedBy: [row.asked_by],
    askedAt: row.asked_at,
  })
  const kind = work.posy.hooks.moneyActs.find((known) => known.kind === row.kind)
  if (!kind) throw new Error(`Nothing does what waits as ${row.kind}.`)
  const done = await kind.run(work, row.terms as never, { operator: row.asked_by, reason: row.asked_reason })
  await end(work, id, { ...signed, ended_how: 'confirmed', confirmed_alone: isAlone })
  const detail = { kind: row.kind, askedBy: row.asked_by, isAlone, ...signed }
  await work.audit('money.confirmed', { kind: 'waiting-act', id }, { teamId: row.team_id, detail })
  return { ...shown(row), isAlone, done }
}

/** @throws not_found (404), wrong_state (409) */
export async function refuseWaitingAct(work: Work, { id, ...signed }: Signed & { id: string }): Promise<WaitingAct> {
  const row = await lockWaiting(work, id)
  await end(work, id, { ...signed, ended_how: 'refused' })
  const detail = { kind: row.kind, askedBy: row.asked_by, ...signed }
  await work.audit('money.refused', { kind: 'waiting-act', id }, { teamId: row.team_id, detail })
  return shown(row)
}

/**
 * What an entry of a trail (`event`) was about; of an act that waited, what that was about: a person, a team, a program.
 * To be joined: `left join waiting_act as act on ${about.act}`.
 */
export const about = {
  act: sql`act.id = case when event.subject_kind = 'waiting-act' then event.subject_id::uuid end`,
  kind: sql<string>`case when act.kind = 'member-new' then 'team' when act.subject_kind = 'member' then 'user'
    when act.subject_kind = 'program' then 'client' else coalesce(act.subject_kind, event.subject_kind) end`,
  id: sql<string>`case when act.kind = 'member-new' then split_part(act.subject_id, ' ', 1)
    when act.subject_kind = 'member' then split_part(act.subject_id, ' ', 2) else coalesce(act.subject_id, event.subject_id) end`,
}

/** Its id where it is about this kind, to be joined by; else null. */
export const aboutA = (kind: string) => sql`case when ${about.kind} = ${kind} then (${about.id})::uuid end`
