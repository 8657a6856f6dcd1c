import type { Domain } from '#server/platform/http/domain.ts'
import { reconciliationRoutes } from './operator-routes.ts'
import { CHECK_JOB, checkNext } from './run-checks.ts'

export type { ReconcileChecks } from './checks.ts'
export { lastEndedRun } from './queries.ts'
export { runNightly } from './run-checks.ts'

/** Proves the books every night, check by check, and keeps what came of it. */
export const reconciliationDomain: Domain = {
  name: 'reconciliation',
  routes: reconciliationRoutes,
  register: (posy) =>
    posy.queue.define<{ runId: string }>({
      name: CHECK_JOB,
      urgency: 'background',
      handle: ({ runId }) => checkNext(posy, runId),
    }),
}
