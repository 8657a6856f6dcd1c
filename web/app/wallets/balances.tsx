import type { Wallet } from '#contract/wallets/wallets.ts'
import { Money } from '#web/ui/kit/money.tsx'
import styles from './wallets.module.css'

/** Available plus live is the balance; the bar shows how much of it is which. */
export function Balances({
  available,
  live,
  balance,
  currency,
}: Pick<Wallet, 'available' | 'live' | 'balance' | 'currency'>) {
  const part = balance > 0 ? Math.max(0, Math.min(100, (available / balance) * 100)) : 0
  return (
    <div className={styles.balances}>
      <p className={styles.available}>
        <Money pence={available} currency={currency} />
        <span className="muted small"> to spend</span>
      </p>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" />
        <rect width={part} height="6" />
      </svg>
      <dl>
        <div>
          <dt>In gifts not used yet, without fees and VAT</dt>
          <dd>
            <Money pence={live} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>
            <Money pence={balance} currency={currency} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
