import * as contract from '#contract/operator/reconciliation.ts'
import { iso } from '#kit/time.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { FirstFinding } from './checks.ts'
import { listResults, type ResultRecord, type RunRecord, runById, runsPage } from './queries.ts'
import { runNow } from './run-checks.ts'

const serializeRun = (run: RunRecord): contract.ReconcileRun => ({
  id: run.id,
  night: run.night,
  askedBy: run.asked_by,
  reason: run.reason,
  checks: run.checks,
  startedAt: iso(run.started_at),
  endedAt: run.ended_at && iso(run.ended_at),
  findings: run.findings,
  unanswered: run.unanswered,
})

const serializeResult = (result: ResultRecord): contract.ReconcileResult => ({
  name: result.name,
  findings: result.findings,
  error: result.error,
  first: result.first as FirstFinding[],
  durationMs: result.duration_ms,
})

/** What the operators' console asks of the nightly reconcile. */
export const reconciliationRoutes: Route[] = [
  read(contract.listReconcileRuns, async ({ db, query, request }) => {
    const { rows, total } = await runsPage(db, query)
    return offsetPage(rows.map(serializeRun), total, { ...query, url: request.url })
  }),
  read(contract.getReconcileRun, async ({ db, params }) => {
    const run = found(await runById(db, params.id), 'run of reconcile')
    const results = await listResults(db, run.id)
    return { data: { ...serializeRun(run), results: results.map(serializeResult) } }
  }),
  operatorAct(contract.startReconcile, async ({ work, caller, body }) => {
    const id = await runNow(work, { operator: callingOperator(caller).email, reason: body.reason })
    return { subject: { kind: 'reconcile-run', id }, answer: { data: { id } } }
  }),
]
