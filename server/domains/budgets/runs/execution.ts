import type { ExecutionErrorType } from '#contract/budgets/budget-runs.ts'
import { newId } from '#kit/ids.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, type ExecutionRecord, nextRunTimes, retryAfter } from '../budget/budget.ts'
import { budgetRunFailed } from '../budget/events.ts'
import { isSubDaily } from '../schedule/schedule.ts'
import type { RunFailure } from './problems.ts'

/** Which run is meant: a scheduled one or a joiner's by its occurrence, a manual one by its row. */
export type RunReference =
  | { trigger: 'scheduled' | 'joiner'; occurrence: number; scheduledFor: Date }
  | { trigger: 'manual'; executionId: string }

/** A run that was started and is not over: asked for by hand, or waiting for a card. */
export const openExecution = (tx: Tx, budgetId: string): Promise<ExecutionRecord | undefined> =>
  tx
    .selectFrom('automated_budget_execution')
    .selectAll()
    .where('budget_id', '=', budgetId)
    .where('status', 'in', ['pending', 'running'])
    .orderBy('id')
    .executeTakeFirst()

export const toRunReference = (execution: ExecutionRecord): RunReference =>
  execution.trigger === 'manual'
    ? { trigger: 'manual', executionId: execution.id }
    : { trigger: execution.trigger, occurrence: execution.occurrence!, scheduledFor: execution.scheduled_for }

/** The row of a run, made where it is the first try. The budget's row is held. */
export async function executionFor(
  { tx, at }: Work,
  budget: BudgetRecord,
  run: RunReference,
): Promise<ExecutionRecord> {
  const query = tx.selectFrom('automated_budget_execution').selectAll().where('budget_id', '=', budget.id)
  if (run.trigger === 'manual') return query.where('id', '=', run.executionId).executeTakeFirstOrThrow()
  let before = query.where('trigger', '=', run.trigger).where('occurrence', '=', run.occurrence)
  // Every joiner's is a run of its own; one that failed is taken up again.
  if (run.trigger === 'joiner') before = before.where('status', 'in', ['failed', 'running'])
  return (
    (await before.orderBy('id', 'desc').executeTakeFirst()) ??
    tx
      .insertInto('automated_budget_execution')
      .values({
        id: newId(),
        budget_id: budget.id,
        team_id: budget.team_id,
        trigger: run.trigger,
        occurrence: run.occurrence,
        scheduled_for: run.scheduledFor,
        status: 'running',
        started_at: at,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

/** Writes down that a run failed, why, and when it is tried again; no money has moved. The budget's row is held. */
export async function recordFailure(
  work: Work,
  budget: BudgetRecord,
  run: RunReference,
  failure: RunFailure,
): Promise<void> {
  const { tx, at } = work
  const execution = await executionFor(work, budget, run)
  // Someone else was through with it in the meantime.
  if (execution.status === 'succeeded' || (run.trigger === 'scheduled' && run.occurrence !== budget.next_index)) return
  const attempt = execution.attempts + 1
  const last = await tx
    .selectFrom('automated_budget_execution_error')
    .select(['type', 'shortfall_pence'])
    .where('execution_id', '=', execution.id)
    .orderBy('attempt', 'desc')
    .executeTakeFirst()
  await tx
    .insertInto('automated_budget_execution_error')
    .values({ execution_id: execution.id, attempt, type: failure.type, shortfall_pence: failure.shortfallPence, at })
    .execute()
  await tx
    .updateTable('automated_budget_execution')
    .set({ status: 'failed', attempts: attempt, charge_id: null, ended_at: at, updated_at: at })
    .where('id', '=', execution.id)
    .execute()
  await planRetry(work, budget, run, attempt)
  const isNews = last?.type !== (failure.type satisfies ExecutionErrorType)
  // Of more people who wait, at most once a day.
  const isMore = run.trigger === 'joiner' && (failure.shortfallPence ?? 0) > (last?.shortfall_pence ?? 0)
  const day = isNews ? {} : { day: londonDate(toInstant(at)).toString() }
  if (isNews || isMore) await work.emit(budgetRunFailed, { executionId: execution.id, attempt, ...day })
  await work.audit(
    'automated-budget.run-failed',
    { kind: 'automatedBudget', id: budget.id },
    {
      teamId: budget.team_id,
      detail: { executionId: execution.id, attempt, type: failure.type, shortfallPence: failure.shortfallPence },
    },
  )
}

const isAhead = (moment: Date | null, at: Date): boolean => moment !== null && moment > at

async function planRetry({ tx, at }: Work, budget: BudgetRecord, run: RunReference, attempt: number): Promise<void> {
  const retry =
    run.trigger === 'scheduled'
      ? { retry_at: retryAfter(at, attempt) }
      : run.trigger === 'joiner' && !isSubDaily(budget.frequency)
        ? // A try because one more waits leaves the next one where it is.
          { join_retry_at: isAhead(budget.join_retry_at, at) ? budget.join_retry_at : retryAfter(at, attempt) }
        : {}
  if (run.trigger === 'joiner' && isSubDaily(budget.frequency)) await forgetJoiners(tx, budget.id)
  const after: BudgetRecord = { ...budget, ...retry }
  const stopping = budget.sub_status === 'stopping'
  await tx
    .updateTable('automated_budget')
    .set({
      ...retry,
      ...nextRunTimes(after, at, { warned: true }),
      sub_status: stopping ? 'stopping' : null,
      ...(stopping ? { due_at: at } : {}),
      updated_at: at,
    })
    .where('id', '=', budget.id)
    .execute()
}

/** Anyone who waits for the money of a period gets none: its time is over. */
export const forgetJoiners = async (tx: Tx, budgetId: string): Promise<void> => {
  await tx
    .updateTable('automated_budget_participant')
    .set({ joins_occurrence: null })
    .where('budget_id', '=', budgetId)
    .where('joins_occurrence', 'is not', null)
    .execute()
}
