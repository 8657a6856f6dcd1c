import type { RemittanceAdvice, Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './wallets.module.css'

/** How to pay by bank, to be copied line by line. */
export function AdviceCard({ advice, wallet }: { advice: RemittanceAdvice; wallet: Wallet }) {
  const { bankDetails: bank, amount, currency, reference } = advice
  const lines: [string, string | null][] = [
    ['Amount', formatMoney(amount, currency)],
    ['Payment reference (use exactly)', reference],
    ['Account name', bank.accountName],
    ['Sort code', bank.sortCode],
    ['Account number', bank.accountNumber],
    ['IBAN', bank.iban],
    ['BIC', bank.bic],
  ]
  return (
    <div className="narrow">
      <Card title={`Send ${formatMoney(amount, currency)} to ${wallet.name}`}>
        <Notice tone="success" role="status">
          No money has moved yet. It is in the wallet as soon as your payment with this reference arrives.
        </Notice>
        <dl className={styles.advice}>
          {lines.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <div>
          <LinkButton look="quiet" to={paths.wallets}>
            Back to the wallets
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}
