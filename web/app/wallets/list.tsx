import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Allowance } from '#contract/budgets/participants.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { BillingTabs } from '#web/app/billing/billing-tabs.tsx'
import { isFull, loadOwnPlanRoom } from '#web/app/plan-room/room.ts'
import { RoomNote } from '#web/app/plan-room/room-note.tsx'
import { useAppData, useCan, useZone } from '#web/app/shell/app-data.ts'
import { OfTeam } from '#web/app/shell/of-team.tsx'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Balances } from './balances.tsx'
import styles from './wallets.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const params = { id: session.user!.id }
  const [open, closed] = await Promise.all([
    session.api.listUserWallets({ params }),
    session.api.listUserWallets({ params, query: { closed: 'true' } }),
  ])
  const room = session.can('manage-billing') ? await loadOwnPlanRoom(session, 'wallets') : null
  const allowances =
    session.roleGroupId === 'automation-participant' ? await session.api.listAllowances({ query: {} }) : null
  const others = allowances?.ok ? allowances.value.data.filter(({ teamId }) => teamId !== session.teamId) : []
  return { room, others, wallets: session.unwrap(open).data, closed: session.unwrap(closed).data }
}

const isLow = ({ available, lowBalanceAlert }: Wallet) => lowBalanceAlert !== null && available < lowBalanceAlert

export default function Wallets() {
  const { room, others, wallets, closed } = useLoaderData<typeof loader>()
  const { teams, teamId } = useAppData()
  const can = useCan()
  /** A participant's wallet is called as its team: once is enough. */
  const otherTeamName = ({ teamId, name }: { teamId: string; name: string }) =>
    teams.find((team) => team.id === teamId && team.name !== name)?.name
  /** A subteam may have room where the team has none: that is asked on the form. */
  const hasNoRoom = wallets.every((wallet) => wallet.teamId === teamId) && isFull(room, wallets.length)
  const totals = Map.groupBy(wallets, ({ currency }) => currency)
  return (
    <>
      <PageHeader
        title="Wallets"
        lead="The money gifts are paid from, to the penny. Fees and VAT are paid when a gift is sent."
        actions={can('manage-billing') && !hasNoRoom ? <LinkButton to={paths.newWallet}>New wallet</LinkButton> : null}
      />
      <OfTeam />
      <BillingTabs />
      {room && hasNoRoom ? <RoomNote room={room} counted="wallets" /> : null}
      {wallets.length === 0 ? (
        <div className="card">
          <EmptyState picture="purse" title="No wallet yet">
            A team admin can create one; then it is topped up.
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
                  <Link to={paths.walletTab(wallet.id, 'statement')}>{wallet.name}</Link>
                ) : (
                  wallet.name
                )}
              </h2>
              {isLow(wallet) ? <StatusBadge status="Low balance" tone="warning" /> : null}
              <p className="muted small">
                {[otherTeamName(wallet), wallet.isDefault && 'Default', wallet.referenceId, ...wallet.tags]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Balances {...wallet} />
            {can('top-up-wallet') ? (
              <div className="row">
                <LinkButton
                  look="quiet"
                  size="small"
                  to={paths.walletTab(wallet.id, 'card')}
                  aria-label={`Top up ${wallet.name}`}
                >
                  Top up
                </LinkButton>
                {can('debit-wallet') && wallets.length > 1 ? (
                  <LinkButton
                    look="plain"
                    size="small"
                    to={paths.walletTab(wallet.id, 'transfer')}
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
      {others.length ? <OtherAllowances allowances={others} /> : null}
      {closed.length ? <ClosedWallets wallets={closed} /> : null}
    </>
  )
}

/** What budgets give in other teams: each has a wallet there. */
const OtherAllowances = ({ allowances }: { allowances: readonly Allowance[] }) => (
  <Card title="Your other allowances" action={<Link to={paths.allowances}>All of your allowances</Link>}>
    <Facts
      facts={allowances.map(({ name, available, currency }) => ({
        name,
        value: <Money pence={available} currency={currency} />,
      }))}
    />
  </Card>
)

/** Their money is gone; what moved stays to be read. */
function ClosedWallets({ wallets }: { wallets: Wallet[] }) {
  const can = useCan()
  const zone = useZone()
  return (
    <Card title="Closed wallets">
      <ul className={styles.closed}>
        {wallets.map(({ id, name, dateClosed }) => (
          <li key={id}>
            {can('view-team-transactions') ? <Link to={paths.walletTab(id, 'statement')}>{name}</Link> : name}
            <span className="muted small">
              Closed <time dateTime={dateClosed!}>{formatDay(dateClosed!, zone)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
