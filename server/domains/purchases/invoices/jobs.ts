import { registerBankMatcher } from '#server/domains/bank/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { provideMoneyAct } from '#server/platform/waiting-acts.ts'
import { invoiceMatcher } from './invoice-matcher.ts'
import { invoiceReceipt } from './receive-for-invoice.ts'

export function registerInvoices(posy: Posy): void {
  registerBankMatcher(posy, invoiceMatcher)
  provideMoneyAct(posy, invoiceReceipt)
}
