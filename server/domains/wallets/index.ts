import type { Domain } from '#server/platform/http/domain.ts'
import { lowBalanceSource } from './low-balance.ts'
import { walletRoutes } from './routes.ts'

export { announcedPayments } from './advise-remittance.ts'
export { type BankDetails, bankAccount, bankDetails } from './bank-details.ts'
export {
  closeWallets,
  holdWallets,
  redirectClosedWallets,
  renameWalletsOfBudget,
  startPeriod,
} from './close-wallets.ts'
export { createWallet } from './create-wallet.ts'
export { moneyReceived, remittanceAdvised } from './events.ts'
export { walletRanLow } from './low-balance.ts'
export type { WalletClosureBlock } from './manage-wallet.ts'
export {
  defaultWallet,
  managedWallet,
  payingWallet,
  receivingWallet,
  walletByReference,
  walletInScope,
  walletsByReferences,
  walletsInScope,
  walletsOfTeam,
  walletsOfTeams,
} from './queries.ts'
export {
  type BankReceipt,
  bookBankPayment,
  invoicePaymentKey,
  receiveBankPayment,
  reverseBankPayment,
} from './receive-bank-payment.ts'
export { startOfLondonDay } from './receiving-day.ts'
export { serializeWallets } from './serialize.ts'
export { latestMovements, type StatementMovement, statementPage, statementPeriod } from './statement.ts'
export { normaliseReference, requireOpenWallet, type WalletRecord, walletReferencesIn } from './wallet.ts'

export const walletsDomain: Domain = {
  name: 'wallets',
  routes: walletRoutes,
  register: (posy) => posy.due.push(lowBalanceSource(posy)),
}
