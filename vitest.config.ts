import { spawnSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

/** Tests are sorted by what they need, and the file name says it: see ARCHITECTURE.md. */
const suffixed = (kind: string) => [`**/*.${kind}.test.ts`, `**/*.${kind}.test.tsx`]
const kinds = ['db', 'http', 'fault', 'e2e']

/** What `npm run test:quick` runs of them: buying, receiving, redeeming, budgets, money and who may do what. */
const heart = {
  db: [
    'server/domains/{ledger,wallets,budgets/runs}/*.db.test.ts',
    'server/domains/{hugggs/gifts/hugggs,payments/settle}.db.test.ts',
  ],
  http: [
    'server/domains/purchases/{buy/{transactions,payments,quotes},orders/orders,invoices/invoices}.http.test.ts',
    'server/domains/hugggs/{gifts/hugggs,recipient/recipient,till/till}.http.test.ts',
    'server/domains/{budgets/budgets,wallets/wallets,delivery/delivery}.http.test.ts',
    'server/domains/teams/{teams,sign-in,api-keys}.http.test.ts',
    'server/app/{attacks,doors,sent-back}.http.test.ts',
  ],
}
const included = (kind: 'db' | 'http') => (process.env.TEST_QUICK ? heart[kind] : suffixed(kind))

/** Its limit is in seconds of the wall clock, and a crash wakes all at once: beside other work it would measure that work. */
const timed = ['e2e/database-restart.fault.test.ts']

/** Faults of whole processes; and how much memory one takes is told by one that has run nothing before. */
const apart = ['e2e/**/*.fault.test.ts', 'tools/**/*.fault.test.ts', 'server/app/hostile-bodies.fault.test.ts']

/** Of `db` and `http`: while a test waits for its PostgreSQL, the core it had is another's. */
const DATABASE_WORKERS = 3
/** Faults and journeys wait for other processes, browsers and clocks: two at a time left cores idle, four met limits of time. */
const WAITING_WORKERS = 3

/** Of the committed tree: `PROPERTY_SEED=random npm test` draws others, see tools/property-seed.ts. */
function propertySeed(): string {
  const tree = spawnSync('git', ['rev-parse', '--short=7', 'HEAD^{tree}'], { encoding: 'utf8' })
  return String(tree.status === 0 ? Number.parseInt(tree.stdout.slice(0, 7), 16) : 1)
}

/** Projects in one group run side by side; the groups run one after the other. */
const postgres = './server/testing/global-setup.ts'
const quickPostgres = './server/testing/quick-setup.ts'
const program = './e2e/support/program-setup.ts'
const journeys = './e2e/support/global-setup.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The second says what a run leaves out, and why.
    reporters: ['default', './tools/left-out-reporter.ts'],
    restoreMocks: true,
    // Limits end what hangs: none is for what is slow. Vitest's own, of a second for `expect.poll`, are met where every core
    // is taken.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    env: { PROPERTY_SEED: process.env.PROPERTY_SEED ?? propertySeed() },
    setupFiles: './tools/property-seed.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: ['node_modules/**', 'build/**', ...kinds.flatMap(suffixed)],
          // One process runs many files: a process for each took a third of the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: included('db'),
          // Node loads the modules and strips their types: an import read through Vite's runner is a call each time.
          experimental: { viteModuleRunner: false },
          globalSetup: quickPostgres,
          // One process runs many files, each with a database of its own: loading the product for each took half the time.
          isolate: false,
          maxWorkers: DATABASE_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: included('http'),
          // Node loads the modules and strips their types: an import read through Vite's runner is a call each time.
          experimental: { viteModuleRunner: false },
          globalSetup: quickPostgres,
          // One process runs many files, each with a database of its own: loading the product for each took half the time.
          isolate: false,
          maxWorkers: DATABASE_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fault',
          include: suffixed('fault'),
          exclude: ['node_modules/**', 'build/**', ...apart],
          // As for `db`; a file with a server of its own leaves it when it ends.
          experimental: { viteModuleRunner: false },
          globalSetup: postgres,
          isolate: false,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fault-apart',
          include: apart,
          exclude: ['node_modules/**', 'build/**', ...timed],
          globalSetup: [postgres, program],
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fault-timed',
          include: timed,
          globalSetup: [postgres, program],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: [quickPostgres, program, journeys],
          // One process runs many files, each with a Posy and contexts of its own, in one browser.
          isolate: false,
          // A browser on a shared machine loses a race now and then; the report names the person who needed it
          // (decision 380).
          retry: process.env.CI ? 1 : 0,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
