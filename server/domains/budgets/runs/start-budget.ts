import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type BudgetRecord, budgetSchedule, nextRunTimes, warnBeforeStart } from '../budget/budget.ts'
import { ADVANCE_BUDGET_JOB, budgetStarted } from '../budget/events.ts'
import { listCurrentParticipants, lockBudgetInScope } from '../budget/queries.ts'
import { hasRuns } from '../budget/save-budget.ts'
import { inviteParticipants } from '../participants/invite-participants.ts'
import { forgetTypedPeople } from '../participants/typed-people.ts'
import { nextPeriod } from '../schedule/period.ts'

const advance = (work: Work, budgetId: string) => work.send(ADVANCE_BUDGET_JOB, { budgetId })

/**
 * Starts a draft at its start date, or at once where there is none ahead; `startNow` does not wait for it, also for one
 * that is scheduled. The first run is at the start. Invites go out when it goes live.
 * @throws wrong_state (409) for one that is live or ended, or would end before it began
 */
export async function startBudget(
  work: Work,
  caller: Principal,
  id: string,
  { startNow }: { startNow: boolean },
): Promise<void> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, id)
  if (budget.status === 'live' || budget.status === 'ended')
    throw new Problem('wrong_state', `The budget is ${budget.status} already.`)
  const isAhead = !startNow && budget.scheduled_start_date !== null && budget.scheduled_start_date > at
  if (budget.status === 'scheduled' && isAhead) return
  if (!hasRuns(budgetSchedule({ ...budget, starting_at: isAhead ? budget.scheduled_start_date : at }, at)))
    throw new Problem('wrong_state', 'The budget would end before its first run.', { help: 'Choose a later end date.' })
  if (isAhead) {
    const warnAt = warnBeforeStart(budget.scheduled_start_date!, at)
    await tx
      .updateTable('automated_budget')
      .set({ status: 'scheduled', warn_at: warnAt, due_at: warnAt, updated_at: at })
      .where('id', '=', id)
      .execute()
  } else {
    await goLive(work, budget, at)
    await advance(work, id)
  }
  await work.audit(
    isAhead ? 'automated-budget.scheduled' : 'automated-budget.started',
    { kind: 'automatedBudget', id },
    { teamId: budget.team_id },
  )
}

/** Makes a locked budget live from a moment on, with its first run due; everybody who was added is invited. */
export async function goLive(work: Work, budget: BudgetRecord, startingAt: Date): Promise<void> {
  const { tx, at } = work
  await forgetTypedPeople(work, budget.id)
  const started: BudgetRecord = { ...budget, status: 'live', starting_at: startingAt, started_at: at, next_index: 0 }
  await tx
    .updateTable('automated_budget')
    .set({
      status: 'live',
      sub_status: 'starting',
      starting_at: startingAt,
      started_at: at,
      next_index: 0,
      ...nextRunTimes(started, at),
      due_at: at,
      invoice_due_at: nextPeriod({ from: at, endedAt: null }).dueAt,
      updated_at: at,
    })
    .where('id', '=', budget.id)
    .execute()
  const drafts = (await listCurrentParticipants(tx, budget.id)).filter(({ status }) => status === 'draft')
  await inviteParticipants(
    work,
    budget,
    drafts.map(({ email }) => email),
  )
  await work.emit(budgetStarted, { budgetId: budget.id })
}

/** @throws wrong_state (409) unless it is scheduled */
export async function unscheduleBudget(work: Work, caller: Principal, id: string): Promise<void> {
  const budget = await lockBudgetInScope(work.tx, caller, id)
  if (budget.status !== 'scheduled') throw new Problem('wrong_state', `The budget is ${budget.status}, not scheduled.`)
  await work.tx
    .updateTable('automated_budget')
    .set({ status: 'draft', warn_at: null, due_at: null, updated_at: work.at })
    .where('id', '=', id)
    .execute()
  await work.audit('automated-budget.unscheduled', { kind: 'automatedBudget', id }, { teamId: budget.team_id })
}

/**
 * Has a live budget ended. Taking its row waits for a run under way; a job then returns what is unspent.
 * @throws wrong_state (409) unless it is live
 */
export async function stopBudget(work: Work, caller: Principal, id: string): Promise<void> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, id)
  if (budget.status !== 'live')
    throw new Problem('wrong_state', `The budget is ${budget.status}, not live.`, {
      ...(budget.status === 'scheduled' ? { help: 'Unschedule it.' } : {}),
    })
  if (budget.sub_status === 'stopping') return
  await tx
    .updateTable('automated_budget')
    .set({ sub_status: 'stopping', due_at: at, updated_at: at })
    .where('id', '=', id)
    .execute()
  await advance(work, id)
  await work.audit('automated-budget.stopped', { kind: 'automatedBudget', id }, { teamId: budget.team_id })
}
