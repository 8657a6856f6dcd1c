import { eventType } from '#server/platform/queue.ts'

/** Money has come into a wallet from outside. */
export interface MoneyReceived {
  /** Of the receipt from the bank, or of the top-up. */
  id: string
  walletId: string
  teamId: string
  /** Who topped up by card; null for the bank. */
  userId: string | null
  amountPence: number
  currency: string
  by: 'bank' | 'card'
  /** ISO instant. */
  at: string
}
export const moneyReceived = eventType<MoneyReceived>('wallets.money-received')

/** Someone asked how to pay into a wallet by bank. */
export interface RemittanceAdvised {
  adviceId: string
  walletId: string
  teamId: string
  userId: string
  amountPence: number
}
export const remittanceAdvised = eventType<RemittanceAdvised>('wallets.remittance-advised')
