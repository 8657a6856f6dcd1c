import { sql } from 'kysely'
import { mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'

export const approvalsPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    approvals: sql`select order_id, status, total, currency, asked_at, decided_at, note from approval
      where user_id = ${userId} or decided_by = ${userId}`,
  }),
  erase: async ({ tx }, person) => {
    const pattern = mentionPattern(person)
    if (pattern === null) return
    await sql`update approval set note = regexp_replace(note, ${pattern}, '…', 'gi') where note ~* ${pattern}`.execute(
      tx,
    )
  },
}
