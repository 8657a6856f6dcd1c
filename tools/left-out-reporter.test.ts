import { expect, test } from 'vitest'
import { leftOut } from './left-out-reporter.ts'

test('a run names each test that left itself out, with why, and none that a filter left out', () => {
  const ran = (relativeModuleId: string, modes: Record<string, string>) => {
    const tests = Object.entries(modes).map(([fullName, mode]) => ({ fullName, options: { mode } }))
    return { relativeModuleId, children: { allTests: () => tests } } as unknown as Parameters<typeof leftOut>[0][number]
  }
  expect(
    leftOut([
      ran('e2e/pgbouncer.fault.test.ts', { 'behind PgBouncer': 'skip' }),
      ran('kit/money.test.ts', { 'adds up': 'run', 'is for later': 'todo' }),
    ]),
  ).toEqual([
    'e2e/pgbouncer.fault.test.ts: behind PgBouncer (there is no PgBouncer here, and only root may install it)',
    'kit/money.test.ts: is for later (it does not say why)',
  ])
})
