import { Link } from 'react-router'
import { roleNames } from '#contract/core/role-names.ts'
import { type Customer, MOST_BUDGETS, type OperatorActEntry } from '#contract/operator/customers.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { actWords, waitingActLabel } from '#web/act-words.ts'
import { budgetStatusLabel } from '#web/app/budgets/labels.ts'
import { auditActorLabels, auditLabel, auditSubjectLabel } from '#web/audit-labels.ts'
import { actLabel, paymentLabels } from '#web/operator/labels.ts'
import { subjectPath } from '#web/operator/subjects.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { tellApart } from '#web/ui/tell-apart.ts'
import { describeChanges } from './event-words.ts'

interface Shortened {
  /** Where the rest of a list is that is cut off here. */
  all?: string
}

const Nothing = ({ children }: { children: string }) => <p className="panel muted">{children}</p>

/** Someone’s address or name; else what they are. */
const auditActor = (actor: string) =>
  Object.hasOwn(auditActorLabels, actor) ? auditActorLabels[actor as keyof typeof auditActorLabels] : actor

const When = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time>

export function WalletTable({ wallets }: Pick<Customer, 'wallets'>) {
  const apart = tellApart(wallets, ({ name }) => name)
  return (
    <Card title="Wallets" flush>
      <DataTable
        caption="Wallets with their balances"
        rows={wallets}
        rowKey={({ id }) => id}
        empty={<Nothing>No wallets yet.</Nothing>}
        columns={[
          {
            key: 'name',
            header: 'Wallet',
            cell: (wallet) => (
              <Link to={paths.operatorWallet(wallet.id)}>
                {wallet.isClosed ? `${wallet.name} (closed)` : wallet.name}
                <span className="visually-hidden">{apart(wallet)}</span>
              </Link>
            ),
          },
          { key: 'reference', header: 'Bank reference', cell: ({ reference }) => <code>{reference}</code> },
          {
            key: 'available',
            header: 'Available',
            numeric: true,
            cell: ({ availablePence, currency }) => <Money pence={availablePence} currency={currency} />,
          },
          {
            key: 'committed',
            header: 'In live gifts',
            numeric: true,
            cell: ({ committedPence, currency }) => <Money pence={committedPence} currency={currency} />,
          },
        ]}
      />
    </Card>
  )
}

export function BudgetTable({ budgets }: Pick<Customer, 'budgets'>) {
  if (budgets.length === 0) return null
  const apart = tellApart(budgets, ({ name }) => name)
  return (
    <Card title="Budgets" flush>
      <DataTable
        caption="Budgets, the newest first"
        rows={budgets}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Budget',
            cell: (budget) => (
              <Link to={paths.operatorBudget(budget.id)}>
                {budget.name}
                <span className="visually-hidden">{apart(budget)}</span>
              </Link>
            ),
          },
          { key: 'state', header: 'State', cell: ({ status }) => budgetStatusLabel(status) },
        ]}
      />
      {budgets.length === MOST_BUDGETS ? (
        <p className="panel muted small">There may be more. Search for one by its name.</p>
      ) : null}
    </Card>
  )
}

export const MemberTable = ({ members, isSupport, all }: Pick<Customer, 'members' | 'isSupport'> & Shortened) => (
  <Card title="Members" flush action={all ? <Link to={all}>All members</Link> : null}>
    <DataTable
      caption="Members and what they are"
      rows={members}
      rowKey={({ userId }) => userId}
      empty={<Nothing>No members.</Nothing>}
      columns={[
        {
          key: 'name',
          header: 'Name',
          cell: ({ name, email }) => (
            <span className="two-lines">
              {name || email}
              {name ? <span className="muted small">{email}</span> : null}
            </span>
          ),
        },
        { key: 'role', header: 'Role', cell: ({ roleGroupId }) => roleNames(isSupport)[roleGroupId] },
        { key: 'two', header: 'Two-step', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
        { key: 'news', header: 'News of gifts', cell: ({ wantsNews }) => (wantsNews ? 'Agreed' : 'No') },
        {
          key: 'state',
          header: 'State',
          cell: ({ isActive }) => (
            <StatusBadge status={isActive ? 'Active' : 'Deactivated'} tone={isActive ? 'success' : 'plain'} />
          ),
        },
      ]}
    />
  </Card>
)

export function PurchaseTable({ purchases, all }: Pick<Customer, 'purchases'> & Shortened) {
  const name = ({ quantity, title }: Customer['purchases'][number]) => `${quantity} × ${title ?? 'gift'}`
  const apart = tellApart(purchases, name)
  return (
    <Card title="Purchases" flush action={all ? <Link to={all}>All purchases</Link> : null}>
      <DataTable
        caption="Purchases, the newest first"
        rows={purchases}
        rowKey={({ id }) => id}
        empty={<Nothing>Nothing bought yet.</Nothing>}
        columns={[
          {
            key: 'title',
            header: 'Purchase',
            cell: (purchase) => (
              <span className="two-lines">
                <Link to={paths.operatorPurchase(purchase.id)}>
                  {name(purchase)}
                  <span className="visually-hidden">{apart(purchase)}</span>
                </Link>
                <span className="muted small">{purchase.buyer}</span>
              </span>
            ),
          },
          { key: 'payment', header: 'Paid', cell: ({ payment }) => paymentLabels[payment] },
          {
            key: 'total',
            header: 'Total',
            numeric: true,
            cell: ({ totalPence, currency }) => <Money pence={totalPence} currency={currency} />,
          },
          { key: 'at', header: 'When', cell: When },
        ]}
      />
    </Card>
  )
}

type EventTableProps = Pick<Customer, 'events' | 'isSupport'> & Shortened & { caption?: string }

export const EventTable = ({ events, isSupport, all, caption = 'What was done in this team' }: EventTableProps) => (
  <Card title="Audit trail" flush action={all ? <Link to={all}>All of the audit trail</Link> : null}>
    <DataTable
      caption={`${caption}, the newest first`}
      rows={events}
      rowKey={({ id }) => id}
      empty={<Nothing>Nothing yet.</Nothing>}
      columns={[
        { key: 'action', header: 'What', cell: (event) => <What event={event} isSupport={isSupport} /> },
        { key: 'actor', header: 'Who', cell: ({ actor }) => auditActor(actor) },
        {
          key: 'subject',
          header: 'About',
          // What support did in a visit says so itself.
          cell: ({ subject }) => (subject.kind === 'endpoint' ? null : <About {...subject} />),
        },
        { key: 'at', header: 'When', cell: When },
      ]}
    />
  </Card>
)

type AuditEvent = Customer['events'][number]

const What = ({ event, isSupport }: { event: AuditEvent; isSupport: boolean }) => (
  <span className="two-lines">
    {actWords(event) ?? auditLabel(event.action)}
    {describeChanges(event, roleNames(isSupport)).map((line) => (
      <span key={line} className="muted small">
        {line}
      </span>
    ))}
  </span>
)

/** Where what an act was about is shown. */
function About({ kind, id, name }: AuditEvent['subject']) {
  const to = subjectPath({ kind, id })
  const label = [auditSubjectLabel(kind), name].filter(Boolean).join(': ')
  return to ? <Link to={to}>{label}</Link> : label
}

/** What operators did. */
export const ActTable = ({
  acts,
  title = 'Operators’ acts',
  all,
}: {
  acts: readonly OperatorActEntry[]
  title?: string
} & Shortened) => (
  <Card title={title} flush action={all ? <Link to={all}>All acts</Link> : null}>
    <DataTable
      caption="What operators did, the newest first"
      rows={acts}
      rowKey={({ id }) => id}
      empty={<Nothing>Nothing yet.</Nothing>}
      columns={[
        {
          key: 'act',
          header: 'What',
          cell: ({ act, isOn, waitingAct, team }) => (
            <span className="two-lines">
              {actLabel({ act, isOn })}
              {waitingAct ? <span className="small">{waitingActLabel(waitingAct)}</span> : null}
              {team ? (
                <Link className="small" to={paths.operatorCustomer(team.id)}>
                  {team.name}
                </Link>
              ) : null}
            </span>
          ),
        },
        { key: 'who', header: 'Who', cell: ({ operator }) => operator?.name ?? 'Command line' },
        {
          key: 'about',
          header: 'About',
          cell: ({ subject }) => <About {...subject} />,
        },
        { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
        { key: 'at', header: 'When', cell: When },
      ]}
    />
  </Card>
)
