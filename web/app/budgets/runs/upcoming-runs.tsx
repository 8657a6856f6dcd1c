import type { Forecast } from '#contract/budgets/budget-runs.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { runFull } from '../labels.ts'

type Run = Forecast['runs'][number]

/** The next runs: what they cost as things stand, what at most, and whether the wallet will do. */
export function UpcomingRuns({ forecast, title }: { forecast: Forecast; title: string }) {
  const { currency, runs, ends, firstAtRisk, participants } = forecast
  const columns: TableColumn<Run>[] = [
    { key: 'date', header: 'When', cell: ({ date }) => runFull(date) },
    {
      key: 'cost',
      header: 'Cost as things stand',
      numeric: true,
      cell: ({ cost }) => <Money pence={cost} currency={currency} />,
    },
    {
      key: 'most',
      header: 'At most',
      numeric: true,
      cell: ({ mostCost }) => <Money pence={mostCost} currency={currency} />,
    },
    {
      key: 'after',
      header: 'Left in the wallet',
      numeric: true,
      wideOnly: true,
      cell: ({ walletAfter }) => <Money pence={walletAfter} currency={currency} />,
    },
    {
      key: 'covered',
      header: 'Covered?',
      cell: (run) => (
        <Covered run={run} currency={currency} isAtRisk={firstAtRisk !== null && run.date >= firstAtRisk} />
      ),
    },
  ]
  return (
    <Card title={title} flush>
      <DataTable caption={title} columns={columns} rows={runs} rowKey={({ date }) => date} />
      <p className="muted small panel">
        {participants.invited
          ? 'As things stand: if no one spends, accepts or tops up before. “At most” is when everyone has spent everything and all who are invited have accepted.'
          : 'As things stand: if no one spends or tops up before. “At most” is when everyone has spent everything.'}
        {ends ? ` It ends on ${runFull(ends)}, and unspent money then goes back to the wallet.` : ''}
      </p>
    </Card>
  )
}

function Covered({
  run: { covered, cardCharge },
  currency,
  isAtRisk,
}: {
  run: Run
  currency: string
  isAtRisk: boolean
}) {
  if (!covered) return <StatusBadge status="Too little money" tone="danger" />
  if (cardCharge > 0)
    return (
      <span>
        The card pays <Money pence={cardCharge} currency={currency} />
      </span>
    )
  return isAtRisk ? <StatusBadge status="Perhaps not" tone="warning" /> : <StatusBadge status="Yes" tone="success" />
}
