import { maySell } from '#server/domains/documents/index.ts'
import { hugggCancelled, hugggExpired } from '#server/domains/hugggs/change/index.ts'
import { nextChangeCreditAt } from '#server/domains/hugggs/recipient/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { nextAwaitingDocument } from '../record/index.ts'
import { issueRecharges, nextRechargeAt } from './charge-again.ts'
import { creditChanges } from './credit-changes.ts'
import { creditGifts, issueAwaited } from './issue-purchase-documents.ts'
import { nextReminderAt, remindOverdue } from './remind-overdue.ts'

export function registerPurchaseDocuments(posy: Posy): void {
  posy.queue.subscribe(hugggCancelled, 'credit', ({ hugggIds }) => creditGifts(posy, hugggIds, 'cancelled'))
  posy.queue.subscribe(hugggExpired, 'credit', ({ hugggIds }) => creditGifts(posy, hugggIds, 'expired'))
  posy.due.push({
    name: 'orders.documents',
    // Without a seller to name, they wait.
    nextDueAt: maySell(posy.config) ? nextAwaitingDocument : async () => null,
    run: () => issueAwaited(posy),
  })
  posy.due.push({
    name: 'orders.recharges',
    nextDueAt: maySell(posy.config) ? nextRechargeAt : async () => null,
    run: (now) => issueRecharges(posy, now),
  })
  posy.due.push({
    name: 'orders.change-credits',
    nextDueAt: maySell(posy.config) ? nextChangeCreditAt : async () => null,
    run: (now) => creditChanges(posy, now),
  })
  posy.due.push({
    name: 'orders.invoice-reminders',
    nextDueAt: nextReminderAt,
    run: (now) => remindOverdue(posy, now),
  })
}
