import { type RawBuilder, sql } from 'kysely'
import type { KnownPerson, PersonalData } from '#server/platform/personal-data.ts'
import { ERASED } from './award.ts'
import { LETTER_PRINTED, LINK_SHOWN } from './queries.ts'

const isTheirs = ({ emails, phones }: KnownPerson): RawBuilder<boolean> =>
  sql`(lower(person.email) = any(${emails}::text[]) or person.phone_number = any(${phones}::text[]))`

const OWN_NOTES = [LINK_SHOWN, LETTER_PRINTED]

export const awardsPersonalData: PersonalData = {
  addresses: [
    { table: 'person', column: 'email', kind: 'email' },
    { table: 'person', column: 'phone_number', kind: 'phone' },
  ],
  sections: (person) => ({
    helpedAs: sql`select person.name, person.email, person.phone_number, person.postal_address, person.postcode, person.date_of_birth, person.language,
        person.created_at, team.name as by_team
      from person join team on team.id = person.team_id where ${isTheirs(person)} order by person.id`,
    awardsTo: sql`select award.created_at, award.case_reference, award.reason, award.household_type, award.currency, award.amount_pence, award.paid_pence, award.status, award.rail
      from award join person on person.id = award.person_id where ${isTheirs(person)} order by award.id`,
  }),
  // An award is what a grant was spent on: it stays, and says no more to whom, in which case or why.
  erase: async ({ tx, at }, person) => {
    await sql`
      update award set case_reference = ${ERASED}, reason = ${ERASED}, household_type = null, change_reason = null, cannot_use = null
      from person where person.id = award.person_id and ${isTheirs(person)}`.execute(tx)
    // What colleagues wrote may name them; what we write ourselves does not.
    await sql`
      update award_event set reason = ${ERASED} from award join person on person.id = award.person_id
      where award.id = award_event.award_id and award_event.reason is not null and award_event.reason <> all(${[...OWN_NOTES]}::text[])
        and award_event.actor_kind <> all(${['system', 'recipient', 'operator']}::text[]) and ${isTheirs(person)}`.execute(
      tx,
    )
    await sql`
      update person set name = null, email = null, phone_number = null, postal_address = null, postcode = null, date_of_birth = null, language = null, erased_at = ${at}
      where ${isTheirs(person)}`.execute(tx)
  },
}
