import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { ADVANCE_BUDGET_JOB } from '../budget/events.ts'
import { type ExecutionWithErrors, loadExecution, lockBudgetInScope } from '../budget/queries.ts'
import { openExecution } from './execution.ts'

/**
 * Has a live budget run once more, now: a run that neither counts nor shifts the schedule. While a scheduled run is
 * failing, that one is tried again instead, so that no one is funded twice.
 * @returns the run, which a job carries out
 * @throws wrong_state (409) unless the budget is live and no run is under way
 */
export async function requestRun(work: Work, caller: Principal, budgetId: string): Promise<ExecutionWithErrors> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, budgetId)
  if (budget.status !== 'live' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', `The budget is ${budget.sub_status ?? budget.status}, not live.`, {
      help: 'Only a live budget runs.',
    })
  if (await openExecution(tx, budgetId))
    throw new Problem('wrong_state', 'A run is under way.', { help: 'Wait until it is over.' })
  const failing = budget.retry_at ? await failingRun(work, budgetId, budget.next_index) : undefined
  const id = failing?.id ?? newId()
  if (!failing)
    await tx
      .insertInto('automated_budget_execution')
      .values({
        id,
        budget_id: budgetId,
        team_id: budget.team_id,
        trigger: 'manual',
        occurrence: null,
        scheduled_for: at,
        status: 'pending',
        user_id: member(caller).userId,
        created_at: at,
        updated_at: at,
      })
      .execute()
  await tx
    .updateTable('automated_budget')
    .set({
      sub_status: budget.sub_status ?? 'running',
      due_at: at,
      ...(failing ? { retry_at: at } : {}),
      updated_at: at,
    })
    .where('id', '=', budgetId)
    .execute()
  await work.send(ADVANCE_BUDGET_JOB, { budgetId })
  await work.audit(
    'automated-budget.run-requested',
    { kind: 'automatedBudget', id: budgetId },
    { teamId: budget.team_id, detail: { executionId: id, isRetry: Boolean(failing) } },
  )
  return loadExecution(tx, budgetId, id)
}

const failingRun = ({ tx }: Work, budgetId: string, occurrence: number) =>
  tx
    .selectFrom('automated_budget_execution')
    .select('id')
    .where('budget_id', '=', budgetId)
    .where('trigger', '=', 'scheduled')
    .where('occurrence', '=', occurrence)
    .executeTakeFirst()
