import { Link } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { useBudget } from '../budget-context.ts'
import styles from '../detail.module.css'
import { amountLabel, frequencyLabel, runsLabel, unspentLabels } from '../labels.ts'
import { failingRun, type LifecycleAction, lifePermission } from '../lifecycle-dialogs.tsx'
import { ruleFacts } from '../rules.ts'
import { runFull } from '../run-dates.ts'

interface SettingsScreenProps {
  categories: Record<string, string>
  /** Null where the reader may not see them. */
  walletName: string | null
  cardName: string | null
}

/** How the budget is set up, and what can be done with it as a whole. */
export function SettingsScreen({ categories, walletName, cardName }: SettingsScreenProps) {
  const { budget } = useBudget()
  const can = useCan()
  const unspent = unspentLabels[budget.unspentParticipantBalanceAction]
  const edit =
    can('create-automated-budget') && budget.status !== 'ended' ? (
      <Link to={paths.editBudget(budget.id)}>Change</Link>
    ) : null
  return (
    <>
      <div className={styles.halves}>
        <Card title="What it gives, and when" action={edit}>
          <Facts
            facts={[
              { name: 'Everyone gets', value: amountLabel(budget) },
              { name: 'Runs', value: frequencyLabel(budget.frequency) },
              { name: 'Number of runs', value: runsLabel(budget) },
              { name: 'Starts', value: startLabel(budget) },
              {
                name: 'Then on the day and time of',
                value: budget.recurrenceDate && runFull(budget.recurrenceDate),
              },
              { name: 'Ends', value: budget.scheduledEndDate && runFull(budget.scheduledEndDate) },
              { name: 'Ended', value: budget.endedAt && runFull(budget.endedAt) },
              { name: 'Unspent money', value: unspent.choice },
              { name: 'Wallet', value: walletName && <WalletLink id={budget.walletId} name={walletName} /> },
              {
                name: 'If the wallet is short',
                value: budget.billingMethod.type === 'card' ? (cardName ?? 'A card pays the rest') : 'The run waits',
              },
            ]}
          />
          <p className="muted small">{unspent.text}</p>
        </Card>
        <Card title="What gifts may be" action={edit}>
          <Facts facts={ruleFacts(budget, categories)} />
          <p className="muted small">
            Participants see this before they send, and the rules hold for every gift from this budget.
          </p>
        </Card>
      </div>
      <WholeBudget budget={budget} />
    </>
  )
}

function WalletLink({ id, name }: { id: string; name: string }) {
  const can = useCan()
  return can('view-team-transactions') ? <Link to={paths.walletTab(id, 'statement')}>{name}</Link> : name
}

function startLabel({ startingAt, scheduledStartDate, status }: BudgetOverview): string {
  if (startingAt) return runFull(startingAt)
  if (scheduledStartDate) return runFull(scheduledStartDate)
  return status === 'draft' ? 'When it is started' : ''
}

interface Step {
  life: LifecycleAction
  label: string
  text: string
  look?: 'danger' | 'quiet'
}

const COPY: Step = { life: 'copy', label: 'Copy this budget', text: 'Makes a draft like it, to be reviewed.' }

const settingsByStatus: Record<BudgetOverview['status'], (budget: BudgetOverview) => Step[]> = {
  draft: () => [
    { life: 'delete', label: 'Delete the draft', text: 'It has never run, and no money has moved.', look: 'danger' },
  ],
  scheduled: () => [
    { life: 'start-now', label: 'Start now', text: 'Does not wait for its day.' },
    { life: 'unschedule', label: 'Unschedule', text: 'Makes it a draft again. No money has moved.' },
  ],
  live: (budget) => [
    failingRun(budget)
      ? { life: 'run', label: 'Run it again', text: 'Tries the run that did not go through at once.' }
      : { life: 'run', label: 'Run now', text: 'Once more, by hand. The planned runs come as well.' },
    {
      life: 'stop',
      label: 'Stop for good',
      text: 'Unspent money goes back to the wallet. Gifts that were sent still work.',
      look: 'danger',
    },
  ],
  ended: () => [],
}

function WholeBudget({ budget }: { budget: BudgetOverview }) {
  const can = useCan()
  const addressWith = useAddress()
  if (budget.subStatus) return null
  const steps = [...settingsByStatus[budget.status](budget), COPY].filter(({ life }) => can(lifePermission(life)))
  if (steps.length === 0) return null
  return (
    <Card title="The whole budget">
      <ul className={styles.steps}>
        {steps.map(({ life, label, text, look = 'quiet' }) => (
          <li key={life}>
            <p>{text}</p>
            <LinkButton look={look} size="small" to={addressWith({ confirm: life })} preventScrollReset>
              {label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
