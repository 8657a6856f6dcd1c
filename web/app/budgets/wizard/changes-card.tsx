import type { AutomatedBudget, BudgetChanges } from '#contract/budgets/budgets.ts'
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
  /** Since the last run, of what is saved. */
  changes: Changes | null
  names: ReviewNames
}

export interface ReviewNames {
  /** By id: those that the reader may see. */
  walletNames: Record<string, string>
  /** By id: the reader's own. */
  cardNames: Record<string, string>
  /** Names of the kinds of gifts that the rules speak of, by id. */
  categories: Record<string, string>
}

/** What was decided about a budget, as its review says it. */
export const namedFacts = (of: AutomatedBudget, { walletNames, cardNames, categories }: ReviewNames) => ({
  walletName: walletNames[of.walletId] ?? null,
  cardName: cardNames[of.billingMethod.cardId ?? ''] ?? null,
  categories,
})

/** What the changes that are not saved yet make of it; else what is no longer as it was at the last run. */
export function ChangesCard({ wizard: { budget, forecast, collected }, changes, names }: ChangesCardProps) {
  const facts = (of: AutomatedBudget) => budgetFacts(of, { runs: [], ...namedFacts(of, names) })
  const before = collected?.saved.budget ?? changes?.before
  const changed = before ? changedFacts(facts(before), facts(budget)) : []
  if (!before || changed.length === 0)
    return (
      <Card title="What was changed">
        <p className="muted">Nothing since the last run. What you change is saved here, with one press.</p>
      </Card>
    )
  const [next] = forecast.runs
  const atOnce = collected ? 'At once' : 'Already'
  const was = collected ? collected.saved.forecast : changes?.forecast
  return (
    <Card title={collected ? 'What you are changing' : `What was changed since ${runFull(changes!.since)}`} flush>
      <DataTable
        caption={collected ? 'What you are changing' : 'What was changed since the last run'}
        columns={[
          { key: 'what', header: 'What', cell: ({ name }) => <strong>{name}</strong> },
          { key: 'before', header: collected ? 'Now' : 'Before', cell: ({ before }) => before },
          { key: 'now', header: collected ? 'Once saved' : 'Now', cell: ({ value }) => value },
          {
            key: 'from',
            header: 'Holds',
            cell: ({ step, name }) =>
              step !== 'rules' && name !== 'Name' && next ? `From ${runFull(next.date)} on` : atOnce,
          },
        ]}
        rows={changed}
        rowKey={({ name }) => name}
      />
      {was && budget.status === 'live' ? <p className="panel">{nextRunSentence(was, forecast)}</p> : null}
    </Card>
  )
}
