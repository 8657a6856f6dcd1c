import type { Forecast } from '#contract/budgets/budget-runs.ts'
import { formatMoney } from '#kit/money.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { cardEndLabel, coveredLook, invitesSentence, otherBudgetsSentence, sharedSentence } from '../labels.ts'
import { runFull } from '../run-dates.ts'

type Run = Forecast['runs'][number]

/** The next runs: what they cost as things stand, what at most, and whether the wallet will do. */
export function UpcomingRuns({ forecast, title }: { forecast: Forecast; title: string }) {
  const { currency, runs, ends, invites, shared, otherBudgets } = forecast
  const columns: TableColumn<Run>[] = [
    {
      key: 'date',
      header: 'When',
      cell: ({ date }) =>
        invites?.from === date ? (
          <span className="two-lines">
            <span>{runFull(date)}</span>
            <span className="muted small">Invites go out</span>
          </span>
        ) : (
          runFull(date)
        ),
    },
    {
      key: 'cost',
      header: 'Cost as things stand',
      numeric: true,
      cell: ({ date, cost, cut }) => (
        <span className="two-lines">
          <Money pence={cost} currency={currency} />
          {invites?.from === date ? <span className="muted small">as people accept</span> : null}
          {cut > 0 ? <span className="muted small">{formatMoney(cut, currency)} kept back by your limit</span> : null}
        </span>
      ),
    },
    ...(runs.some(isLikelyToldApart) ? [likely(currency)] : []),
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
      cell: ({ walletAfter, others }) => (
        <span className="two-lines">
          <Money pence={walletAfter} currency={currency} />
          {others > 0 ? (
            <span className="muted small">after {formatMoney(others, currency)} for other budgets</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'covered',
      header: 'Covered?',
      cell: (run) => <Covered run={run} cardEnds={forecast.cardEnds} currency={currency} />,
    },
  ]
  return (
    <Card title={title} flush>
      <DataTable caption={title} columns={columns} rows={runs} rowKey={({ date }) => date} />
      <p className="muted small panel">
        {invites ? `${invitesSentence(invites, currency)} ` : ''}
        {invites && !invites.from
          ? 'As things stand: if no one spends, accepts or tops up before. “At most” is when everyone has spent everything and all who are invited have accepted.'
          : 'As things stand: if no one spends or tops up before. “At most” is when everyone has spent everything.'}
        {runs.some(isLikelyToldApart)
          ? ' “Likely” is what each person spent on average before the last six runs, for everyone who gets it: never less than as things stand, nor more than at most.'
          : ''}
        {otherBudgets ? ` ${otherBudgetsSentence(otherBudgets)}` : ''}
        {shared ? ` ${sharedSentence(shared, currency)}` : ''}
        {ends ? ` It ends on ${runFull(ends)}, and unspent money then goes back to the wallet.` : ''}
      </p>
    </Card>
  )
}

/** Where what people spend makes a difference, and past runs tell how much. */
const isLikelyToldApart = ({ likelyCost, cost }: Run) => likelyCost !== null && likelyCost !== cost

const likely = (currency: string): TableColumn<Run> => ({
  key: 'likely',
  header: 'Likely',
  numeric: true,
  cell: ({ likelyCost }) => (likelyCost === null ? '–' : <Money pence={likelyCost} currency={currency} />),
})

function Covered({ run, cardEnds, currency }: { run: Run; cardEnds: string | null; currency: string }) {
  const { word, tone } = coveredLook(run)
  if (run.problem)
    return (
      <span className="two-lines">
        <span>
          <StatusBadge status={word} tone={tone} />
        </span>
        <span className="muted small">
          {cardEnds && run.problem !== 'WALLET_INSUFCCIENT_FUNDS' ? `${cardEndLabel(run.problem, cardEnds)}, ` : ''}
          {formatMoney(run.shortfall, currency)} missing
        </span>
      </span>
    )
  if (run.cardCharge > 0)
    return (
      <span>
        {run.atRisk ? 'If it is not declined again, the card pays ' : 'The card pays '}
        <Money pence={run.cardCharge} currency={currency} />
      </span>
    )
  return <StatusBadge status={word} tone={tone} />
}
