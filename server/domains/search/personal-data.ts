import { sql } from 'kysely'
import { toDate } from '#kit/time.ts'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import { mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'
import { purgeExpiredExports } from './purge-expired-exports.ts'

export const searchPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    exportsMade: sql`select kind, created_at, expires_at from export_request where user_id = ${userId}`,
    savedViews: sql`select name, place, query, updated_at from saved_view where user_id = ${userId}`,
  }),
  // Which rows a finished file holds is not kept: every one of the teams that sent them something ends.
  erase: async ({ tx, at }, person) => {
    await sql`
      update export_request set expires_at = least(expires_at, ${at}) where emptied_at is null and (
        user_id = ${person.userId} or team_ids && array(select recipient.team_id from recipient where ${isTheirs(person)}))`.execute(
      tx,
    )
    const pattern = mentionPattern(person)
    await sql`delete from saved_view where user_id = ${person.userId}
      or query ~* ${pattern} or replace(query, '%40', '@') ~* ${pattern} or name ~* ${pattern}`.execute(tx)
  },
  removeFiles: (posy) => purgeExpiredExports(posy, toDate(posy.clock.now())),
}
