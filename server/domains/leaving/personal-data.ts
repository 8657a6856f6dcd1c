import { sql } from 'kysely'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const leavingPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    requestsToLeave: sql`select team.name as team, leaving.asked_at, leaving.withdrawn_at
      from team_leaving leaving join team on team.id = leaving.team_id where leaving.asked_by = ${userId}`,
  }),
  // Who asked stays known by the account, which forgets its name; whose bank account it is stays with the payout.
  erase: async () => {},
}
