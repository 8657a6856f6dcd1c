import { listAudit } from '#contract/reports/audit.ts'
import {
  downloadSpendingReport,
  ENDING_SOON_DAYS,
  getSpendingReport,
  getTeamSpending,
  reportUserBalances,
  reportUserTransactions,
} from '#contract/reports/reports.ts'
import { toDate } from '#kit/time.ts'
import { type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { requirePermission } from '#server/platform/principal.ts'
import { auditPage } from './audit.ts'
import { balancesReport } from './balances.ts'
import { assertUserInScope, transactionRowsOfUser } from './queries.ts'
import { serializeReportRow } from './serialize.ts'
import { teamSpending } from './spending.ts'
import { spendingReport } from './spending-report.ts'
import { spendingFile } from './spending-sheet.ts'

export const reportRoutes: Route[] = [
  replicaRead(reportUserTransactions, async ({ db, posy, caller, params, query: { latest, since } }) => {
    if (params.userId !== caller.userId) {
      requirePermission(caller, 'view-statistics')
      await assertUserInScope(db, caller, params.userId)
    }
    const endingBefore = toDate(posy.clock.now().add({ hours: 24 * ENDING_SOON_DAYS }))
    const few = latest === undefined ? null : { latest, since: since ? new Date(since) : null, endingBefore }
    const rows = await transactionRowsOfUser(db, caller, { userId: params.userId, few })
    return { data: rows.map(serializeReportRow) }
  }),
  read(reportUserBalances, async ({ db, posy, caller, params }) => {
    if (params.id !== caller.userId) {
      requirePermission(caller, 'view-statistics')
      await assertUserInScope(db, caller, params.id)
    }
    return { data: await balancesReport(db, caller, params.id, toDate(posy.clock.now())) }
  }),
  replicaRead(getTeamSpending, async ({ posy: { clock }, db, caller, params, query }) => ({
    data: await teamSpending({ db, clock }, caller, { teamId: params.id, ...query }),
  })),
  replicaRead(getSpendingReport, async ({ posy: { clock }, db, caller, params, query }) => ({
    data: await spendingReport({ db, clock }, caller, { teamId: params.id, ...query }),
  })),
  replicaRead(downloadSpendingReport, async ({ posy: { clock }, db, caller, params, query: { format, ...query } }) => ({
    data: await spendingFile(await spendingReport({ db, clock }, caller, { teamId: params.id, ...query }), format),
  })),
  replicaRead(listAudit, ({ db, caller, params, query }) => auditPage(db, caller, params.id, query)),
]
