import type { ParticipantList, putParticipantList } from '#contract/budgets/participant-list.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord, ParticipantRecord } from '../budget/budget.ts'
import { budgetInScope, listCurrentParticipants, lockBudgetInScope } from '../budget/queries.ts'
import { checkRows } from './participants-csv.ts'

type Typed = Input<typeof putParticipantList>['body']

/** The people of a budget as they were typed; null where none wait to be put right. @throws not_found */
export async function typedPeople(db: Db | Tx, caller: Principal, budgetId: string): Promise<ParticipantList | null> {
  const { id } = await budgetInScope(db, caller, budgetId)
  const row = await db
    .selectFrom('automated_budget_list')
    .select(['content', 'updated_at'])
    .where('budget_id', '=', id)
    .executeTakeFirst()
  return row ? { ...(row.content as Typed), dateModified: iso(row.updated_at) } : null
}

/**
 * Keeps people with a budget as they were typed, wrong ones too; none where those who are in it are the same.
 * @throws not_found; wrong_state once people have been invited; conflict when others are in it than when they were typed
 */
export async function keepPeople(work: Work, caller: Principal, budgetId: string, typed: Typed): Promise<void> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, budgetId)
  if (budget.status !== 'draft' && budget.status !== 'scheduled')
    throw new Problem('wrong_state', `The budget is ${budget.status}: its people have been invited.`, {
      help: 'Add others as participants.',
    })
  const current = await listCurrentParticipants(tx, budgetId)
  const known = new Set(typed.known)
  if (known.size !== current.length || current.some(({ email }) => !known.has(email)))
    throw new Problem('conflict', 'Others are in the budget than when these people were typed.', {
      help: 'Read its participants again.',
    })
  if (isInBudget(budget, current, typed)) return forgetTypedPeople(work, budgetId)
  const list = { content: JSON.stringify(typed), updated_at: at }
  await tx
    .insertInto('automated_budget_list')
    .values({ budget_id: budgetId, team_id: budget.team_id, ...list })
    .onConflict((conflict) => conflict.column('budget_id').doUpdateSet(list))
    .execute()
}

export async function forgetTypedPeople({ tx }: Work, budgetId: string): Promise<void> {
  await tx.deleteFrom('automated_budget_list').where('budget_id', '=', budgetId).execute()
}

/** Whether people as typed are those who are in a budget, each with the same amount. */
function isInBudget({ currency }: BudgetRecord, current: readonly ParticipantRecord[], { rows }: Typed): boolean {
  const said = rows.filter(({ email, name, amount }) => email || name || amount)
  const { participants, errors } = checkRows(
    said.map(({ email, name, amount }) => ({ email, name, amount: amount || null })),
    { currency, taken: new Set() },
  )
  const saved = new Map(current.map((each) => [each.email, each]))
  return (
    errors.length === 0 &&
    participants.length === current.length &&
    participants.every(({ email, name, budgetAmount }) => {
      const each = saved.get(email)
      return each && each.budget_amount === budgetAmount && each.name === name
    })
  )
}
