import type { Posy } from '#server/platform/posy.ts'
import { provideMoneyAct } from '#server/platform/waiting-acts.ts'
import { allocation } from './lines/allocate-line.ts'
import { bookNewLines } from './lines/book-line.ts'
import { BOOK_LINES_JOB } from './lines/events.ts'
import { registerBankMatcher } from './lines/matchers.ts'
import { walletReceipt } from './lines/receive-by-hand.ts'
import { walletMatcher } from './lines/wallet-matcher.ts'
import { paidPayoutMatcher, returnedPayoutMatcher } from './payouts/payout-matchers.ts'

export function registerBank(posy: Posy): void {
  for (const matcher of [walletMatcher, paidPayoutMatcher, returnedPayoutMatcher]) registerBankMatcher(posy, matcher)
  provideMoneyAct(posy, allocation)
  provideMoneyAct(posy, walletReceipt)
  posy.queue.define({ name: BOOK_LINES_JOB, handle: () => bookNewLines(posy) })
}
