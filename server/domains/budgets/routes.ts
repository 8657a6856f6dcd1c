import { getAllowanceLimit } from '#contract/budgets/allowance-limit.ts'
import * as statementContract from '#contract/budgets/allowance-statement.ts'
import * as runContract from '#contract/budgets/budget-runs.ts'
import * as budgetContract from '#contract/budgets/budgets.ts'
import * as listContract from '#contract/budgets/participant-list.ts'
import * as participantContract from '#contract/budgets/participants.ts'
import { getRunCalendar } from '#contract/budgets/run-calendar.ts'
import { iso, toDate } from '#kit/time.ts'
import { teamsOpenTo } from '#server/domains/teams/team/index.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import {
  allowanceOfTeam,
  allowancesOfUser,
  allowancesOver,
  budgetInScope,
  budgetsPage,
  executionsPage,
  listCurrentParticipants,
  loadExecution,
  outcomesPage,
  participantsByIds,
  participantsPage,
} from './budget/queries.ts'
import { createBudget, deleteBudget, previewChanges, requireNamedStart, updateBudget } from './budget/save-budget.ts'
import { runCalendar } from './calendar/run-calendar.ts'
import { changesSinceRun } from './changes/changes-since-run.ts'
import { copyBudget } from './copies/copy-budget.ts'
import { changedBudget, executionDates, forecastBudget } from './forecast/forecast-budget.ts'
import { reportPaid } from './limits/report-paid.ts'
import { addParticipants, checkParticipants } from './participants/add-participants.ts'
import { deleteParticipants, updateParticipants } from './participants/change-participants.ts'
import { leaveBudget } from './participants/leave-budget.ts'
import { type ParticipantRow, readParticipants } from './participants/participants-csv.ts'
import { withdraw } from './participants/return-funds.ts'
import { keepPeople, typedPeople } from './participants/typed-people.ts'
import { requestRun } from './runs/request-run.ts'
import { startBudget, stopBudget, unscheduleBudget } from './runs/start-budget.ts'
import { undoable, undoRun } from './runs/undo-run.ts'
import {
  serializeAllowances,
  serializeBalances,
  serializeBudget,
  serializeExecution,
  serializeOutcome,
  serializeOverviews,
  serializeParticipantRows,
} from './serialize.ts'
import { ownStatement, participantStatement } from './statements/allowance-statement.ts'

/** So long people are told of a budget that they are no longer in. */
const OVER_SHOWN_MS = 60 * 86_400_000

const loadOverview = async ({ tx, at }: Work, caller: Principal, id: string) => {
  const [data] = await serializeOverviews(tx, [await budgetInScope(tx, caller, id)], at)
  return { data: data! }
}

const toParticipantRow = (
  participant: string | { email: string; name?: string | null | undefined; budgetAmount?: number | null | undefined },
): ParticipantRow =>
  typeof participant === 'string'
    ? { email: participant, name: null, amount: null }
    : { email: participant.email, name: participant.name ?? null, amount: participant.budgetAmount ?? null }

const lifeRoutes: Route[] = [
  read(budgetContract.listBudgets, async ({ db, posy, caller, query }) => {
    const page = cursorPage(await budgetsPage(db, caller, query), query, ({ id }) => [id])
    return { ...page, data: await serializeOverviews(db, page.data, toDate(posy.clock.now())) }
  }),
  command(budgetContract.createBudget, async ({ work, caller, body, kept }) => {
    requireNamedStart(kept, body, null)
    return loadOverview(work, caller, await createBudget(work, caller, body))
  }),
  read(budgetContract.getBudget, async ({ db, posy, caller, params }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const [data] = await serializeOverviews(db, [budget], toDate(posy.clock.now()))
    return { data: data! }
  }),
  read(budgetContract.getBudgetChanges, async ({ db, caller, params }) => {
    const changes = await changesSinceRun(db, await budgetInScope(db, caller, params.id))
    return { data: changes && { since: iso(changes.since), before: serializeBudget(changes.before) } }
  }),
  read(budgetContract.previewBudget, async ({ db, posy, caller, params, query, body }) => {
    const at = toDate(posy.clock.now())
    const budget = await budgetInScope(db, caller, params.id)
    const { changed } = await previewChanges(db, caller, budget, { fields: body, at })
    const [data] = await serializeOverviews(db, [changed], at)
    const forecast = await forecastBudget(db, changed, at, query.runs)
    const dates = executionDates(changed, at, query.runs).map(iso)
    // Its figures are read by what is saved.
    return { data: { budget: { ...data!, calculatedBudgetAmount: forecast.costPerRun }, forecast, dates } }
  }),
  command(budgetContract.updateBudget, async ({ work, caller, params, query, body, kept }) => {
    await updateBudget(work, caller, params.id, { fields: body, unchangedSince: query.unchangedSince })
    const answer = await loadOverview(work, caller, params.id)
    requireNamedStart(kept, body, answer.data.startingAt)
    return answer
  }),
  command(budgetContract.deleteBudget, async ({ work, caller, params }) => {
    await deleteBudget(work, caller, params.id)
    return { data: { success: true } }
  }),
  command(budgetContract.copyBudget, async ({ work, caller, params, body }) =>
    loadOverview(work, caller, await copyBudget(work, caller, params.id, body)),
  ),
  command(budgetContract.startBudget, async ({ work, caller, params, body }) => {
    await startBudget(work, caller, params.id, body)
    return loadOverview(work, caller, params.id)
  }),
  command(budgetContract.stopBudget, async ({ work, caller, params }) => {
    await stopBudget(work, caller, params.id)
    return loadOverview(work, caller, params.id)
  }),
  command(budgetContract.unscheduleBudget, async ({ work, caller, params }) => {
    await unscheduleBudget(work, caller, params.id)
    return loadOverview(work, caller, params.id)
  }),
]

const runRoutes: Route[] = [
  command(runContract.runBudget, async ({ work, caller, params }) => ({
    data: serializeExecution(await requestRun(work, caller, params.id)),
  })),
  read(runContract.getExecutionDates, async ({ db, posy, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    return { data: executionDates(budget, toDate(posy.clock.now()), query.limit).map((date) => date.toISOString()) }
  }),
  read(runContract.getForecast, async ({ db, posy, caller, params, query }) => {
    const budget = changedBudget(await budgetInScope(db, caller, params.id), query)
    return { data: await forecastBudget(db, budget, toDate(posy.clock.now()), query.runs) }
  }),
  read(getRunCalendar, async ({ db, posy, caller, query }) => ({
    data: await runCalendar(db, caller, toDate(posy.clock.now()), query.months),
  })),
  replicaRead(runContract.listExecutions, async ({ db, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const page = cursorPage(await executionsPage(db, budget.id, query), query, ({ id }) => [id])
    return { ...page, data: page.data.map(serializeExecution) }
  }),
  read(runContract.getExecution, async ({ db, caller, params }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const execution = await loadExecution(db, budget.id, params.executionId)
    return { data: { ...serializeExecution(execution), undo: await undoable(db, execution) } }
  }),
  command(runContract.undoExecution, async ({ work, caller, params: { id: budgetId, executionId } }) => ({
    data: serializeExecution(await undoRun(work, caller, { budgetId, executionId })),
  })),
  replicaRead(runContract.listExecutionOutcomes, async ({ db, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const execution = await loadExecution(db, budget.id, params.executionId)
    const page = cursorPage(await outcomesPage(db, execution.id, query), query, ({ email }) => [email])
    return { ...page, data: page.data.map(serializeOutcome) }
  }),
]

const participantRoutes: Route[] = [
  replicaRead(participantContract.listParticipants, async ({ db, posy, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const page = cursorPage(await participantsPage(db, budget.id, query), query, ({ email, id }) => [email, id])
    return { ...page, data: await serializeParticipantRows(db, page.data, toDate(posy.clock.now())) }
  }),
  command(participantContract.addParticipants, async ({ work, caller, params, body }) => {
    const added = await addParticipants(work, caller, params.id, body.participants.map(toParticipantRow))
    return { data: await serializeParticipantRows(work.tx, added, work.at) }
  }),
  read(participantContract.checkParticipants, async ({ db, caller, params, body: { participants, csv = '' } }) => {
    const { rows, unreadColumns } = participants
      ? {
          rows: participants.map(({ email, name = null, amount }) => ({ email, name, amount: amount || null })),
          unreadColumns: [],
        }
      : readParticipants(csv)
    return { data: { ...(await checkParticipants(db, caller, params.id, rows)), unreadColumns } }
  }),
  command(participantContract.deleteParticipants, async ({ work, caller, params, body }) => {
    const deleted = await deleteParticipants(work, caller, params.id, body.participantIds)
    return { data: await serializeParticipantRows(work.tx, deleted, work.at) }
  }),
  command(participantContract.updateParticipants, async ({ work, caller, params, body }) => {
    const changed = await updateParticipants(work, caller, params.id, body)
    return { data: await serializeParticipantRows(work.tx, changed, work.at) }
  }),
  read(listContract.getParticipantList, async ({ db, caller, params }) => ({
    data: await typedPeople(db, caller, params.id),
  })),
  command(listContract.putParticipantList, async ({ work, caller, params, body }) => {
    await keepPeople(work, caller, params.id, body)
    return { data: await typedPeople(work.tx, caller, params.id) }
  }),
  read(participantContract.getParticipantBalance, async ({ db, caller, params }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const participants = await participantsByIds(db, budget.id, [params.participantId])
    const [data] = await serializeBalances(db, budget, participants)
    return { data: data! }
  }),
  replicaRead(participantContract.listParticipantBalances, async ({ db, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const participants = query.participantId
      ? await participantsByIds(db, budget.id, query.participantId)
      : await listCurrentParticipants(db, budget.id)
    return { data: await serializeBalances(db, budget, participants) }
  }),
  command(participantContract.withdrawFromParticipant, async ({ work, caller, params, body }) => {
    const { id: budgetId, participantId } = params
    await withdraw(work, caller, { budgetId, participantId, amountPence: body.amount })
    const budget = await budgetInScope(work.tx, caller, budgetId)
    const [data] = await serializeBalances(work.tx, budget, await participantsByIds(work.tx, budgetId, [participantId]))
    return { data: data! }
  }),
  read(participantContract.getAllowance, async ({ db, posy, caller }) => {
    const found = [await allowanceOfTeam(db, member(caller).teamId)]
    const [data] = await serializeAllowances(db, found, toDate(posy.clock.now()))
    return { data: data! }
  }),
  read(participantContract.listAllowances, async ({ db, posy, caller, query }) => {
    const now = toDate(posy.clock.now())
    const { userId } = member(caller)
    const only = await teamsOpenTo(db, caller)
    const since = new Date(now.getTime() - OVER_SHOWN_MS)
    const found = query.over
      ? await allowancesOver(db, userId, { only, since })
      : await allowancesOfUser(db, userId, only)
    return { data: await serializeAllowances(db, found, now) }
  }),
  command(participantContract.leaveBudget, async ({ work, caller, params }) => ({
    data: { returned: await leaveBudget(work, caller, params.participantId) },
  })),
  read(statementContract.getAllowanceStatement, async ({ db, posy, caller, params, query }) => ({
    data: await ownStatement(db, caller, params.participantId, toDate(posy.clock.now()), query),
  })),
  read(statementContract.getParticipantStatement, async ({ db, posy, caller, params, query }) => ({
    data: await participantStatement(db, caller, params, toDate(posy.clock.now()), query),
  })),
  read(getAllowanceLimit, async ({ db, posy, caller, query }) => ({
    data: await reportPaid(db, caller, toDate(posy.clock.now()), query.limit),
  })),
]

export const budgetRoutes: Route[] = [...lifeRoutes, ...runRoutes, ...participantRoutes]
