import type { Posy } from '#server/platform/posy.ts'
import { expireDue } from './expiry/index.ts'
import { countExpiring, nextExpiryAt } from './gifts/index.ts'
import { fetchAwaitedCodes } from './recipient/index.ts'
import { hugggsRetention } from './retention.ts'
import { tillRefusalRetention } from './till/index.ts'
import { askAgain, nextAttemptAt, nextAwaitedAt } from './vouchers/index.ts'

const EXPIRY_SOURCE = 'hugggs.expiry'

export function registerHugggs(posy: Posy): void {
  posy.due.push({
    name: EXPIRY_SOURCE,
    nextDueAt: nextExpiryAt,
    run: (now) => expireDue(posy, now),
    brake: { count: (after, until) => countExpiring(posy.db, after, until) },
  })
  posy.due.push({ name: 'hugggs.issuers', nextDueAt: nextAttemptAt, run: (now) => askAgain(posy, now) })
  posy.due.push({
    name: 'hugggs.awaited-codes',
    nextDueAt: nextAwaitedAt,
    run: (now) => fetchAwaitedCodes(posy, now),
  })
  posy.retention.push(...hugggsRetention(posy.config.retention), tillRefusalRetention)
}
