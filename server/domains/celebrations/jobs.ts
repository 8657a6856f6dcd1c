import { provideWalletClosingObjection } from '#server/domains/wallets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { objectToClosingWallet } from './object-to-closing-wallet.ts'
import { countDueRules, nextDueAt } from './queries.ts'
import { runDueRules } from './run-rule.ts'

export function registerCelebrations(posy: Posy): void {
  provideWalletClosingObjection(posy, objectToClosingWallet)
  posy.due.push({
    name: 'celebrations',
    nextDueAt: () => nextDueAt(posy.db),
    run: (now) => runDueRules(posy, now),
    brake: { count: (after, until) => countDueRules(posy.db, after, until) },
  })
}
