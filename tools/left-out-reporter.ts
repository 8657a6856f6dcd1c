import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Why a file leaves tests out where a machine lacks what they need, and nothing of npm's stands in for it. */
const reasons: Record<string, string> = {
  'e2e/client.e2e.test.ts': 'there is no curl here',
  'e2e/pgbouncer.fault.test.ts': 'there is no PgBouncer here, and only root may install it',
  'e2e/rehearsal.fault.test.ts': 'there is no pg_dump here, and only root may install it: a backup cannot be taken',
  'server/platform/database/folder-lock.fault.test.ts': 'this machine may not make containers',
  'server/platform/database/old-line.db.test.ts': 'there is no pg_dump here as new as the server',
  'tools/both-ways.fault.test.ts': 'the program is not installed here, or is hidden: the way without it is tested',
}

/** The tests of a run that leave themselves out, each with its reason; what a filter leaves out was asked for. */
export const leftOut = (modules: readonly Pick<TestModule, 'relativeModuleId' | 'children'>[]): string[] =>
  modules.flatMap(({ relativeModuleId, children }) =>
    [...children.allTests()]
      .filter(({ options }) => options.mode === 'skip' || options.mode === 'todo')
      .map(
        ({ fullName }) => `${relativeModuleId}: ${fullName} (${reasons[relativeModuleId] ?? 'it does not say why'})`,
      ),
  )

/** Says at the end of a run what was left out and why: a test that is not run proves nothing. */
export default class LeftOut implements Reporter {
  #isFiltered = false

  /** Tests that a name passes over look like those that leave themselves out. */
  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = this.#isFiltered ? [] : leftOut(modules)
    if (lines.length === 0) return
    const tests = lines.length === 1 ? '1 test was left out' : `${lines.length} tests were left out`
    process.stdout.write(`\n${tests} on this machine:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }
}
