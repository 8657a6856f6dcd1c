import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { BillingTabs } from '../../../features/billing/billing-tabs.tsx'
import { useAppData, useCan } from '../../../features/shell/app-data.ts'
import { Balances } from '../../../features/wallets/balances.tsx'
import styles from '../../../features/wallets/wallets.module.css'
import { sessionOf } from '../../../session/middleware.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const wallets = session.unwrap(await session.api.listUserWallets({ params: { id: session.user!.id } })).data
  return { wallets }
}

export default function Wallets() {
  const { wallets } = useLoaderData<typeof loader>()
  const { teams } = useAppData()
  const can = useCan()
  /** A participant's wallet is called as its team: once is enough. */
  const teamNameOf = ({ teamId, name }: { teamId: string; name: string }) =>
    teams.find((team) => team.id === teamId && team.name !== name)?.name
  const totals = Map.groupBy(wallets, ({ currency }) => currency)
  return (
    <>
      <PageHeader title="Wallets" lead="The money gifts are paid from, to the penny." />
      <BillingTabs />
      {wallets.length === 0 ? (
        <div className="card">
          <EmptyState picture="purse" title="No wallet yet">
            A team admin can open one; then it is topped up by card or by bank.
          </EmptyState>
        </div>
      ) : null}
      {wallets.length > 1 ? (
        <p className={styles.totals}>
          {[...totals].map(([currency, alike]) => (
            <span key={currency}>
              <Money pence={alike.reduce((sum, { available }) => sum + available, 0)} currency={currency} /> to spend in{' '}
              {alike.length === 1 ? 'one wallet' : `${alike.length} wallets`}
            </span>
          ))}
        </p>
      ) : null}
      <ul className={styles.list}>
        {wallets.map((wallet) => (
          <li key={wallet.id} className={`card ${styles.wallet}`}>
            <div>
              <h2>
                {can('view-team-transactions') ? (
                  <Link to={`/wallets/${wallet.id}/statement`}>{wallet.name}</Link>
                ) : (
                  wallet.name
                )}
              </h2>
              <p className="muted small">{[teamNameOf(wallet), wallet.referenceId].filter(Boolean).join(' · ')}</p>
            </div>
            <Balances {...wallet} />
            {can('top-up-wallet') ? (
              <div className="row">
                <LinkButton
                  look="quiet"
                  size="small"
                  to={`/wallets/${wallet.id}/card`}
                  aria-label={`Top up ${wallet.name}`}
                >
                  Top up
                </LinkButton>
                {can('debit-wallet') && wallets.length > 1 ? (
                  <LinkButton
                    look="plain"
                    size="small"
                    to={`/wallets/${wallet.id}/transfer`}
                    aria-label={`Move money from ${wallet.name}`}
                  >
                    Move money
                  </LinkButton>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}
