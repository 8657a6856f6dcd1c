import type { Posy } from '#server/platform/posy.ts'
import { expireDue } from './expire-hugggs.ts'
import { askAgain } from './fetch-voucher.ts'
import { nextExpiryAt } from './queries.ts'
import { nextAttemptAt } from './voucher-queries.ts'

export function registerHugggs(posy: Posy): void {
  posy.due.push({ name: 'hugggs.expiry', nextDueAt: () => nextExpiryAt(posy.db), run: (now) => expireDue(posy, now) })
  posy.due.push({ name: 'hugggs.issuers', nextDueAt: () => nextAttemptAt(posy.db), run: (now) => askAgain(posy, now) })
}
