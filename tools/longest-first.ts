import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of journeys and faults: started last, each would run on alone. The rest of them follow project by project. */
export const FIRST = ['e2e/rehearsal.fault.test.ts', 'e2e/operating.fault.test.ts', 'e2e/quarter/quarter.e2e.test.ts']

/** Files that take far longer than their size tells: the first of their project. */
export const LONG = [
  'contract/reference/openapi.test.ts',
  'tools/types.test.ts',
  'server/domains/budgets/budget/lifecycle.db.test.ts',
  'server/domains/budgets/invoices/period-invoices.db.test.ts',
  'server/app/reconcile.db.test.ts',
  'server/domains/celebrations/celebrations.db.test.ts',
  'server/app/demo/history/history.db.test.ts',
  'server/app/refusals.http.test.ts',
  'server/app/examples.http.test.ts',
  'server/app/own-sandboxes.http.test.ts',
  'server/app/old-line.http.test.ts',
  'server/app/figures.http.test.ts',
  'e2e/browsing.e2e.test.ts',
  'e2e/every-page.e2e.test.ts',
  'e2e/sending.e2e.test.ts',
  'e2e/signed-in.e2e.test.ts',
  'e2e/budget-screens.e2e.test.ts',
  'e2e/entrance.e2e.test.ts',
  'e2e/billing.e2e.test.ts',
  'e2e/activity.e2e.test.ts',
  'e2e/operator-day.e2e.test.ts',
  'e2e/budget-reports.e2e.test.ts',
  'e2e/budget-page.e2e.test.ts',
  'e2e/main-job.e2e.test.ts',
  'server/app/hostile-forms.fault.test.ts',
  'e2e/crash.fault.test.ts',
  'server/domains/delivery/delivery.fault.test.ts',
  'e2e/budgets.fault.test.ts',
  'server/domains/hugggs/vouchers/issuers.fault.test.ts',
  'server/platform/database/folder-lock.fault.test.ts',
]

/**
 * Longest first, so that no worker is left with a long file while the other has none; the files of a project together, for
 * a process that has loaded the product runs on only while the next file is of its project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    const projects = [...new Set(bySize.map(({ project }) => project.name))]
    const place = (list: readonly string[], { moduleId }: TestSpecification) => {
      const found = list.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? list.length : found
    }
    return bySize.toSorted(
      (one, other) =>
        place(FIRST, one) - place(FIRST, other) ||
        projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
        place(LONG, one) - place(LONG, other),
    )
  }
}
