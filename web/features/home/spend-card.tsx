import { Link } from 'react-router'
import type { Wallet } from '#contract/wallets.ts'
import { Card } from '../../ui/kit/card.tsx'
import { Money } from '../../ui/kit/money.tsx'
import styles from './home.module.css'
import type { HomeData } from './load-home.server.ts'

/** What went out this month, and what is left to spend. */
export function SpendCard({ spend, wallets }: Pick<HomeData, 'spend'> & { wallets: readonly Wallet[] }) {
  return (
    <Card title={spend?.label ?? 'Wallets'} action={wallets.length ? <Link to="/wallets">Wallets</Link> : null}>
      {spend ? (
        <p className={styles.figure}>
          <Money pence={spend.pence} currency={spend.currency} />
        </p>
      ) : null}
      <ul className={styles.wallets}>
        {wallets.map(({ id, name, available, currency }) => (
          <li key={id}>
            <Link to={`/wallets/${id}/statement`} prefetch="intent">
              {name}
            </Link>
            <Money pence={available} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
