import { listAudit } from '#contract/reports/audit.ts'
import {
  downloadSpendingReport,
  getSpendingReport,
  getTeamSpending,
  reportUserBalances,
  reportUserTransactions,
} from '#contract/reports/reports.ts'
import { toDate } from '#kit/time.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { requirePermission } from '#server/platform/principal.ts'
import { auditPage } from './audit.ts'
import { balancesReport } from './balances.ts'
import { assertUserInScope, transactionRowsOfUser } from './queries.ts'
import { serializeReportRow } from './serialize.ts'
import { teamSpending } from './spending.ts'
import { spendingReport } from './spending-report.ts'
import { spendingFile } from './spending-sheet.ts'

export const reportRoutes: Route[] = [
  read(reportUserTransactions, async ({ db, caller, params }) => {
    if (params.userId !== caller.userId) {
      requirePermission(caller, 'view-statistics')
      await assertUserInScope(db, caller, params.userId)
    }
    return { data: (await transactionRowsOfUser(db, caller, params.userId)).map(serializeReportRow) }
  }),
  read(reportUserBalances, async ({ db, posy, caller, params }) => {
    if (params.id !== caller.userId) {
      requirePermission(caller, 'view-statistics')
      await assertUserInScope(db, caller, params.id)
    }
    return { data: await balancesReport(db, caller, params.id, toDate(posy.clock.now())) }
  }),
  read(getTeamSpending, async ({ posy, caller, params, query }) => ({
    data: await teamSpending(posy, caller, { teamId: params.id, ...query }),
  })),
  read(getSpendingReport, async ({ posy, caller, params, query }) => ({
    data: await spendingReport(posy, caller, { teamId: params.id, ...query }),
  })),
  read(downloadSpendingReport, async ({ posy, caller, params, query: { format, ...query } }) => ({
    data: await spendingFile(await spendingReport(posy, caller, { teamId: params.id, ...query }), format),
  })),
  read(listAudit, ({ db, caller, params, query }) => auditPage(db, caller, params.id, query)),
]
