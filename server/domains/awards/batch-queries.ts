import { type Selectable, sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { AwardBatchTable } from '#server/platform/database/schema.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { APPROVAL_WINDOW_DAYS, type AwardRecord } from './award.ts'
import type { BatchAward, KnownPerson } from './batch.ts'
import { changedBy } from './change-award.ts'
import type { NewPerson } from './make-award.ts'
import { counts, isNotAsking } from './queries.ts'

type Scope = Pick<Principal, 'teamIds'>
export type BatchRecord = Selectable<AwardBatchTable>

/**
 * Foreign keys and triggers keep their plans, and those that were made while a table was small read it whole for each row of
 * thousands. From here to the transaction's end they are planned again, by index.
 */
export async function planForMany(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx)
  await sql`set local enable_seqscan = off`.execute(tx)
}

/** People of a team, held until the transaction ends, with how many awards they had out of a grant. */
export async function holdPeople(
  tx: Tx,
  { teamId, grantId, ids }: { teamId: string; grantId: string; ids: readonly string[] },
): Promise<Map<string, KnownPerson>> {
  if (ids.length === 0) return new Map()
  await sql`select from person where id = any(${[...ids]}::uuid[]) and team_id = ${teamId} order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<KnownPerson>`
    select id, name, email, phone_number as "phoneNumber", postal_address as "postalAddress", postcode, date_of_birth as "dateOfBirth",
      (select count(*) from award where person_id = person.id and grant_id = ${grantId} and ${counts})::int as awards
    from person where id = any(${[...ids]}::uuid[]) and team_id = ${teamId} and erased_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A row that names someone whom the team has helped; null where it may be another, or one of several. */
export interface KnownRow {
  place: number
  personId: string | null
}

/**
 * Whom rows name by name and date of birth. It is the same person where one of postcode, number and email agrees too, nothing that the row
 * tells is otherwise with them, and no one else of the team is like that.
 */
export async function findNamed(
  tx: Tx,
  rows: readonly { place: number; person: NewPerson }[],
  teamId: string,
): Promise<KnownRow[]> {
  const wanted = rows
    .filter(({ person }) => person.dateOfBirth)
    .map(({ place, person }) => ({
      ...{ place, name: person.name.toLowerCase(), born: person.dateOfBirth, language: person.language ?? null },
      ...{ email: person.email?.toLowerCase() ?? null, phone: person.phoneNumber ?? null },
      ...{
        postcode: person.postcode?.replaceAll(' ', '').toUpperCase() || null,
        address: person.postalAddress ?? null,
      },
    }))
  const { rows: known } = await sql<KnownRow>`
    select place, case when count(*) = 1 and bool_and(is_same) then min(id::text) end as "personId"
    from (
      select wanted.place, person.id,
        coalesce(email.agrees, true) and coalesce(phone.agrees, true) and coalesce(postcode.agrees, true)
          and (wanted.address is null or coalesce(person.postal_address = wanted.address, false))
          and (wanted.language is null or wanted.language = coalesce(person.language, 'en'))
          and (email.agrees or phone.agrees or postcode.agrees) is true as is_same
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as wanted (place int, name text, born date, language text, email text, phone text, postcode text, address text[])
      -- A look by the index of names and birth dates for each row, whatever the planner believes of a table that has just grown.
      cross join lateral (
        select * from person where date_of_birth = wanted.born and lower(name) = wanted.name offset 0) as person
      cross join lateral (select case when wanted.email is not null then coalesce(lower(person.email) = wanted.email, false) end as agrees) as email
      cross join lateral (select case when wanted.phone is not null then coalesce(person.phone_number = wanted.phone, false) end as agrees) as phone
      cross join lateral (select case when wanted.postcode is not null
        then coalesce(replace(upper(person.postcode), ' ', '') = wanted.postcode, false) end as agrees) as postcode
      where person.team_id = ${teamId} and person.erased_at is null
    ) as named
    group by place order by place`.execute(tx)
  return known
}

export interface RecentHelp {
  place: number
  createdAt: Date
  teamId: string
  /** The newest award of the caller's own teams. */
  ownId: string | null
  ownAt: Date | null
}

interface Looking {
  /** Whose help is looked at, and which of them are the caller's own. */
  teams: readonly string[]
  own: readonly string[]
  at: Date
}

/** Rows whose person or case a team helped lately, with the last time. */
export async function findRecentHelp(
  tx: Tx,
  awards: readonly BatchAward[],
  { teams, own, at }: Looking,
): Promise<RecentHelp[]> {
  const wanted = awards.map(({ place, caseReference, person }) => ({
    ...{ place, case_reference: caseReference, person_id: person.id ?? null, born: person.dateOfBirth ?? null },
    ...{
      name: person.name.toLowerCase(),
      email: person.email?.toLowerCase() ?? null,
      phone: person.phoneNumber ?? null,
    },
  }))
  const since = sql`${at}::timestamptz - make_interval(days => ${APPROVAL_WINDOW_DAYS})`
  const given = sql`award.team_id = any(${[...teams]}::uuid[]) and ${counts} and award.created_at > ${since}`
  const toPerson = (isTheirs: ReturnType<typeof sql>) => sql`
    select award.id, award.created_at, award.team_id from person join award on award.person_id = person.id
    where person.team_id = any(${[...teams]}::uuid[]) and ${isTheirs} and ${given}`
  const { rows } = await sql<RecentHelp>`
    select wanted.place, last.*
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (place int, case_reference text, person_id uuid, born date, name text, email text, phone text)
    cross join lateral (
      select max(created_at) as "createdAt", (array_agg(team_id order by created_at desc))[1] as "teamId",
        max(created_at) filter (where is_own) as "ownAt", (array_agg(id order by created_at desc) filter (where is_own))[1] as "ownId"
      from (select *, team_id = any(${[...own]}::uuid[]) as is_own from (
        select award.id, award.created_at, award.team_id from award where award.case_reference = wanted.case_reference and ${given}
        union all ${toPerson(sql`person.id = wanted.person_id`)}
        union all ${toPerson(sql`lower(person.email) = wanted.email`)}
        union all ${toPerson(sql`person.phone_number = wanted.phone`)}
        union all ${toPerson(sql`person.date_of_birth = wanted.born and lower(person.name) = wanted.name`)}
      ) as helped) as helped
    ) as last where last."createdAt" is not null order by wanted.place`.execute(tx)
  return rows
}

/** An award that was made earlier. */
export interface EarlierAward {
  id: string
  personId: string
  teamId: string
  amountPence: Pence
  currency: string
  caseReference: string
  createdAt: Date
}

const earlier = sql`award.id, award.person_id as "personId", award.team_id as "teamId", award.amount_pence as "amountPence",
  award.currency, award.case_reference as "caseReference", award.created_at as "createdAt"`

/** Awards by their ids. */
export async function readEarlier(tx: Tx, ids: readonly string[]): Promise<Map<string, EarlierAward>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EarlierAward>`select ${earlier} from award where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest award of each of some people. */
export async function newestAwards(tx: Tx, personIds: readonly string[]): Promise<Map<string, EarlierAward>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<EarlierAward>`
    select newest.* from unnest(${[...personIds]}::uuid[]) as person (id)
    cross join lateral (
      select ${earlier} from award where person_id = person.id order by created_at desc, id desc limit 1) as newest`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.personId, row]))
}

/** People who are new to the team, each under the id that was made for them. */
export async function insertPeople(
  tx: Tx,
  people: readonly (BatchAward['person'] & { newId: string })[],
  { teamId, at }: { teamId: string; at: Date },
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((person) => ({
    ...{ id: person.newId, name: person.name, email: person.email, phone_number: person.phoneNumber },
    ...{ postal_address: person.postalAddress, postcode: person.postcode, date_of_birth: person.dateOfBirth },
    language: person.language ?? null,
  }))
  await sql`
    insert into person (id, team_id, name, email, phone_number, postal_address, postcode, date_of_birth, language, created_at, updated_at)
    select id, ${teamId}::uuid, name, email, phone_number, postal_address, postcode, date_of_birth, language, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as wanted (id uuid, name text, email text, phone_number text, postal_address text[], postcode text, date_of_birth date, language text)`.execute(
    tx,
  )
}

/** An award that is about to be made for a row, as its table has it. */
export type RowAward = Pick<
  AwardRecord,
  | 'id'
  | 'person_id'
  | 'case_reference'
  | 'reason'
  | 'amount_pence'
  | 'fee_pence'
  | 'fee_vat_pence'
  | 'link_code'
  | 'deliver_by'
  | 'household_type'
> & {
  place: number
  rails: readonly string[]
  again: string | null
  helped_within_days: number | null
  helped_by: string | null
}

/** What is alike for all awards of a batch. */
export type Alike = Pick<AwardRecord, 'status' | 'issues' | 'expires_at'> & { batch: BatchRecord } & Omit<
    ReturnType<typeof changedBy>,
    'change_reason'
  >

/** Awards with their ways to be paid and their places in the batch, in one statement. */
export async function insertAwards(tx: Tx, awards: readonly RowAward[], alike: Alike): Promise<void> {
  const { batch } = alike
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(awards)}::jsonb) as row (place int, id uuid, person_id uuid, case_reference text,
        reason text, amount_pence bigint, fee_pence bigint, fee_vat_pence bigint, link_code text, deliver_by text, household_type text, rails text[],
        again text, helped_within_days int, helped_by uuid)
    ), made as (
      insert into award (id, team_id, grant_id, person_id, case_reference, reason, currency, amount_pence, fee_pence, fee_vat_pence, status,
        link_code, issues, deliver_by, household_type, created_by, expires_at, changed_by_kind, changed_by_id, change_reason, created_at, updated_at)
      select id, ${batch.team_id}::uuid, ${batch.grant_id}::uuid, person_id, case_reference, reason, ${batch.currency}, amount_pence, fee_pence,
        fee_vat_pence, ${alike.status}, link_code, ${alike.issues}::int, deliver_by, household_type, ${batch.created_by}::uuid, ${alike.expires_at}::timestamptz,
        ${alike.changed_by_kind}, ${alike.changed_by_id}, again, ${batch.created_at}::timestamptz, ${alike.updated_at}::timestamptz
      from wanted order by place
    ), payable as (
      insert into award_rail (award_id, grant_id, rail) select id, ${batch.grant_id}::uuid, unnest(rails) from wanted
    )
    insert into award_batch_row (batch_id, team_id, place, award_id, helped_within_days, helped_by)
    select ${batch.id}::uuid, ${batch.team_id}::uuid, place, id, helped_within_days, helped_by from wanted`.execute(tx)
}

/** A batch that no one else changes until the transaction ends. @throws not_found (404) for foreign and missing alike */
export const lockBatch = async (tx: Tx, { teamIds }: Scope, id: string): Promise<BatchRecord> =>
  found(
    await tx
      .selectFrom('award_batch')
      .selectAll()
      .where('id', '=', id)
      .where(sql<boolean>`team_id = any(${[...teamIds]}::uuid[])`)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'batch',
  )

/** By award: the list it was made with, and how many awards that has. */
export async function batchesOfAwards(
  tx: Tx,
  awards: readonly Pick<AwardRecord, 'id'>[],
): Promise<Map<string, { id: string; awards: number }>> {
  if (awards.length === 0) return new Map()
  const { rows } = await sql<{ awardId: string; id: string; awards: number }>`
    select row.award_id as "awardId", row.batch_id as id, whole.awards
    from award_batch_row as row
    join (select batch_id, count(award_id)::int as awards from award_batch_row
      where batch_id in (select batch_id from award_batch_row where award_id = any(${awards.map(({ id }) => id)}::uuid[]))
      group by batch_id) as whole on whole.batch_id = row.batch_id
    where row.award_id = any(${awards.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ awardId, ...batch }) => [awardId, batch]))
}

/** An award of a batch: whether its person or case was helped lately, and whether the list says why they are again. */
type BatchedAward = AwardRecord & { wasHelped: boolean; saysWhy: boolean }

/** Its awards in some states, held, but for those whose codes are being asked for. */
export async function lockAwards(
  tx: Tx,
  batchId: string,
  statuses: readonly AwardRecord['status'][],
): Promise<BatchedAward[]> {
  const { rows } = await sql<BatchedAward>`
    select award.*, row.helped_by is not null as "wasHelped",
      (select reason from award_event where award_id = award.id order by id limit 1) is not null as "saysWhy"
    from award_batch_row as row join award on award.id = row.award_id
    where row.batch_id = ${batchId} and award.status = any(${[...statuses]}::text[]) and ${isNotAsking}
    order by award.id for no key update of award`.execute(tx)
  return rows
}

/** What is written of awards whose rows are held, by the set; the reason where it is told. */
export async function changeAwards(
  work: Work,
  awards: readonly Pick<AwardRecord, 'id'>[],
  change: Pick<AwardRecord, 'status' | 'expires_at'> & { approved_by?: string; issues?: number },
  reason: string | null,
): Promise<void> {
  if (awards.length === 0) return
  await work.tx
    .updateTable('award')
    .set({ ...change, ...changedBy(work, reason) })
    .where(sql<boolean>`id = any(${awards.map(({ id }) => id)}::uuid[])`)
    .execute()
}
