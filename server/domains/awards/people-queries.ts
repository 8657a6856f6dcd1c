import { sql } from 'kysely'
import type { FoundPerson, HelpedPerson } from '#contract/awards/people.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { splitSearchText, teamQuery } from '#server/platform/database/search-text.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { APPROVAL_WINDOW_DAYS } from './award.ts'
import { counts } from './queries.ts'

type Scope = Pick<Principal, 'teamIds'>

const helpedLately = (at: Date) => sql`exists (select from award where person_id = person.id and ${counts}
  and created_at > ${at}::timestamptz - make_interval(days => ${APPROVAL_WINDOW_DAYS})) as "isHelpedLately"`

const details = sql`person.id, person.team_id as "teamId", person.name, person.email, person.phone_number as "phoneNumber",
  person.postal_address as "postalAddress", person.postcode, person.date_of_birth as "dateOfBirth", person.language`

/** @throws not_found (404) for someone whom other teams help, and for who was erased */
export async function readPerson(db: Db | Tx, { teamIds }: Scope, id: string, at: Date): Promise<HelpedPerson> {
  const { rows } = await sql<HelpedPerson>`
    select ${details}, ${helpedLately(at)} from person
    where id = ${id} and team_id = any(${[...teamIds]}::uuid[]) and erased_at is null`.execute(db)
  return found(rows[0], 'person')
}

/** Someone whom no one else changes until the transaction ends. @throws as {@link readPerson} */
export async function holdPerson(tx: Tx, { teamIds }: Scope, id: string, at: Date): Promise<HelpedPerson> {
  const { rows } = await sql<HelpedPerson>`
    select ${details}, ${helpedLately(at)} from person
    where id = ${id} and team_id = any(${[...teamIds]}::uuid[]) and erased_at is null for no key update`.execute(tx)
  return found(rows[0], 'person')
}

/** By what someone may be known again. */
export interface Sought {
  caseReference?: string | null | undefined
  name?: string | null | undefined
  dateOfBirth?: string | null | undefined
  phoneNumber?: string | null | undefined
  email?: string | null | undefined
  postcode?: string | null | undefined
}

const MOST_FOUND = 5
const AWARDS_SHOWN = 3
const WORDS_LOOKED_UP = 4

const samePostcode = (one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) =>
  sql`replace(upper(${one}), ' ', '') = replace(upper(${other}), ' ', '')`

/**
 * Whom one team has helped that are known by any of it: who is known by the name alone last, else those who were helped last first.
 * @param exceptId whose details they are
 */
export async function findPeople(
  db: Db | Tx,
  teamId: string,
  sought: Sought,
  at: Date,
  exceptId: string | null = null,
): Promise<FoundPerson[]> {
  const { caseReference = null, name = null, dateOfBirth = null, phoneNumber = null, email = null } = sought
  const postcode = sought.postcode || null
  // By the name's index, as far as a search takes; the whole name is compared. People write postcodes with and without their space.
  const words = name ? await splitSearchText(db, name.split(' ', WORDS_LOOKED_UP).join(' '), 'name') : []
  const hasWords = words.length
    ? sql.join(
        words.map((word) => sql`person.search @@ ${teamQuery([teamId], word)}`),
        sql` and `,
      )
    : sql`false`
  const sameName = sql`lower(person.name) = lower(${name}::text)`
  const isOtherwise = sql`(coalesce(person.date_of_birth <> ${dateOfBirth}::date, false) or coalesce(person.phone_number <> ${phoneNumber}::text, false)
    or coalesce(lower(person.email) <> lower(${email}::text), false)
    or coalesce(not ${samePostcode(sql`person.postcode`, sql`${postcode}::text`)}, false))`
  const known = {
    case: sql`exists (select from award where person_id = person.id and team_id = ${teamId} and case_reference = ${caseReference}::text)`,
    phone: sql`coalesce(person.phone_number = ${phoneNumber}::text, false)`,
    email: sql`coalesce(lower(person.email) = lower(${email}::text), false)`,
    'name-and-birth-date': sql`coalesce(person.date_of_birth = ${dateOfBirth}::date and ${sameName}, false)`,
    'name-and-postcode': sql`coalesce(${samePostcode(sql`person.postcode`, sql`${postcode}::text`)} and ${sameName}, false)`,
  }
  const isKnownBySome = sql`(${sql.join(Object.values(known), sql` or `)})`
  const ways = { ...known, name: sql`coalesce(${sameName} and not ${isOtherwise}, false) and not ${isKnownBySome}` }
  const told = sql.join(Object.entries(ways).map(([way, is]) => sql`case when ${is} then ${way}::text end`))
  const { rows } = await sql<FoundPerson>`
    select ${details}, array_remove(array[${told}], null) as "knownBy",
      ${helpedLately(at)},
      (select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'status', latest.status, 'currency', latest.currency,
          'amount', latest.amount_pence, 'reason', latest.reason, 'caseReference', latest.case_reference,
          'dateCreated', to_char(latest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'createdBy', jsonb_build_object('id', maker.id, 'name', ${personName('maker')})) order by latest.created_at desc, latest.id desc), '[]')
        from (select * from award where person_id = person.id order by created_at desc, id desc limit ${AWARDS_SHOWN}) as latest
        join app_user as maker on maker.id = latest.created_by) as awards
    from person
    where person.team_id = ${teamId} and person.erased_at is null and person.id is distinct from ${exceptId}::uuid and person.id = any(array(
      select person_id from award where team_id = ${teamId} and case_reference = ${caseReference}::text
      union select id from person where phone_number = ${phoneNumber}::text
      union select id from person where lower(email) = lower(${email}::text)
      union select id from person where date_of_birth = ${dateOfBirth}::date and ${sameName}
      union select id from person where ${hasWords} and ${sameName}
        and (${samePostcode(sql`postcode`, sql`${postcode}::text`)} or not ${isOtherwise})))
    order by ${isKnownBySome} desc, (select max(created_at) from award where person_id = person.id) desc nulls last, person.id
    limit ${MOST_FOUND}`.execute(db)
  return rows
}

/** Writes what changed of someone whose row is held. */
export async function writePerson(
  tx: Tx,
  id: string,
  { phoneNumber, postalAddress, dateOfBirth, ...change }: PersonChange,
  at: Date,
): Promise<void> {
  const columns = {
    ...{ ...change, phone_number: phoneNumber, postal_address: postalAddress, date_of_birth: dateOfBirth },
    updated_at: at,
  }
  await tx.updateTable('person').set(columns).where('id', '=', id).execute()
}

export type PersonChange = {
  [Field in keyof Omit<HelpedPerson, 'id' | 'teamId' | 'isHelpedLately'>]?: HelpedPerson[Field] | undefined
}
