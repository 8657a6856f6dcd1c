import type { Config } from '#server/platform/config.ts'
import { Problem } from '#server/platform/problem/problem.ts'

export interface BankDetails {
  accountName: string
  sortCode: string
  accountNumber: string
  iban: string | null
  bic: string | null
}

/** An account that no bank has, so that no one pays into it by mistake. */
const sandboxBank: BankDetails = {
  accountName: 'Posy Sandbox',
  sortCode: '00-00-00',
  accountNumber: '00000000',
  iban: null,
  bic: null,
}

/** Where customers pay to; null when the installation has no account set. */
export const bankAccount = (config: Pick<Config, 'bank' | 'sandbox'>): BankDetails | null =>
  config.bank ?? (config.sandbox ? sandboxBank : null)

/** Where customers pay to. @throws unavailable (503) when the installation has no account set */
export function bankDetails(config: Pick<Config, 'bank' | 'sandbox'>): BankDetails {
  const account = bankAccount(config)
  if (account) return account
  throw new Problem('unavailable', 'This installation does not take bank payments.', {
    help: 'Top up by card, or ask support.',
  })
}
