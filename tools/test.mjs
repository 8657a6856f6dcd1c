/**
 * `npm test`: every kind of test, from a fresh clone. Arguments go to Vitest: `npm test -- kit`.
 * Vitest starts the PostgreSQL and finds the Chromium that its projects need: see vitest.config.ts.
 */
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { becomeProjectNode, ensureInstalled } from './bootstrap.mjs'

ensureInstalled({ dev: true })
// Tests make much that is thrown away at once: with room for it, the processes clear it away less often, which saves a tenth of their time.
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim()
// What one process of a run has read and compiled of the product, the next need not.
const NODE_COMPILE_CACHE = join(tmpdir(), `posy-compiled-${userInfo().uid}`)
becomeProjectNode(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  NODE_OPTIONS,
  NODE_COMPILE_CACHE,
})
