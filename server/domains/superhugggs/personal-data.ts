import { sql } from 'kysely'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const superHugggsPersonalData: PersonalData = {
  addresses: [],
  sections: (person) => ({
    claims: sql`select claim.claimed_at, team.name as from_team from superhuggg_claim claim
      join huggg on huggg.id = claim.huggg_id join recipient on recipient.id = huggg.recipient_id join team on team.id = claim.team_id
      where ${isTheirs(person)}`,
  }),
  // People who claimed are known by a keyed hash of the address; it goes too, so that no one can ask whether someone did.
  erase: async ({ tx }, person) => {
    await sql`
      update superhuggg_claim set person_key = 'erased ' || huggg_id from huggg join recipient on recipient.id = huggg.recipient_id
      where huggg.id = superhuggg_claim.huggg_id and ${isTheirs(person)}`.execute(tx)
    await sql`delete from superhuggg_code using recipient
      where recipient.id = superhuggg_code.recipient_id and ${isTheirs(person)}`.execute(tx)
  },
}
