/**
 * `npm test`: every kind of test, from a fresh clone. Arguments go to Vitest: `npm test -- kit`.
 * Vitest starts the PostgreSQL and finds the Chromium that its projects need: see vitest.config.ts.
 */
import { becomeProjectNode, ensureInstalled } from './bootstrap.mjs'

ensureInstalled({ dev: true })
becomeProjectNode(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)])
