import type { Domain } from '#server/platform/http/domain.ts'
import { walletRoutes } from './routes.ts'

export { adviseRemittance } from './advise-remittance.ts'
export { type BankDetails, bankAccount } from './bank-details.ts'
export { bankReceive, startOfLondonDay } from './bank-receive.ts'
export { createWallet } from './create-wallet.ts'
export { presentWallets } from './present.ts'
export { defaultWallet, receivingWallet, walletInScope, walletsOfTeam, walletsOfTeams } from './queries.ts'
export { type BankPayment, type BankReceipt, receiveBankPayment } from './receive-bank-payment.ts'
export { statementPage } from './statement.ts'
export { transferFunds } from './transfer-funds.ts'
export type { WalletRecord } from './wallet.ts'

export const walletsDomain: Domain = { name: 'wallets', routes: walletRoutes }
