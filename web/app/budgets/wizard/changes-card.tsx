import type { BudgetChanges } from '#contract/budgets/budgets.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { runFull } from '../run-dates.ts'
import { budgetFacts, changedFacts, type Foreseen, nextRunSentence } from './review-facts.ts'
import type { Wizard } from './wizard.ts'

export interface Changes extends BudgetChanges {
  /** What was to come before the changes; null where it cannot be foreseen. */
  forecast: Foreseen | null
}

interface ChangesCardProps {
  wizard: Wizard
  changes: Changes | null
  walletNames: Record<string, string>
  categories: Record<string, string>
}

/** What is no longer as it was at the last run: before, after, from when on, and what the next run costs for it. */
export function ChangesCard({ wizard: { budget, forecast }, changes, walletNames, categories }: ChangesCardProps) {
  const facts = (of: Parameters<typeof budgetFacts>[0]) =>
    budgetFacts(of, { runs: [], walletName: walletNames[of.walletId] ?? null, categories })
  const changed = changes ? changedFacts(facts(changes.before), facts(budget)) : []
  if (!changes || changed.length === 0)
    return (
      <Card title="What was changed">
        <p className="muted">Nothing since the last run. Each step is saved with its own button.</p>
      </Card>
    )
  const [next] = forecast.runs
  return (
    <Card title={`What was changed since ${runFull(changes.since)}`} flush>
      <DataTable
        caption="What was changed since the last run"
        columns={[
          { key: 'what', header: 'What', cell: ({ name }) => <strong>{name}</strong> },
          { key: 'before', header: 'Before', cell: ({ before }) => before },
          { key: 'now', header: 'Now', cell: ({ value }) => value },
          {
            key: 'from',
            header: 'Holds',
            cell: ({ step }) => (step === 'rules' ? 'Already' : next ? `From ${runFull(next.date)} on` : 'Already'),
          },
        ]}
        rows={changed}
        rowKey={({ name }) => name}
      />
      <p className="panel">{changes.forecast ? nextRunSentence(changes.forecast, forecast) : null}</p>
    </Card>
  )
}
