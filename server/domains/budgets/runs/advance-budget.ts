import { newId } from '#kit/ids.ts'
import { toDate, toInstant } from '#kit/time.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type BudgetRecord, budgetSchedule, nextRunTimes, remainingRuns } from '../budget/budget.ts'
import { type Due, dueOccurrence, occurrenceAt } from '../schedule/schedule.ts'
import { chargeForRun, type RunChargeRequest, requestCharge } from './charge-for-run.ts'
import { endBudget, giveUpFailing } from './end-budget.ts'
import {
  executionFor,
  forgetJoiners,
  openExecution,
  type RunReference,
  recordFailure,
  toRunReference,
} from './execution.ts'
import { classifyRunFailure } from './problems.ts'
import { runOnce } from './run-budget.ts'
import { goLive } from './start-budget.ts'
import { warnBeforeFirstRun, warnOfLowFunds } from './warn-of-low-funds.ts'

/** What is to be done after a step: nothing, look again, or ask a card first. */
type Next = 'done' | 'again' | RunChargeRequest

/** Of a budget that was down for years; the rest is done the next time anybody looks. */
const MAX_STEPS = 10_000

/**
 * Brings a budget up to date, step by step, each a transaction of its own that holds the budget's row: anyone who is killed,
 * the next worker continues where it was. Another worker at the same budget is left to it.
 */
export async function advanceBudget(posy: Posy, budgetId: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = await takeStep(posy, budgetId)
    if (next === 'done') return
    if (next !== 'again' && !(await chargeForRun(posy, next))) return
  }
}

async function takeStep(posy: Posy, budgetId: string): Promise<Next> {
  let running: RunReference | null = null
  const attempt = async (work: Work, budget: BudgetRecord, run: RunReference): Promise<Next> => {
    running = run
    const execution = await executionFor(work, budget, run)
    const needs = await runOnce(work, budget, execution)
    return needs ? requestCharge(work, budget, execution, needs.shortfallPence) : 'again'
  }
  try {
    return await asSystem(posy, async (work) => {
      running = null
      const budget = await work.tx
        .selectFrom('automated_budget')
        .selectAll()
        .where('id', '=', budgetId)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      return budget ? nextRunStep(work, budget, attempt) : 'done'
    })
  } catch (error) {
    if (!running) throw error
    await writeFailure(posy, budgetId, running, error)
    return 'again'
  }
}

type Attempt = (work: Work, budget: BudgetRecord, run: RunReference) => Promise<Next>

/** Does the first thing that is to be done for a budget now. */
async function nextRunStep(work: Work, budget: BudgetRecord, attempt: Attempt): Promise<Next> {
  const { tx, at } = work
  if (budget.status === 'scheduled') return startScheduled(work, budget)
  if (budget.status !== 'live') return 'done'
  const open = await openExecution(tx, budget.id)
  if (open) return attempt(work, budget, toRunReference(open))
  if (budget.sub_status === 'stopping') return end(work, budget)

  const schedule = budgetSchedule(budget, at)
  const isLastDone = remainingRuns(budget) === 0
  const dueFrom = (index: number) => (isLastDone ? null : dueOccurrence(schedule, index, toInstant(at)))
  if (budget.retry_at && dueFrom(budget.next_index + 1)) return giveUp(work, budget)
  const due = budget.retry_at ? null : dueFrom(budget.next_index)
  if (due) return attempt(work, await skipMissed(work, budget, due), scheduledRun(due.index, toDate(due.at)))
  if (budget.ends_at && budget.ends_at <= at) return end(work, budget)
  if (budget.retry_at && budget.retry_at <= at)
    return attempt(work, budget, scheduledRun(budget.next_index, toDate(occurrenceAt(schedule, budget.next_index))))
  const joining = await waitingJoiners(work, budget)
  if (joining) return attempt(work, budget, joining)
  if (budget.warn_at && budget.warn_at <= at) return warnOfLowFunds(work, budget)
  return rest(work, budget)
}

const scheduledRun = (occurrence: number, scheduledFor: Date): RunReference => ({
  trigger: 'scheduled',
  occurrence,
  scheduledFor,
})

async function startScheduled(work: Work, budget: BudgetRecord): Promise<Next> {
  const start = budget.scheduled_start_date
  if (start && start > work.at && budget.warn_at && budget.warn_at <= work.at) return warnBeforeFirstRun(work, budget)
  if (!start || start > work.at) return 'done'
  await goLive(work, budget, start)
  return 'again'
}

async function end(work: Work, budget: BudgetRecord): Promise<Next> {
  await endBudget(work, budget)
  return 'done'
}

/** The next run has come: this one is over, uncounted. */
async function giveUp(work: Work, budget: BudgetRecord): Promise<Next> {
  const { tx, at } = work
  await giveUpFailing(work, budget)
  const after = { next_index: budget.next_index + 1, retry_at: null }
  await tx
    .updateTable('automated_budget')
    .set({ ...after, ...nextRunTimes({ ...budget, ...after }, at), due_at: at, updated_at: at })
    .where('id', '=', budget.id)
    .execute()
  await work.audit(
    'automated-budget.run-given-up',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { occurrence: budget.next_index } },
  )
  return 'again'
}

/** One row says which occurrences of minutes or hours were left out. */
async function skipMissed(work: Work, budget: BudgetRecord, due: Due): Promise<BudgetRecord> {
  if (due.skipped === 0) return budget
  const { tx, at } = work
  const first = due.index - due.skipped
  await tx
    .insertInto('automated_budget_execution')
    .values({
      id: newId(),
      budget_id: budget.id,
      team_id: budget.team_id,
      trigger: 'scheduled',
      occurrence: first,
      scheduled_for: toDate(occurrenceAt(budgetSchedule(budget, at), first)),
      status: 'skipped',
      skipped_count: due.skipped,
      ended_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await tx.updateTable('automated_budget').set({ next_index: due.index }).where('id', '=', budget.id).execute()
  return { ...budget, next_index: due.index }
}

/** Anyone who joined between two runs, once the money of their period was handed out to the others. */
async function waitingJoiners({ tx, at }: Work, budget: BudgetRecord): Promise<RunReference | null> {
  const waiting = await tx
    .selectFrom('automated_budget_participant')
    .select(({ fn }) => ['joins_occurrence', fn.max('accepted_at').as('lastAt')])
    .where('budget_id', '=', budget.id)
    .where('joins_occurrence', 'is not', null)
    // Anyone who is paused waits on.
    .where('status', '=', 'active')
    .groupBy('joins_occurrence')
    .orderBy('joins_occurrence', 'desc')
    .executeTakeFirst()
  if (!waiting) return null
  if (budget.join_retry_at && budget.join_retry_at > at && !(await isOneMore(tx, budget, waiting.lastAt))) return null
  const occurrence = budget.next_index - 1
  const given = await tx
    .selectFrom('automated_budget_execution')
    .select('scheduled_for')
    .where('budget_id', '=', budget.id)
    .where('trigger', '=', 'scheduled')
    .where('occurrence', '=', occurrence)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  if (waiting.joins_occurrence === occurrence && given) return { trigger: 'joiner', occurrence, scheduledFor: at }
  await forgetJoiners(tx, budget.id)
  return null
}

/** Whether someone accepted since the last try for those who wait: what is missing is asked for again, for all of them. */
async function isOneMore(tx: Tx, budget: BudgetRecord, lastAt: Date | null): Promise<boolean> {
  const tried = await tx
    .selectFrom('automated_budget_execution')
    .select('ended_at')
    .where('budget_id', '=', budget.id)
    .where('trigger', '=', 'joiner')
    .where('status', '=', 'failed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return Boolean(lastAt && tried?.ended_at && lastAt > tried.ended_at)
}

/** Nothing is to be done until the next moment that something is. */
async function rest({ tx, at }: Work, budget: BudgetRecord): Promise<Next> {
  const rested = {
    ...budget,
    join_retry_at: budget.join_retry_at && budget.join_retry_at > at ? budget.join_retry_at : null,
  }
  const times = nextRunTimes(rested, at, { warned: budget.warn_at === null })
  await tx
    .updateTable('automated_budget')
    .set({ sub_status: null, join_retry_at: rested.join_retry_at, ...times })
    .where('id', '=', budget.id)
    .execute()
  return 'done'
}

/** What a try threw has rolled everything back; its failure is written down separately. */
async function writeFailure(posy: Posy, budgetId: string, run: RunReference, error: unknown): Promise<void> {
  await asSystem(posy, async (work) => {
    const budget = await work.tx
      .selectFrom('automated_budget')
      .selectAll()
      .where('id', '=', budgetId)
      .forUpdate()
      .executeTakeFirst()
    if (budget?.status !== 'live') return
    // A reservation that has lapsed or was used: the card is asked again.
    if (error instanceof Problem && error.code === 'wrong_state') {
      const execution = await executionFor(work, budget, run)
      if (execution.charge_id) {
        await work.tx
          .updateTable('automated_budget_execution')
          .set({ charge_id: null, attempts: execution.attempts + 1, updated_at: work.at })
          .where('id', '=', execution.id)
          .execute()
        return
      }
    }
    const failure = classifyRunFailure(error, budget.unspent_action)
    if (failure.cause) posy.log.error({ budgetId, err: failure.cause }, 'a budget run failed')
    await recordFailure(work, budget, run, failure)
  })
}
