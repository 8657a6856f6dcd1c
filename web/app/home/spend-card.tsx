import { Link } from 'react-router'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import styles from './home.module.css'
import type { HomeData } from './load-home.server.ts'

/** What was bought this month, how much of that and of earlier purchases came back, and what is left to spend. */
export function HomeSpendCard({ spend, wallets }: Pick<HomeData, 'spend'> & { wallets: readonly Wallet[] }) {
  const can = useCan()
  return (
    <Card title={spend?.label ?? 'Wallets'} action={wallets.length ? <Link to={paths.wallets}>Wallets</Link> : null}>
      {spend ? (
        <p className={styles.figure}>
          <Money pence={spend.pence} currency={spend.currency} />
        </p>
      ) : null}
      {spend?.hasReport ? (
        <p className="small">
          <Link to={paths.reports()} prefetch="intent">
            See the year in Reports
          </Link>
        </p>
      ) : null}
      {spend?.notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      {spend && wallets.length ? <h3 className={styles.left}>Left to spend</h3> : null}
      <ul className={styles.wallets}>
        {wallets.map(({ id, name, available, currency }) => (
          <li key={id}>
            {can('view-team-transactions') ? (
              <Link to={paths.walletTab(id, 'statement')} prefetch="intent">
                {name}
              </Link>
            ) : (
              name
            )}
            <Money pence={available} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
