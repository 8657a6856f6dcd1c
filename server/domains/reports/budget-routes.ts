import * as contract from '#contract/reports/budget-reports.ts'
import { isoOrNull, toInstant } from '#kit/time.ts'
import { budgetInScope } from '#server/domains/budgets/index.ts'
import { type Read, type Route, replicaRead } from '#server/platform/http/route.ts'
import { clampReportPeriod } from './budget-period.ts'
import * as queries from './budget-queries.ts'
import { overTime } from './budget-reports.ts'
import { reportFile } from './budget-sheets.ts'

/** The budget and the period that are asked about. @throws not_found (404) */
async function asked({ db, posy, caller, params, query }: Read<typeof contract.reportFunding>) {
  const budget = await budgetInScope(db, caller, params.id)
  const now = posy.clock.now()
  return { db, budget, now, period: clampReportPeriod(query, toInstant(budget.created_at), now) }
}

export const budgetReportRoutes: Route[] = [
  replicaRead(contract.reportBondsCreated, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadBondsCreated(db, budget, period) }
  }),
  replicaRead(contract.reportFunding, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadFunding(db, budget, period) }
  }),
  replicaRead(contract.reportGiftingReasons, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadReasonsReport(db, budget, period) }
  }),
  replicaRead(contract.reportGifts, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadGiftsReport(db, budget, period) }
  }),
  replicaRead(contract.reportParticipants, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadParticipantsReport(db, budget, period) }
  }),
  replicaRead(contract.reportTotalSpent, async (call) => {
    const { db, budget, period } = await asked(call)
    return { data: await queries.loadSpendByPerson(db, budget, period) }
  }),
  replicaRead(contract.reportLastActive, async (call) => {
    const { db, budget, period } = await asked(call)
    const rows = await queries.loadLastActive(db, budget, period)
    return { data: rows.map((row) => ({ ...row, lastActive: isoOrNull(row.lastActive) })) }
  }),
  replicaRead(contract.reportOverTime, async (call) => {
    const { db, budget, period, now } = await asked(call)
    return { data: await overTime(db, budget, period, now) }
  }),
  replicaRead(contract.downloadReport, async (call) => ({
    data: await reportFile(await asked(call), call.params.report, call.query.format),
  })),
]
