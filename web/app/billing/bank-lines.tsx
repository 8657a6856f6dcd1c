import type { BankDetails } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import styles from './bank-lines.module.css'

interface BankLinesProps {
  bank: BankDetails
  /** Null where it is not known yet. */
  pence: number | null
  currency: string
  /** What the payment must quote. */
  reference: string
}

type Line = [name: string, value: string | null, copied?: string]

/** A bank's form takes the amount without its sign. */
const amountLine = (pence: number, currency: string): Line => [
  'Amount',
  formatMoney(pence, currency),
  (pence / 100).toFixed(2),
]

/** How to pay by bank, to be copied line by line. */
export function BankLines({ bank, pence, currency, reference }: BankLinesProps) {
  const lines: Line[] = [
    ...(pence === null ? [] : [amountLine(pence, currency)]),
    ['Payment reference (use exactly)', reference],
    ['Account name', bank.accountName],
    ['Sort code', bank.sortCode],
    ['Account number', bank.accountNumber],
    ['IBAN', bank.iban],
    ['BIC', bank.bic],
  ]
  return (
    <dl className={styles.lines}>
      {lines.map(([name, value, copied]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              <CopyButton text={copied ?? value} label={`Copy: ${name}`} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
