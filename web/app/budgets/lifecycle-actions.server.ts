import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { CallProblem, CallResult } from '#contract/core/invoke.ts'
import { readForm, ticked } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { Flash, Session } from '#web/session/session.ts'

interface Outcome {
  flash: string
  tone: Flash['tone']
  goTo: string
}
type Act = (session: Session, id: string, attempt: string, form: FormData) => Promise<Outcome>

const outcome = (result: CallResult<unknown>, flash: string, goTo: string, otherwise = goTo): Outcome =>
  result.ok
    ? { flash, tone: 'success', goTo }
    : { flash: lifecycleRefusalMessage(result.problem), tone: 'danger', goTo: otherwise }

/** Why nothing happened, in one line. */
export const lifecycleRefusalMessage = (error: CallProblem): string =>
  error.status < 500
    ? [error.message, error.help].filter(Boolean).join(' ')
    : 'Something went wrong on our side. No money has moved; try again in a moment.'

const page = (id: string) => paths.budget(id)

/** What can be done with a whole budget, by the name its forms send. */
export const lifeActions: Record<string, Act> = {
  copy,
  start: async ({ api }, id, attempt) => {
    const result = await api.startBudget({ params: { id }, body: { startNow: false } }, { idempotencyKey: attempt })
    const isScheduled = result.ok && result.value.data.status === 'scheduled'
    const words = isScheduled
      ? 'It is scheduled, and starts automatically.'
      : 'It has started: invites are on their way, and the first run is being made.'
    return outcome(result, words, page(id))
  },
  'start-now': async ({ api }, id, attempt) =>
    outcome(
      await api.startBudget({ params: { id }, body: { startNow: true } }, { idempotencyKey: attempt }),
      'It has started: invites are on their way, and the first run is being made.',
      page(id),
    ),
  unschedule: async ({ api }, id, attempt) =>
    outcome(
      await api.unscheduleBudget({ params: { id } }, { idempotencyKey: attempt }),
      'It is a draft again and will not start automatically. No money has moved.',
      page(id),
    ),
  stop: async ({ api }, id, attempt) =>
    outcome(
      await api.stopBudget({ params: { id } }, { idempotencyKey: attempt }),
      'It is being stopped. Unspent money goes back to the wallet in a moment.',
      page(id),
    ),
  run: async ({ api }, id, attempt) => {
    const before = await api.getBudget({ params: { id } })
    const latest = before.ok ? before.value.data.latestExecution : null
    const result = await api.runBudget({ params: { id } }, { idempotencyKey: attempt })
    const isAnswered = result.ok && latest?.id === result.value.data.id && latest.status !== 'failed'
    return outcome(
      result,
      isAnswered
        ? 'That run was asked for before, and is not made twice. No more money has moved.'
        : 'The run is requested. It appears here in a moment.',
      page(id),
    )
  },
  delete: async ({ api }, id) =>
    outcome(
      await api.deleteBudget({ params: { id } }),
      'The draft is deleted. No money has moved.',
      paths.budgets,
      page(id),
    ),
}

async function copy({ api }: Session, id: string, attempt: string, form: FormData): Promise<Outcome> {
  const { people } = readForm(form, { people: ticked })
  const [before, made] = await Promise.all([
    api.getBudget({ params: { id } }),
    api.copyBudget({ params: { id }, body: { withParticipants: people } }, { idempotencyKey: attempt }),
  ])
  if (!made.ok) return outcome(made, '', paths.budgetTab(id, 'settings'))
  const { data: draft } = made.value
  const fundingChanges = (budget: BudgetOverview) => [
    budget.walletId === draft.walletId ? '' : ' Its wallet is closed: another one is chosen.',
    budget.billingMethod.type === draft.billingMethod.type ? '' : ' Its card is not yours or has expired: choose one.',
  ]
  const changed = before.ok ? fundingChanges(before.value.data).join('') : ''
  return outcome(
    made,
    `This is the copy, a draft. Nothing runs before you have reviewed and started it.${changed}`,
    paths.budgetStep(draft.id, 'basics'),
  )
}
