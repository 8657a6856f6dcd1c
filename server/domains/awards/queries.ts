import { sql } from 'kysely'
import type { Grant } from '#contract/awards/grants.ts'
import type { AwardLanguage } from '#contract/awards/languages.ts'
import type { Pence } from '#kit/money.ts'
import { onSale } from '#server/domains/catalogue/index.ts'
import { loadBalances, type WalletBalances } from '#server/domains/ledger/index.ts'
import type { RailOrder } from '#server/domains/rails/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { type Buckets, type Used, usedTokens } from '#server/platform/throttle.ts'
import { APPROVAL_WINDOW_DAYS, type AwardRecord, type GrantRecord, openStatuses, type RailRecord } from './award.ts'

type Scope = Pick<Principal, 'teamIds'>

const inTeams = (column: string, { teamIds }: Scope) => sql<boolean>`${sql.ref(column)} = any(${[...teamIds]}::uuid[])`

const ownGrant = (tx: Tx, caller: Scope, id: string) =>
  tx.selectFrom('funder_grant').selectAll().where('id', '=', id).where(inTeams('team_id', caller))

/** A grant that no one closes until the transaction ends. @throws not_found (404) for foreign and missing alike */
export const holdGrant = async (tx: Tx, caller: Scope, id: string): Promise<GrantRecord> =>
  found(await ownGrant(tx, caller, id).forShare().executeTakeFirst(), 'grant')

/** A grant that no one else changes, and out of which nothing is made meanwhile. @throws not_found (404) */
export const lockGrant = async (tx: Tx, caller: Scope, id: string): Promise<GrantRecord> =>
  found(await ownGrant(tx, caller, id).forNoKeyUpdate().executeTakeFirst(), 'grant')

/** An award that no one else changes until the transaction ends. @throws not_found (404) */
export const lockAward = async (tx: Tx, caller: Scope, id: string): Promise<AwardRecord> =>
  found(
    await tx
      .selectFrom('award')
      .selectAll()
      .where('id', '=', id)
      .where(inTeams('team_id', caller))
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'award',
  )

/** As lockAward, for what a rail or the person themselves reports. */
export const lockAnyAward = async (tx: Tx, id: string): Promise<AwardRecord> =>
  found(await tx.selectFrom('award').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'award')

/** What is told of an award that is gone concerns no one. */
export const isThere = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('award').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Whether an award was made with others, who wait for one decision. */
export const isOfBatch = async (tx: Tx, awardId: string): Promise<boolean> =>
  (await tx.selectFrom('award_batch_row').select('place').where('award_id', '=', awardId).executeTakeFirst()) !==
  undefined

/** @throws not_found (404) for a batch of others */
export async function requireBatch(db: Db, caller: Scope, id: string): Promise<void> {
  const own = db.selectFrom('award_batch').select('id').where('id', '=', id).where(inTeams('team_id', caller))
  found(await own.executeTakeFirst(), 'batch')
}

/** Awards to someone or to a case are made one after the other. @throws not_found (404) */
export async function lockPerson(tx: Tx, teamId: string, id: string): Promise<void> {
  found(
    await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .where('erased_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'person',
  )
}

export async function lockCase(tx: Tx, teamId: string, caseReference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case ${teamId} ${caseReference}`}, 0))`.execute(tx)
}

export const loadRails = (db: Db | Tx, keys: readonly string[]): Promise<RailRecord[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('rail')
        .selectAll()
        .where(sql<boolean>`key = any(${[...keys]}::text[])`)
        .orderBy('key')
        .execute()

export const grantRails = async (db: Db | Tx, grantId: string): Promise<string[]> =>
  (await db.selectFrom('grant_rail').select('rail').where('grant_id', '=', grantId).orderBy('rail').execute()).map(
    ({ rail }) => rail,
  )

export const railsOfAward = async (db: Db | Tx, awardId: string): Promise<string[]> =>
  (await db.selectFrom('award_rail').select('rail').where('award_id', '=', awardId).orderBy('rail').execute()).map(
    ({ rail }) => rail,
  )

/** The award has none chosen. */
export async function replaceRails({ tx }: Work, award: AwardRecord, rails: readonly RailRecord[]): Promise<void> {
  await tx.deleteFrom('award_rail').where('award_id', '=', award.id).execute()
  await tx
    .insertInto('award_rail')
    .values(rails.map(({ key }) => ({ award_id: award.id, grant_id: award.grant_id, rail: key })))
    .execute()
}

/** What has neither been refused nor gone back whole: it counts against limits. */
export const counts = sql<boolean>`(status not in ('declined', 'expired', 'cancelled') or paid_pence > 0)`

/** The teams of a grant's organisation: the one above all, and those below it. Null for a grant of others. */
export async function teamsBeside(tx: Tx, caller: Scope, grantId: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select team.id from funder_grant
    join team as own on own.id = funder_grant.team_id
    join team on coalesce(team.parent_team_id, team.id) = coalesce(own.parent_team_id, own.id)
    where funder_grant.id = ${grantId} and ${inTeams('funder_grant.team_id', caller)}
    order by team.parent_team_id is not null, team.id`.execute(tx)
  return rows.length ? rows.map(({ id }) => id) : null
}

/** What the person or the case has been given or promised lately. */
export async function recentPence(
  tx: Tx,
  { teamId, personId, caseReference, at }: { teamId: string; personId: string; caseReference: string; at: Date },
): Promise<Pence> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(amount_pence), 0)::bigint as pence from award
    where team_id = ${teamId} and (person_id = ${personId} or case_reference = ${caseReference}) and ${counts}
      and created_at > ${at}::timestamptz - make_interval(days => ${APPROVAL_WINDOW_DAYS})`.execute(tx)
  return rows[0]!.pence
}

export async function countAwards(tx: Tx, grantId: string, personId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('award')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('grant_id', '=', grantId)
    .where('person_id', '=', personId)
    .where(counts)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * A grant's money at a moment: funded (less what was taken out again) is available + locked + committed + paid + fees and VAT that
 * were not returned.
 */
export interface GrantFigures extends WalletBalances {
  funded: Pence
  paid: Pence
  fees: Pence
  vat: Pence
  /** Of what was paid: reported after the award had ended. */
  late: Pence
}

/** Figures of grants, in the order given. */
export async function grantFigures(db: Db, grantIds: readonly string[]): Promise<GrantFigures[]> {
  if (grantIds.length === 0) return []
  const balances = await loadBalances(db, grantIds)
  const { rows } = await sql<{ id: string } & Omit<GrantFigures, keyof WalletBalances>>`
    select wanted.id, coalesce(funding.pence, 0)::bigint as funded, coalesce(given.paid, 0)::bigint as paid,
      coalesce(given.fees, 0)::bigint as fees, coalesce(given.vat, 0)::bigint as vat, coalesce(given.late, 0)::bigint as late
    from unnest(${[...grantIds]}::uuid[]) with ordinality as wanted (id, place)
    left join lateral (select sum(amount) as pence from grant_funding where grant_id = wanted.id) as funding on true
    left join lateral (
      select sum(paid_pence) as paid, sum(late_pence) as late, sum(fee_pence) as fees, sum(vat_pence) as vat
      from grant_money where grant_id = wanted.id
    ) as given on true
    order by wanted.place`.execute(db)
  return rows.map(({ id, ...rest }) => ({ ...balances.get(id)!, ...rest }))
}

const ENDED_DAYS = 7

/** What ended in the last days and went back to each of some grants: requests that no one decided on, and awards with money left of them. */
export async function endedLately(
  db: Db | Tx,
  grantIds: readonly string[],
  at: Date,
): Promise<Map<string, Grant['endedLately']>> {
  const { rows } = await sql<Grant['endedLately'] & { id: string }>`
    select wanted.id, ended.* from unnest(${[...grantIds]}::uuid[]) as wanted (id)
    cross join lateral (
      select jsonb_build_object('awards', count(*) filter (where issues = 0),
          'amount', coalesce(sum(amount_pence) filter (where issues = 0), 0)) as undecided,
        jsonb_build_object('awards', count(*) filter (where issues > 0),
          'amount', coalesce(sum(amount_pence - paid_pence) filter (where issues > 0), 0)) as unused
      from award where grant_id = wanted.id and status = 'expired' and paid_pence < amount_pence
        and updated_at > ${at}::timestamptz - make_interval(days => ${ENDED_DAYS})
    ) as ended`.execute(db)
  return new Map(rows.map(({ id, ...ended }) => [id, ended]))
}

const expirable = ['referred', ...openStatuses] as const

/** While its code is being asked for, an award does not end: its rail may have made one. */
export const isNotAsking = sql<boolean>`(award.status <> 'rail-chosen' or not exists (
  select from rail_order where rail_order.award_id = award.id and rail_order.state = 'asking'))`

/** Awards whose time is over, the longest first. */
export const dueAwards = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('award')
    .selectAll()
    .where('status', 'in', [...expirable])
    .where('expires_at', '<', now)
    .where(isNotAsking)
    .orderBy('expires_at')
    .orderBy('id')

/** Good through the last millisecond of its day. */
export const nextAwardDueAt = sql<Date | null>`
  select min(expires_at) + interval '1 millisecond' from award
  where status in (${sql.join(expirable.map(sql.lit))}) and expires_at is not null and ${isNotAsking}`

/** How many end after one moment (or at all) and up to another. */
export async function countEnding(db: Db, after: Date | null, until: Date): Promise<number> {
  let ending = db
    .selectFrom('award')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', [...expirable])
    .where('expires_at', '<', until)
    .where(isNotAsking)
  if (after) ending = ending.where('expires_at', '>=', after)
  return (await ending.executeTakeFirstOrThrow()).count
}

/** Whether someone is behind the key that asked for an award. */
export const isBehindKey = async (tx: Tx, { userId, askedBy }: { userId: string; askedBy: string }): Promise<boolean> =>
  (await tx
    .selectFrom('api_key')
    .select('created_by')
    .where('user_id', '=', askedBy)
    .where('created_by', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Where a voucher can be spent: each shop of the food shelf, or of wide choice, that an issuer makes codes of any amount for. */
export async function awardShops(db: Db | Tx): Promise<{ reference: string; name: string }[]> {
  const { rows } = await sql<{ reference: string; name: string }>`
    select issuer_reference as reference, min(brand_name) as name from product
    where voucher_type = 'tillo' and currency = 'GBX' and kind = 'single' and ${onSale} and issuer_reference is not null
      and taxonomy_ids && array(select id from taxonomy where slug in ('food', 'other'))
    group by issuer_reference order by name, reference`.execute(db)
  return rows
}

/** @throws wrong_state (409) while its code is being asked for: its rail may have made one */
export async function requireNotAsking(tx: Tx, { id }: Pick<AwardRecord, 'id'>): Promise<void> {
  const asking = await tx
    .selectFrom('rail_order')
    .select('reference')
    .where('award_id', '=', id)
    .where('state', '=', 'asking')
    .executeTakeFirst()
  if (asking)
    throw new Problem('wrong_state', 'The code of this award is being made.', {
      help: 'Look again in a few minutes. Where it takes longer than an hour, ask us: we can end it.',
    })
}

/** An award as its link leads to it. */
export interface FoundAward {
  award: AwardRecord
  teamName: string
  language: AwardLanguage | null
  asksBirthDate: boolean
  /** By the link of an earlier issue. */
  isReplaced: boolean
}

type FoundRow = AwardRecord & Omit<FoundAward, 'award'> & { used: Used | null }

/** The award that a link leads or led to, with what is used up of anyone who guesses; requests have no link yet. */
export async function findByLink(
  db: Db,
  { code, buckets, times, now }: Buckets & { code: string; now: Date },
): Promise<{ seen: FoundAward; used: Used | null } | null> {
  const { rows } = await sql<FoundRow>`
    select award.*, team.name as "teamName", person.language, person.date_of_birth is not null as "asksBirthDate", award.link_code <> ${code} as "isReplaced",
      ${usedTokens({ buckets, times }, now)} as used
    from award join team on team.id = award.team_id join person on person.id = award.person_id
    where award.id in (select id from award where link_code = ${code} union all select award_id from retired_award_link where link_code = ${code})
      and award.status not in ('referred', 'approved', 'declined')`.execute(db)
  const [row] = rows
  if (!row) return null
  const { teamName, language, asksBirthDate, isReplaced, used, ...award } = row
  return { seen: { award, teamName, language, asksBirthDate, isReplaced }, used }
}

/** What the timeline says where a person cannot use their award, before why. */
export const REFUSED_NOTE = 'cannot use it: '

/** What it says of a link that a colleague has seen, or printed: it names no one. */
export const LINK_SHOWN = 'link shown'
export const LETTER_PRINTED = 'letter printed'
export const LOCKED_NOTE = 'locked: '
/** Before why. */
export const UNLOCKED_NOTE = 'unlocked: '
export const SETTLED_NOTE = 'settled: '

/** The latest order of this issue. */
export const newestOrder = (db: Db, awardId: string, issue: number): Promise<RailOrder | undefined> =>
  db
    .selectFrom('rail_order')
    .selectAll()
    .where('award_id', '=', awardId)
    .where('issue', '=', issue)
    .where('state', '<>', 'refused')
    .executeTakeFirst()

export const personById = (tx: Tx, id: string) =>
  tx
    .selectFrom('person')
    .select(['email', 'phone_number as phoneNumber', 'postal_address as postalAddress', 'date_of_birth'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Notes what happened to an award that changed none of its state; `once`: the same note once for each link. The award's row is held. @returns the note's id */
export async function noteOfAward(work: Work, award: AwardRecord, note: string, once = false): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into award_event (award_id, team_id, at, from_status, to_status, paid_pence, actor_kind, actor_id, reason, is_note)
    select ${award.id}, ${award.team_id}, ${work.at}::timestamptz, ${award.status}::text, ${award.status}::text, ${award.paid_pence}::bigint,
      ${work.actor.kind}::text, ${work.actor.id}::text, ${note}::text, true
    where not ${once}::boolean or not exists (select from award_event where award_id = ${award.id} and reason = ${note}::text
      and id > coalesce((select max(id) from award_event where award_id = ${award.id} and to_status in ('issued', 'reissued')
        and from_status is distinct from to_status), 0))
    returning id::text`.execute(work.tx)
  return rows[0]?.id ?? null
}

/** How many links an award had before the one that it has. */
export async function countLinks(tx: Tx, awardId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('retired_award_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('award_id', '=', awardId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whom links of awards go to, as they are now. */
export async function addressesOfAwards(db: Db, awardIds: readonly string[]) {
  const { rows } = await sql<{
    awardId: string
    status: AwardRecord['status']
    linkCode: string
    nth: number
    teamName: string
    language: AwardLanguage | null
    email: string | null
    phoneNumber: string | null
  }>`
    select award.id as "awardId", award.status, award.link_code as "linkCode", team.name as "teamName", person.language, person.email,
      person.phone_number as "phoneNumber", (select count(*) from retired_award_link where award_id = award.id)::int as nth
    from award join person on person.id = award.person_id join team on team.id = award.team_id
    where award.id = any(${[...awardIds]}::uuid[])`.execute(db)
  return rows
}

/** Awards with why their person cannot use them, and where they are from. */
export const awardsToTell = (db: Db, awardIds: readonly string[]) =>
  db
    .selectFrom('award')
    .innerJoin('funder_grant', 'funder_grant.id', 'award.grant_id')
    .innerJoin('team', 'team.id', 'award.team_id')
    .select([
      'award.id',
      'award.case_reference as caseReference',
      'award.cannot_use as reason',
      'award.rail',
      'award.status',
      'award.birth_date_tries as tries',
    ])
    .select(['funder_grant.name as grantName', 'team.name as teamName'])
    .where(sql<boolean>`award.id = any(${[...awardIds]}::uuid[])`)
    .execute()

/** Whose code was asked for under a reference; awards are always held before their orders. */
export const awardOfOrder = async (tx: Tx, reference: string): Promise<string | undefined> =>
  (await tx.selectFrom('rail_order').select('award_id').where('reference', '=', reference).executeTakeFirst())?.award_id
