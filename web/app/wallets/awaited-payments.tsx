import { Link } from 'react-router'
import type { RemittanceAdvice, Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import styles from './wallets.module.css'

interface AwaitedPaymentsProps {
  wallet: Pick<Wallet, 'id'>
  awaited: readonly RemittanceAdvice[]
}

/** What was announced and has not arrived. */
export function AwaitedPayments({ wallet, awaited }: AwaitedPaymentsProps) {
  const zone = useZone()
  return (
    <Card title="Payments we are waiting for">
      <ul className={styles.awaited}>
        {awaited.map(({ id, amount, currency, dateCreated }) => (
          <li key={id}>
            <span>
              {formatMoney(amount, currency)}, announced on {formatDay(dateCreated, zone)}
            </span>
            <Link to={paths.walletAdvice(wallet.id, id, null)}>
              Bank details<span className="visually-hidden"> for {formatMoney(amount, currency)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted small">Each leaves this list when a payment of its amount arrives, or after 60 days.</p>
    </Card>
  )
}
