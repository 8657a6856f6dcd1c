import { sql } from 'kysely'
import { type KnownPerson, mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'

const isTheirs = ({ emails, phones }: KnownPerson) =>
  sql`(lower(person.email) = any(${emails}::text[]) or person.phone_number = any(${phones}::text[]))`

export const recipientGroupsPersonalData: PersonalData = {
  addresses: [
    { table: 'recipient_group_person', column: 'email', kind: 'email' },
    { table: 'recipient_group_person', column: 'phone_number', kind: 'phone' },
  ],
  sections: (person) => ({
    groupsOfRecipients: sql`select person.email, person.phone_number, person.name, person.created_at, team.name as of_team
      from recipient_group_person as person join team on team.id = person.team_id where ${isTheirs(person)} order by person.id`,
    groupsMade: sql`select name, created_at from recipient_group where user_id = ${person.userId} order by id`,
  }),
  // Groups stay after their maker: they are the team's.
  erase: async ({ tx }, person) => {
    await sql`delete from recipient_group_person as person where ${isTheirs(person)}`.execute(tx)
    const pattern = mentionPattern(person)
    if (pattern === null) return
    await sql`update recipient_group_person set name = null where name ~* ${pattern}`.execute(tx)
    // Two names of one maker may become the same: such a one is called by its number.
    await sql`update recipient_group set name = 'Group ' || right(id::text, 8) where name ~* ${pattern}`.execute(tx)
  },
}
