import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { capitalise, plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { CheckField } from '#web/ui/kit/form.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import type { BudgetContext } from './budget-context.ts'
import { runFull } from './run-dates.ts'

export type LifecycleAction = 'start' | 'start-now' | 'unschedule' | 'run' | 'stop' | 'delete' | 'copy'

/** What changes drafts alone is for those who make them. */
export const lifePermission = (life: LifecycleAction) =>
  life === 'delete' || life === 'copy' ? 'create-automated-budget' : 'start-automated-budget'

/** The run that failed and is tried again until it goes through. */
export const failingRun = ({ latestExecution: latest }: BudgetOverview) =>
  latest?.status === 'failed' && latest.trigger === 'scheduled' && latest.retryDate ? latest : null

const people = ({ participantCounts: { active, inactive, invited } }: BudgetOverview) => active + inactive + invited

/** What can be done next, the likeliest first; none while a job is at work. */
function nextSteps(budget: BudgetOverview): { life: LifecycleAction; label: string; isMain: boolean }[] {
  if (budget.subStatus) return []
  if (budget.status === 'draft') return [{ life: 'start', label: 'Start', isMain: people(budget) > 0 }]
  if (budget.status === 'scheduled')
    return [
      { life: 'unschedule', label: 'Unschedule', isMain: false },
      { life: 'start-now', label: 'Start now', isMain: false },
    ]
  if (budget.status === 'ended') return []
  return failingRun(budget)
    ? [{ life: 'run', label: 'Run it again', isMain: true }]
    : [{ life: 'run', label: 'Run now', isMain: false }]
}

/** The main action of a budget's page. */
export function LifecycleButtons({ budget, attempt }: Pick<BudgetContext, 'budget' | 'attempt'>) {
  const can = useCan()
  const addressWith = useAddress()
  return (
    <>
      {budget.status === 'draft' && people(budget) === 0 && can('create-automated-budget') ? (
        <LinkButton to={paths.addParticipants(budget.id)}>Add people</LinkButton>
      ) : null}
      {budget.status === 'draft' && can('create-automated-budget') ? (
        <LinkButton look="quiet" to={paths.editBudget(budget.id)}>
          Edit
        </LinkButton>
      ) : null}
      {can('start-automated-budget')
        ? nextSteps(budget).map(({ life, label, isMain }) => (
            <LinkButton
              key={life}
              look={isMain ? 'primary' : 'quiet'}
              to={addressWith({ confirm: life, question: life === 'run' ? attempt : null })}
              preventScrollReset
            >
              {label}
            </LinkButton>
          ))
        : null}
    </>
  )
}

/** Asks before a budget's life takes a turn, and says what happens to the money. */
export function LifecycleDialog({ budget, attempt, question: key, now, unspent, manualRun }: BudgetContext) {
  const can = useCan()
  const addressWith = useAddress()
  const [search] = useSearchParams()
  const wanted = search.get('confirm') as LifecycleAction
  const question = can(lifePermission(wanted)) ? questions[wanted]?.({ budget, now, unspent, manualRun }) : undefined
  if (!question) return null
  return (
    <ConfirmDialog
      title={question.title}
      confirm={question.confirm}
      danger={wanted === 'stop' || wanted === 'delete'}
      fields={{ intent: wanted, attempt: wanted === 'run' ? key : attempt }}
      action={paths.budget(budget.id)}
      closeTo={addressWith({ confirm: null, question: null })}
    >
      {question.text}
    </ConfirmDialog>
  )
}

interface Question {
  title: string
  confirm: string
  text: ReactNode
}
type Ask = (about: Omit<BudgetContext, 'attempt' | 'question'>) => Question | undefined

const most = (budget: BudgetOverview) => formatMoney(budget.calculatedBudgetAmount, budget.currency)
const invitesGoOut = (budget: BudgetOverview) =>
  people(budget)
    ? `${plural(people(budget), 'person is', 'people are')} invited by email. Each gets their money when they accept: ${most(budget)} a run, once all of them have.`
    : 'No one has been added yet. You can still add people; each is invited at once, and gets their money when they accept.'

const questions: Partial<Record<string, Ask>> = {
  start: ({ budget, now }) => {
    if (budget.status !== 'draft') return undefined
    const at = budget.scheduledStartDate
    if (!at || at <= now) return { title: 'Start it now?', confirm: 'Start it', text: invitesGoOut(budget) }
    return {
      title: 'Schedule it?',
      confirm: 'Schedule it',
      text: `It starts automatically on ${runFull(at)}. No invite is sent and no money moves before.`,
    }
  },
  'start-now': ({ budget }) =>
    budget.status === 'scheduled'
      ? { title: 'Start it now?', confirm: 'Start it', text: `It does not wait for its day. ${invitesGoOut(budget)}` }
      : undefined,
  unschedule: ({ budget }) =>
    budget.status === 'scheduled'
      ? {
          title: 'Do not start it automatically?',
          confirm: 'Make it a draft again',
          text: 'It becomes a draft again, with everyone in it. No invite has been sent, and no money has moved.',
        }
      : undefined,
  run: ({ budget, manualRun }) =>
    budget.status === 'live' && !budget.subStatus ? aboutRun(budget, manualRun) : undefined,
  stop: ({ budget, unspent }) =>
    budget.status === 'live'
      ? {
          title: `Stop ${budget.name}?`,
          confirm: 'Stop it',
          text: `${unspent ? `${formatMoney(unspent, budget.currency)} that has not been spent goes` : 'What has not been spent goes'} back to the wallet. Invites that no one has accepted stop working. Gifts that were sent can still be opened, and money returned for them later goes to the wallet too. This cannot be undone.`,
        }
      : undefined,
  copy: ({ budget }) => ({
    title: `Copy ${budget.name}?`,
    confirm: 'Copy it',
    text: (
      <div className="stack">
        <p>
          The copy is a draft with the same amounts, rules and dates from the next one on. It does not start
          automatically, and no one is invited before you start it.
        </p>
        {people(budget) ? (
          <CheckField
            name="people"
            label={`With the ${plural(people(budget), 'person', 'people')} in it`}
            description="Each is invited again when the copy starts."
          />
        ) : null}
      </div>
    ),
  }),
  delete: ({ budget }) =>
    budget.status === 'draft'
      ? {
          title: `Delete ${budget.name}?`,
          confirm: 'Delete the draft',
          text: 'Its rules and the people in it are permanently deleted. It has never run: no money has moved, and no one was invited.',
        }
      : undefined,
}

function aboutRun(budget: BudgetOverview, run: BudgetContext['manualRun']): Question {
  const failing = failingRun(budget)
  const moves = run ? `${movesLabel(run, budget.currency)} ` : ''
  if (failing)
    return {
      title: 'Run it again?',
      confirm: 'Run it again',
      text: `${moves}The run of ${runFull(failing.scheduledFor)} is tried again at once. Either everyone gets their money or no one does, and no one gets it twice.`,
    }
  const amount = budget.isVariable ? 'their own amount' : formatMoney(budget.budgetAmount, budget.currency)
  return {
    title: run?.paid ? `Pay ${formatMoney(run.paid, budget.currency)} now?` : 'Run it once more, now?',
    confirm: run?.paid ? `Pay ${formatMoney(run.paid, budget.currency)} now` : 'Run it now',
    text: `${moves}${
      budget.unspentParticipantBalanceAction === 'reset'
        ? `Each has exactly ${amount} afterwards.`
        : `Each gets ${amount} on top of what they have.`
    } They are told by email. The planned runs stay as they are, and come as well.`,
  }
}

/** £76.65 goes out of the wallet to 6 people. £3.00 comes back. */
function movesLabel(run: NonNullable<BudgetContext['manualRun']>, currency: string): string {
  const money = (pence: number) => formatMoney(pence, currency)
  const isOne = run.participants === 1
  const people = isOne ? 'the one active participant' : `the ${plural(run.participants, 'active participant')}`
  if (!run.participants) return 'No one has accepted yet, so no money moves.'
  if (!run.paid && !run.returned)
    return `${capitalise(isOne ? people : `each of ${people}`)} has that already, so no money moves.`
  return [
    run.paid ? `${money(run.paid)} goes out of the budget’s wallet to ${people}.` : '',
    run.returned ? `${money(run.returned)} that they have too much goes back to it.` : '',
    run.cardCharge ? `The card pays ${money(run.cardCharge)} of it.` : '',
    run.problem ? `As things stand it would fail: ${money(run.shortfall)} is missing.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
