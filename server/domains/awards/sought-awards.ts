import { type RawBuilder, sql } from 'kysely'
import { findBirthDate } from '#kit/birth-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { splitSearchText, teamQuery } from '#server/platform/database/search-text.ts'
import type { Principal } from '#server/platform/principal.ts'
import { readLinkCode } from './link-code.ts'

type Scope = Pick<Principal, 'teamIds'>

/** With its space and without: it is kept as it was typed. */
const POSTCODE = /\b([a-z]{1,2}\d[a-z\d]?) ?(\d[a-z]{2})\b/i
/** What a case reference may be meant by, whatever its marks: shorter ones begin too much, and words have their own index. */
const isReference = (text: string): boolean => /\d/.test(text) && text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 3

/**
 * What awards are found by: all of the words are in the case reference, or all are of the person, whose date of birth may be
 * one of them; or the text is the code of their link, of an earlier one too. Null where nothing is looked for.
 * @throws invalid_fields (422) for too many words
 */
export async function soughtAwards(db: Db, { teamIds }: Scope, text: string | undefined) {
  const words = await splitSearchText(db, text, 'search')
  if (!text || !words.length) return null
  const holds = (column: RawBuilder<unknown>, all: readonly string[]) =>
    all.length
      ? sql<boolean>`(${sql.join(
          all.map((word) => sql`${column} @@ ${teamQuery(teamIds, word)}`),
          sql` and `,
        )})`
      : sql<boolean>`true`
  const ways = [sql`select id from award where ${holds(sql`team_words(award.team_id, award.case_reference)`, words)}`]
  const teams = sql`any(${[...teamIds]}::uuid[])`
  if (isReference(text)) {
    const joined = sql`joined_words(award.case_reference) collate "C"`
    ways.push(sql`select id from award where award.team_id = ${teams}
      and ${joined} >= joined_words(${text}) and ${joined} < joined_words(${text}) || chr(1114111)`)
  }
  const split = (reading: string) => splitSearchText(db, reading, 'search')
  const readings = POSTCODE.test(text)
    ? [await split(text.replace(POSTCODE, '$1 $2')), await split(text.replace(POSTCODE, '$1$2'))]
    : [words]
  for (const reading of readings)
    ways.push(sql`select award.id from award join person on person.id = award.person_id
      where ${holds(sql`person.search`, reading)}`)
  const born = findBirthDate(text)
  if (born) {
    const rest = holds(sql`person.search`, await split(born.rest))
    ways.push(sql`select award.id from award join person on person.id = award.person_id
      where person.date_of_birth = any(${born.days}::date[]) and person.team_id = ${teams} and ${rest}`)
  }
  const code = readLinkCode(text)
  if (code)
    ways.push(
      sql`select id from award where link_code = ${code}`,
      sql`select award_id from retired_award_link where link_code = ${code}`,
    )
  return sql<boolean>`award.id in (${sql.join(ways, sql` union all `)})`
}
