import type { BankDetails } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import styles from './bank-lines.module.css'

interface BankLinesProps {
  bank: BankDetails
  pence: number
  currency: string
  /** What the payment must quote. */
  reference: string
}

/** How to pay by bank, to be copied line by line. */
export function BankLines({ bank, pence, currency, reference }: BankLinesProps) {
  const lines: [string, string | null][] = [
    ['Amount', formatMoney(pence, currency)],
    ['Payment reference (use exactly)', reference],
    ['Account name', bank.accountName],
    ['Sort code', bank.sortCode],
    ['Account number', bank.accountNumber],
    ['IBAN', bank.iban],
    ['BIC', bank.bic],
  ]
  return (
    <dl className={styles.lines}>
      {lines.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              <CopyButton text={value} label={`Copy: ${name}`} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
