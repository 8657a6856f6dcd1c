import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { APPROVAL_WINDOW_DAYS, type AwardRecord } from './award.ts'
import { counts } from './queries.ts'

/** By what someone is known again. */
export interface Known {
  name: string | null
  dateOfBirth: string | null
  email: string | null
  phoneNumber: string | null
}

/** Someone whom teams of the organisation have helped. */
export const loadKnown = (tx: Tx, teams: readonly string[], personId: string): Promise<Known | undefined> =>
  tx
    .selectFrom('person')
    .select(['name', 'date_of_birth as dateOfBirth', 'email', 'phone_number as phoneNumber'])
    .where('id', '=', personId)
    .where(sql<boolean>`team_id = any(${[...teams]}::uuid[])`)
    .executeTakeFirst()

/** A batch is made while nothing else is in its organisation: it would hold more keys than a database has locks. */
export async function lockOrganisation(tx: Tx, teams: readonly string[], how: 'alone' | 'with-others'): Promise<void> {
  const lock = how === 'alone' ? sql.ref('pg_advisory_xact_lock') : sql.ref('pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${`help ${teams[0]!}`}, 0))`.execute(tx)
}

/** What is known by one key waits for the transaction's end. */
export async function lockKey(tx: Tx, teams: readonly string[], key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`help ${teams[0]!} ${key}`}, 0))`.execute(tx)
}

type Help = Pick<AwardRecord, 'id' | 'person_id' | 'created_at' | 'team_id'>

/** The newest award to the same person or case before this one, in all teams of the organisation, as far back as a warning looks. */
export async function lastHelp(
  tx: Tx,
  { teams, known, award, at }: { teams: readonly string[]; known: Known; award: AwardRecord; at: Date },
): Promise<Help | undefined> {
  const { rows } = await sql<Help>`
    select id, person_id, created_at, team_id from award
    where id = any(array(
        select id from award where team_id = any(${[...teams]}::uuid[]) and case_reference = ${award.case_reference}
        union all
        select award.id from award join person on person.id = award.person_id
        where person.team_id = any(${[...teams]}::uuid[]) and (person.id = ${award.person_id} or ${isKnownAs(known)})))
      and id <> ${award.id} and ${counts}
      and created_at > ${at}::timestamptz - make_interval(days => ${APPROVAL_WINDOW_DAYS})
    order by created_at desc limit 1`.execute(tx)
  return rows[0]
}

/** Each way is looked up, whichever there are: how long the answer takes tells nothing. */
const isKnownAs = ({ name, dateOfBirth, email, phoneNumber }: Known): RawBuilder<boolean> =>
  sql`(lower(person.email) = lower(${email}::text) or person.phone_number = ${phoneNumber}::text
    or (person.date_of_birth = ${dateOfBirth}::date and lower(person.name) = lower(${name}::text)))`
