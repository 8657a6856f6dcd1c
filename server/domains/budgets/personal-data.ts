import { type RawBuilder, sql } from 'kysely'
import { type KnownPerson, type PersonalData, typedListWithout } from '#server/platform/personal-data.ts'
import { lockBudgetInScope } from './budget/queries.ts'
import { removeParticipants } from './participants/change-participants.ts'

const isThem = ({ userId, emails }: KnownPerson): RawBuilder<boolean> =>
  sql`(participant.email = any(${emails}::text[]) or participant.user_id = ${userId})`

export const budgetsPersonalData: PersonalData = {
  addresses: [{ table: 'automated_budget_participant', column: 'email', kind: 'email' }],
  sections: (person) => ({
    allowances: sql`select budget.name as budget, participant.email, participant.name, participant.status, participant.created_at, participant.accepted_at, participant.deleted_at
      from automated_budget_participant participant join automated_budget budget on budget.id = participant.budget_id where ${isThem(person)}`,
  }),
  // What they have not spent goes back to the budget's wallet.
  erase: async (work, person) => {
    const { tx, at } = work
    const { rows } = await sql<{ id: string; budget_id: string; team_id: string; status: string }>`
      select id, budget_id, team_id, status from automated_budget_participant participant where ${isThem(person)} order by budget_id`.execute(
      tx,
    )
    const currentParticipants = Map.groupBy(
      rows.filter(({ status }) => status !== 'deleted'),
      (row) => row.budget_id,
    )
    for (const [budgetId, participants] of currentParticipants) {
      const budget = await lockBudgetInScope(tx, { teamIds: [participants[0]!.team_id] }, budgetId)
      await removeParticipants(
        work,
        budget,
        participants.map(({ id }) => id),
      )
    }
    await sql`
      update automated_budget_participant set email = 'erased-' || id || '@erased.invalid', name = null, updated_at = ${at}
      where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
    const list = typedListWithout(person, { column: 'content', cell: 'email' })
    if (list) await sql`update automated_budget_list set content = ${list.rest} where ${list.isAbout}`.execute(tx)
  },
}
