import { sql } from 'kysely'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const announcementsPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    announcementsPutAway: sql`select text, dismissed_at from announcement_dismissal
      join announcement on announcement.id = announcement_id where user_id = ${userId}`,
  }),
  erase: async ({ tx }, { userId }) => {
    if (userId) await tx.deleteFrom('announcement_dismissal').where('user_id', '=', userId).execute()
  },
}
