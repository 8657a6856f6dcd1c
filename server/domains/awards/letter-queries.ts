import { type RawBuilder, sql } from 'kysely'
import type { DueLetter, LetterRun } from '#contract/awards/letters.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { innerPage } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { liveStatuses } from './award.ts'

type Scope = Pick<Principal, 'teamIds'>

const own = (column: string, { teamIds }: Scope) => sql`${sql.ref(column)} = any(${[...teamIds]}::uuid[])`
/** Which of an award's links it is that it has now. */
const nth = sql`(select count(*) from retired_award_link as retired where retired.award_id = award.id)`
/** By letter, not opened, to someone who is known, and its link in no letter. */
const isDue = sql`award.deliver_by = 'letter' and award.status in ('issued', 'reissued') and person.name is not null and person.postal_address is not null
  and not exists (select from award_letter as letter where letter.award_id = award.id and letter.nth = ${nth})`

export async function dueLetters(db: Db, caller: Scope, limit: number): Promise<{ due: DueLetter[]; count: number }> {
  const { rows } = await sql<Omit<DueLetter, 'dateCreated'> & { dateCreated: Date; count: number }>`
    select award.id as "awardId", award.case_reference as "caseReference", person.name as "personName", coalesce(person.language, 'en') as language,
      funder_grant.name as "grantName", award.created_at as "dateCreated", (count(*) over ())::int as count
    from award join person on person.id = award.person_id join funder_grant on funder_grant.id = award.grant_id
    where ${own('award.team_id', caller)} and ${isDue}
    order by award.created_at, award.id limit ${limit}`.execute(db)
  return {
    due: rows.map(({ count, dateCreated, ...row }) => ({ ...row, dateCreated: iso(dateCreated) })),
    count: rows[0]?.count ?? 0,
  }
}

/** Those of some awards, held by the caller, whose letter is due, with which of their links it is. */
export async function findDue(tx: Tx, awardIds: readonly string[]): Promise<{ id: string; nth: number }[]> {
  const { rows } = await sql<{ id: string; nth: number }>`
    select award.id, ${nth}::int as nth from award join person on person.id = award.person_id
    where award.id = any(${[...awardIds]}::uuid[]) and ${isDue}`.execute(tx)
  return rows
}

const isLive = sql`letter.nth = ${nth} and award.status = any(${[...liveStatuses]}::text[]) and person.name is not null`

/** A page of the caller's runs, the latest first. */
export async function runPage(db: Db, caller: Scope, asked: { page: number; per_page: number }) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from award_letter_run as run where ${own('run.team_id', caller)}`.execute(db)
  const paging = sql`limit ${asked.per_page} offset ${(asked.page - 1) * asked.per_page}`
  return { runs: await runs(db, caller, sql`true`, paging), pages: innerPage(rows[0]!.count, asked) }
}

export const runById = async (db: Db | Tx, caller: Scope, id: string): Promise<LetterRun | undefined> =>
  (await runs(db, caller, sql`run.id = ${id}`))[0]

async function runs(
  db: Db | Tx,
  caller: Scope,
  which: RawBuilder<unknown>,
  paging: RawBuilder<unknown> = sql``,
): Promise<LetterRun[]> {
  const { rows } = await sql<Omit<LetterRun, 'dateMade'> & { dateMade: Date }>`
    select run.id, ${personName('maker')} as "madeBy", run.made_at as "dateMade", count(letter.award_id)::int as letters,
      (count(letter.award_id) filter (where ${isLive}))::int as live
    from award_letter_run as run join app_user as maker on maker.id = run.made_by
    join award_letter as letter on letter.run_id = run.id join award on award.id = letter.award_id
    join person on person.id = award.person_id
    where ${own('run.team_id', caller)} and ${which}
    group by run.id, maker.id order by run.made_at desc, run.id desc ${paging}`.execute(db)
  return rows.map(({ dateMade, ...row }) => ({ ...row, dateMade: iso(dateMade) }))
}

export interface LetterRow {
  language: string | null
  teamName: string
  caseReference: string
  name: string
  postalAddress: string[]
  postcode: string | null
  linkCode: string
  expiresAt: Date | null
  asksBirthDate: boolean
}

/** What the letters of a run say whose link still leads to an award, in the order in which the awards were made. */
export async function lettersOfRun(db: Db, caller: Scope, id: string): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select person.language, team.name as "teamName", award.case_reference as "caseReference", person.name,
      coalesce(person.postal_address, '{}') as "postalAddress", person.postcode, award.link_code as "linkCode", award.expires_at as "expiresAt",
      person.date_of_birth is not null as "asksBirthDate"
    from award_letter as letter join award on award.id = letter.award_id join person on person.id = award.person_id
    join team on team.id = award.team_id
    where letter.run_id = ${id} and ${own('award.team_id', caller)} and ${isLive}
    order by award.created_at, award.id`.execute(db)
  return rows
}
