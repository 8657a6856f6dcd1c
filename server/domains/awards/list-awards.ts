import { sql } from 'kysely'
import type { Award, AwardDetail, listAwards } from '#contract/awards/awards.ts'
import { cannotUseReasons } from '#contract/awards/cannot-use.ts'
import type { Grant, listGrants, Rail } from '#contract/awards/grants.ts'
import type { AwardLanguage } from '#contract/awards/languages.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { OperatorAward } from '#contract/operator/awards.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { cursorPlace } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import {
  APPROVAL_WINDOW_DAYS,
  type AwardRecord,
  BIRTH_DATE_TRIES,
  type GrantRecord,
  isOneOf,
  liveStatuses,
} from './award.ts'
import {
  counts,
  endedLately,
  grantFigures,
  LETTER_PRINTED,
  LINK_SHOWN,
  LOCKED_NOTE,
  REFUSED_NOTE,
  SETTLED_NOTE,
  UNLOCKED_NOTE,
} from './queries.ts'
import { soughtAwards } from './sought-awards.ts'

type Scope = Pick<Principal, 'teamIds'>
interface Page {
  limit: number
  next?: string | undefined
  previous?: string | undefined
}

const inTeams = (column: string, { teamIds }: Scope) => sql<boolean>`${sql.ref(column)} = any(${[...teamIds]}::uuid[])`

/** Newest first, from a cursor on. @throws invalid_fields (422) for a cursor of another list */
export function pageAt(table: 'award' | 'funder_grant' | 'batch', { next, previous }: Page) {
  const order = previous ? ('asc' as const) : ('desc' as const)
  const begin = cursorPlace(previous ?? next, previous ? 'previous' : 'next', ['text', 'uuid'])
  const row = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`
  const place = begin && sql`(${begin[0]}::timestamptz, ${begin[1]}::uuid)`
  const from = place && (previous ? sql<boolean>`${row} > ${place}` : sql<boolean>`${row} < ${place}`)
  return { order, from: from ?? sql<boolean>`true` }
}

const rails = (table: 'grant_rail' | 'award_rail', key: 'grant_id' | 'award_id', of: string) =>
  sql<
    Rail[]
  >`array(select rail from ${sql.table(table)} where ${sql.ref(`${table}.${key}`)} = ${sql.ref(of)} order by rail)`

type ListedGrant = GrantRecord & { rails: Rail[] }

const grants = (db: Db | Tx, caller: Scope) =>
  db
    .selectFrom('funder_grant')
    .selectAll('funder_grant')
    .select(rails('grant_rail', 'grant_id', 'funder_grant.id').as('rails'))
    .where(inTeams('funder_grant.team_id', caller))

async function serializeGrants(db: Db | Tx, rows: readonly ListedGrant[], at: Date): Promise<Grant[]> {
  const ids = rows.map(({ id }) => id)
  const figures = await grantFigures(db, ids)
  const ended = await endedLately(db, ids, at)
  return rows.map((row, index) => {
    const { late, ...money } = figures[index]!
    return {
      ...{ id: row.id, teamId: row.team_id, name: row.name, funder: row.funder, purpose: row.purpose },
      ...{ currency: row.currency, fromDay: row.from_day, untilDay: row.until_day, rails: row.rails },
      ...{ maxAward: row.max_award_pence, maxAwardsPerPerson: row.max_awards_per_person },
      ...{ approvalAbove: row.approval_above_pence, awardDays: row.award_days },
      ...money,
      endedLately: ended.get(row.id)!,
      ...{ paidLate: late, dateCreated: iso(row.created_at), dateClosed: isoOrNull(row.closed_at) },
    }
  })
}

/** One page of grants, and one more than fits. */
export async function grantsPage(
  db: Db,
  caller: Scope,
  page: Input<typeof listGrants>['query'],
  at: Date,
): Promise<Grant[]> {
  const { order, from } = pageAt('funder_grant', page)
  const rows = await grants(db, caller)
    .where(from)
    .orderBy('funder_grant.created_at', order)
    .orderBy('funder_grant.id', order)
    .limit(page.limit + 1)
    .execute()
  return serializeGrants(db, rows, at)
}

/** @throws not_found (404) for foreign and missing alike */
export async function readGrant(db: Db | Tx, caller: Scope, id: string, at: Date): Promise<Grant> {
  return (await serializeGrants(db, [await requireGrant(db, caller, id)], at))[0]!
}

/** @throws as {@link readGrant} */
export const requireGrant = async (db: Db | Tx, caller: Scope, id: string): Promise<ListedGrant> =>
  found(await grants(db, caller).where('funder_grant.id', '=', id).executeTakeFirst(), 'grant')

/** @throws not_found (404) for someone whom another team helps */
export const requirePerson = async (db: Db, caller: Scope, id: string): Promise<void> => {
  const query = db.selectFrom('person').select('id').where('id', '=', id).where(inTeams('team_id', caller))
  found(await query.executeTakeFirst(), 'person')
}

/** Asked of requests alone, of which few wait. What counted as it was asked for may have ended since. */
const whyItWaits = sql<
  Award['waiting']
>`case when award.status = 'referred' and batched.batch_id is null then jsonb_build_object(
  'approvalAbove', funder_grant.approval_above_pence,
  'recent', (select coalesce(sum(amount_pence), 0) from award as earlier where earlier.team_id = award.team_id and earlier.id <> award.id
    and (earlier.person_id = award.person_id or earlier.case_reference = award.case_reference) and ${counts}
    and earlier.created_at <= award.created_at
    and earlier.created_at > award.created_at - make_interval(days => ${APPROVAL_WINDOW_DAYS})),
  'duplicateReason', (select reason from award_event where award_id = award.id order by id limit 1)) end`

const awards = (db: Db | Tx, caller: Scope) =>
  db
    .selectFrom('award')
    .innerJoin('funder_grant', 'funder_grant.id', 'award.grant_id')
    .innerJoin('person', 'person.id', 'award.person_id')
    .innerJoin('app_user as maker', 'maker.id', 'award.created_by')
    .leftJoin('app_user as approver', 'approver.id', 'award.approved_by')
    .leftJoin('award_batch_row as batched', 'batched.award_id', 'award.id')
    .selectAll('award')
    .select(['batched.batch_id', 'batched.place'])
    .select(['funder_grant.name as grantName', 'person.name as personName'])
    .select([personName('maker').as('maker'), personName('approver').as('approver')])
    .select(rails('award_rail', 'award_id', 'award.id').as('rails'))
    .select(whyItWaits.as('waiting'))
    .where(inTeams('award.team_id', caller))

type ListedAward = AwardRecord &
  Record<'grantName' | 'maker' | 'approver', string> &
  Record<'personName' | 'batch_id', string | null> &
  Pick<Award, 'waiting'> & { rails: Rail[]; place: number | null }

const serializeAward = (row: ListedAward): Award => ({
  ...{ id: row.id, teamId: row.team_id, grantId: row.grant_id, grantName: row.grantName },
  ...{ caseReference: row.case_reference, reason: row.reason, householdType: row.household_type },
  ...{ status: row.status, currency: row.currency },
  ...{ amount: row.amount_pence, fee: row.fee_pence, feeVat: row.fee_vat_pence },
  ...{ paid: row.paid_pence + row.earlier_pence, paidLate: row.late_pence + row.earlier_pence },
  ...{ rails: row.rails, rail: row.rail as Rail | null },
  deliverBy: row.deliver_by,
  isLocked: isOneOf(row.status, liveStatuses) && row.birth_date_tries >= BIRTH_DATE_TRIES,
  ...{ isUndecided: row.status === 'expired' && row.issues === 0, waiting: row.waiting },
  cannotUse: isOneOf(row.status, liveStatuses) ? row.cannot_use : null,
  person: { id: row.person_id, name: row.personName },
  createdBy: { id: row.created_by, name: row.maker },
  approvedBy: row.approved_by === null ? null : { id: row.approved_by, name: row.approver },
  ...{ dateCreated: iso(row.created_at), dateModified: iso(row.updated_at), dateExpires: isoOrNull(row.expires_at) },
  ...{ batchId: row.batch_id, batchRow: row.place },
})

/** Its link's message came back, and the person has not opened it all the same. */
const wasNotDelivered = sql<boolean>`(award.status in ('issued', 'reissued', 'delivered') and exists (
  select from award_event as lost where lost.award_id = award.id and lost.is_note and lost.reason like 'not delivered by %'
    and lost.id > (select max(id) from award_event where award_id = award.id and to_status in ('issued', 'reissued')
      and from_status is distinct from to_status)))`

/** Its person has said so, and nothing was done about it; of what has ended it is over. */
const cannotBeUsed = sql<boolean>`(award.cannot_use is not null and award.status = any(${[...liveStatuses]}::text[]))`

/** Three wrong dates of birth: its person can do nothing until a case worker unlocks it. */
const isLocked = sql<boolean>`(award.birth_date_tries >= ${sql.lit(BIRTH_DATE_TRIES)} and award.status = any(${[...liveStatuses]}::text[]))`

const wasNotDecided = sql<boolean>`(award.status = 'expired' and award.issues = 0)`

/** One page of awards, and one more than fits. */
export async function awardsPage(db: Db, caller: Scope, page: Input<typeof listAwards>['query']): Promise<Award[]> {
  const { order, from } = pageAt('award', page)
  let query = awards(db, caller)
    .where(from)
    .orderBy('award.created_at', order)
    .orderBy('award.id', order)
    .limit(page.limit + 1)
  if (page.grantId) query = query.where('award.grant_id', '=', page.grantId)
  if (page.batchId) query = query.where('batched.batch_id', '=', page.batchId)
  if (page.inBatch) query = query.where('batched.batch_id', page.inBatch === 'true' ? 'is not' : 'is', null)
  if (page.personId) query = query.where('award.person_id', '=', page.personId)
  if (page.undelivered) query = query.where(wasNotDelivered, '=', page.undelivered === 'true')
  if (page.cannotUse) query = query.where(cannotBeUsed, '=', page.cannotUse === 'true')
  if (page.locked) query = query.where(isLocked, '=', page.locked === 'true')
  if (page.undecided) query = query.where(wasNotDecided, '=', page.undecided === 'true')
  if (page.caseReference) query = query.where('award.case_reference', '=', page.caseReference)
  if (page.status?.length) query = query.where('award.status', 'in', page.status)
  const isSought = await soughtAwards(db, caller, page.search)
  if (isSought) query = query.where(isSought)
  return (await query.execute()).map(serializeAward)
}

/** An award with its person and timeline. @throws not_found (404) */
export async function readAward(db: Db | Tx, caller: Scope, id: string): Promise<AwardDetail> {
  const award = found(await awards(db, caller).where('award.id', '=', id).executeTakeFirst(), 'award')
  const person = await db.selectFrom('person').selectAll().where('id', '=', award.person_id).executeTakeFirstOrThrow()
  return {
    ...serializeAward(award),
    person: {
      ...{ id: person.id, name: person.name, email: person.email, phoneNumber: person.phone_number },
      ...{ postalAddress: person.postal_address, postcode: person.postcode, dateOfBirth: person.date_of_birth },
      // Written by createAward alone, which takes these only.
      language: person.language as AwardLanguage | null,
    },
    timeline: await loadTimeline(db, id),
  }
}

/** For operators: without the person, their link and the words of their helpers. @throws not_found (404) */
export async function awardForOperators(db: Db, id: string): Promise<OperatorAward> {
  const team = found(
    await db
      .selectFrom('award')
      .innerJoin('team', 'team.id', 'award.team_id')
      .select(['team.id', 'team.name'])
      .where('award.id', '=', id)
      .executeTakeFirst(),
    'award',
  )
  const award = await readAward(db, { teamIds: [team.id] }, id)
  return {
    ...{ id, customer: team, grantName: award.grantName, caseReference: award.caseReference, status: award.status },
    ...{ currency: award.currency, amount: award.amount, paid: award.paid, rails: award.rails, rail: award.rail },
    ...{ deliverBy: award.deliverBy, isLocked: award.isLocked, madeBy: award.createdBy.name },
    ...{ cannotUse: award.cannotUse, notDelivered: lostNow(award) },
    approvedBy: award.approvedBy?.name ?? null,
    ...{ dateCreated: award.dateCreated, dateExpires: award.dateExpires },
    timeline: award.timeline.map((event) => {
      const { at, to, paid, by, cannotUse } = event
      return { ...{ at, to, paid, by: by.kind, cannotUse }, message: messageNote(event) }
    }),
  }
}

/** What the system noted of a message: it names no one. */
const messageNote = ({ by, reason }: AwardDetail['timeline'][number]): string | null =>
  by.kind === 'system' && reason && /^(not delivered )?by (email|text)\b/.test(reason) ? reason : null

/** Of the link it has now, while no one has opened it: as `wasNotDelivered` counts. */
function lostNow({ status, timeline }: AwardDetail): string | null {
  if (!isOneOf(status, ['issued', 'reissued', 'delivered'])) return null
  const issued = timeline.findLastIndex(({ from, to }) => from !== to && isOneOf(to, ['issued', 'reissued']))
  return (
    timeline
      .slice(issued + 1)
      .map(messageNote)
      .findLast((note) => note?.startsWith('not delivered')) ?? null
  )
}

async function loadTimeline(db: Db | Tx, awardId: string): Promise<AwardDetail['timeline']> {
  const rows = await db
    .selectFrom('award_event as event')
    .leftJoin('app_user as person', (join) =>
      join.on(sql<boolean>`person.id::text = event.actor_id and event.actor_kind = 'user'`),
    )
    .select([
      'event.at',
      'event.from_status',
      'event.to_status',
      'event.paid_pence',
      'event.actor_kind',
      'event.reason',
      'event.is_note',
    ])
    .select(sql<string | null>`case when person.id is not null then ${personName('person')} end`.as('name'))
    .where('event.award_id', '=', awardId)
    .orderBy('event.id')
    .execute()
  return rows.map((row) => ({
    at: iso(row.at),
    // The trigger copies what the award's own check has let through.
    from: row.from_status as AwardRecord['status'] | null,
    to: row.to_status as AwardRecord['status'],
    ...{ paid: row.paid_pence, by: { kind: row.actor_kind, name: row.name }, reason: readable(row.reason) },
    note: row.is_note ? noteKind(row.reason ?? '') : null,
    cannotUse: cannotUseReasons.find((one) => row.reason === `${REFUSED_NOTE}${one}`) ?? null,
  }))
}

type Note = AwardDetail['timeline'][number]['note']

/** What a note begins with. */
const noteKinds: Record<NonNullable<Note>, string> = {
  'cannot-use': REFUSED_NOTE,
  'letter-printed': LETTER_PRINTED,
  'link-shown': LINK_SHOWN,
  locked: LOCKED_NOTE,
  'not-delivered': 'not delivered by ',
  settled: SETTLED_NOTE,
  unlocked: UNLOCKED_NOTE,
}

const noteKind = (reason: string): Note =>
  (Object.keys(noteKinds) as NonNullable<Note>[]).find((kind) => reason.startsWith(noteKinds[kind])) ?? null

/** Notes of older releases say `sms`. */
const readable = (note: string | null) => note?.replace(/^((?:not delivered )?by) sms\b/, '$1 text') ?? null
