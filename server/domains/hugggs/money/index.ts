/** What gifts move: their price, their refund and where it goes, what is owed for them. */
export { type InvoicePayments, invoiceDebts, lockInvoiced, settleInvoices } from './owed.ts'
export { bookedElsewhere, placeRefunds, type RefundWallet, refundAccounts, returnPlace } from './refund-wallets.ts'
export {
  breakageEntries,
  changePence,
  choiceChangeEntries,
  type GiftMoney,
  giftCostPence,
  giftPricePence,
  partEntries,
  redemptionEntries,
  refundEntries,
  refundPence,
  unspentPence,
  whyNoParts,
} from './settlement.ts'
