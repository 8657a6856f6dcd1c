import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take far longer than their size tells: started last, each would run on alone. */
const LONG = [
  'contract/reference/openapi.test.ts',
  'tools/types.test.ts',
  'server/app/figures.http.test.ts',
  'e2e/rehearsal.fault.test.ts',
  'e2e/budgets.fault.test.ts',
  'e2e/crash.fault.test.ts',
  'server/domains/delivery/delivery.fault.test.ts',
  'e2e/browsing.e2e.test.ts',
  'e2e/sending.e2e.test.ts',
  'e2e/signed-in.e2e.test.ts',
  'e2e/budget-page.e2e.test.ts',
  'e2e/every-way.e2e.test.ts',
  'e2e/team-money.e2e.test.ts',
  'e2e/brand.e2e.test.ts',
  'e2e/team-rules.e2e.test.ts',
]

/** Longest first, so that no worker is left with a long file while the other has none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name))
      return place === -1 ? LONG.length : place
    }
    return bySize.toSorted((one, other) => rank(one) - rank(other))
  }
}
