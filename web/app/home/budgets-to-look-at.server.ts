import type { Execution, Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { lastDay } from '#web/app/budgets/labels.ts'
import { runPastCard } from '#web/app/budgets/missing.ts'
import { runFull } from '#web/app/budgets/run-dates.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

type Run = Forecast['runs'][number]

const FAILED_SHOWN = 20
const SHORT_SHOWN = 3
/** The newest of those that run; anyone who has more is mailed about each, three days ahead. */
const LOOKED_AT = 200

interface BudgetsToLookAt {
  attention: Attention[]
  /** Wallets that a card fills when a run needs it. */
  walletsPaidByCard: ReadonlySet<string>
}

/** Budgets whose last run failed, and those whose wallet or card will not cover the next one. */
export async function budgetsToLookAt(session: Session, wallets: readonly Wallet[]): Promise<BudgetsToLookAt> {
  if (!session.can(['view-automated-budget', 'create-automated-budget']))
    return { attention: [], walletsPaidByCard: new Set() }
  const found = await session.api.listBudgets({ query: { status: ['live', 'scheduled'], limit: LOOKED_AT } })
  const seen = found.ok ? found.value.data : []
  // One that fails is never among those that are too many to look at.
  const failing =
    found.ok && found.value.hasNext
      ? await session.api.listBudgets({ query: { failing: 'true', limit: FAILED_SHOWN } })
      : null
  const failed = failing?.ok ? failing.value.data : seen.filter(isFailing).slice(0, FAILED_SHOWN)
  const others = seen.filter((budget) => !isFailing(budget))
  return {
    attention: [
      ...failed.map(failedRun),
      ...(await shortOfMoney(session, others, wallets)),
      ...[...failed, ...others].flatMap(endedInvites),
    ],
    walletsPaidByCard: new Set([...failed, ...others].flatMap(({ cardEnds, walletId }) => (cardEnds ? walletId : []))),
  }
}

const isFailing = ({ status, latestExecution: run }: BudgetOverview): boolean =>
  status === 'live' && (run?.status === 'failed' || run?.status === 'given-up')

const failedRun = ({ id, name, currency, latestExecution: run }: BudgetOverview): Attention => ({
  key: `run ${run?.id ?? id}`,
  level: 1,
  tone: 'danger',
  title: run?.trigger === 'joiner' ? `${name}: new people wait for their money` : `${name}: the last run failed`,
  text: [
    run?.problem?.message,
    run && notPaid(run),
    run?.problem?.shortfall && `${formatMoney(run.problem.shortfall, currency)} is missing.`,
    run?.retryDate && `The next try is on ${runFull(run.retryDate)}.`,
  ]
    .filter(Boolean)
    .join(' '),
  action: run ? { to: paths.budgetRun(id, run.id), label: 'See what to do' } : null,
})

/** Whom the money has not come to; those who were paid before have theirs. */
const notPaid = ({ trigger, waiting }: Execution): string =>
  trigger === 'joiner'
    ? `${plural(waiting, 'person who accepted has', 'people who accepted have')} not got their money.`
    : 'It paid no one.'

/** Only those that could be short are forecast, the soonest first. */
async function shortOfMoney(
  session: Session,
  budgets: readonly BudgetOverview[],
  wallets: readonly Wallet[],
): Promise<Attention[]> {
  const available = new Map(wallets.map((wallet) => [wallet.id, wallet.available]))
  const doubtful = budgets
    .filter(({ nextScheduledRun: next, cardEnds }) => next && (!cardEnds || Date.parse(cardEnds) <= Date.parse(next)))
    .filter((budget) => mostUntil(budget, budgets) > (available.get(budget.walletId) ?? 0))
    .sort((one, other) => Date.parse(one.nextScheduledRun!) - Date.parse(other.nextScheduledRun!))
    .slice(0, SHORT_SHOWN)
  const looked = await Promise.all(
    doubtful.map(async (budget) => {
      const forecast = await session.api.getForecast({ params: { id: budget.id }, query: { runs: 1 } })
      if (!forecast.ok) return []
      const { runs, invites, available } = forecast.value.data
      const [next] = runs
      if (next?.problem) return [short(session, budget, next)]
      const past = runPastCard(forecast.value.data)
      if (past) return [cardExpires(session, budget, past)]
      // Before the start the first run stands for them; a card pays them as it pays a run.
      const isOwnMoney = budget.status === 'live' && !budget.cardEnds
      return isOwnMoney && invites && invites.upTo > available
        ? [invitesOutweigh(session, budget, invites, available)]
        : []
    }),
  )
  return looked.flat()
}

/** What a budget's next run may cost, and the runs of others that are paid from its wallet before: each once, the soonest. */
const mostUntil = ({ walletId, nextScheduledRun: until }: BudgetOverview, budgets: readonly BudgetOverview[]): number =>
  budgets
    .filter(({ walletId: other, nextScheduledRun: next }) => other === walletId && next && until && next <= until)
    .reduce((sum, { calculatedBudgetAmount }) => sum + calculatedBudgetAmount, 0)

/** People were invited, did not answer and no longer can accept. Who declined has answered. */
function endedInvites({ id, name, status, participantCounts: counts }: BudgetOverview): Attention[] {
  const unanswered = counts.inviteEnded - counts.inviteDeclined
  if (status !== 'live' || unanswered === 0) return []
  return [
    {
      key: `invites-ended ${id}`,
      level: unanswered,
      tone: 'info',
      title: `${name}: ${plural(unanswered, 'invite has', 'invites have')} ended without an answer`,
      text: 'Runs leave them out. Invite them again, or remove them.',
      action: { to: paths.budgetTab(id, 'participants'), label: 'See who' },
    },
  ]
}

/** The card will be too old for the next run, should people spend what they have. */
function cardExpires(
  session: Session,
  { id, name, currency }: BudgetOverview,
  { date, ends, missing }: NonNullable<ReturnType<typeof runPastCard>>,
): Attention {
  return {
    key: `card ${id} ${date}`,
    level: missing,
    tone: 'warning',
    title: `${name}: the card cannot pay the next run`,
    text: `Its last day, ${lastDay(ends)}, is before it. If everyone spends all they have, ${formatMoney(missing, currency)} is missing on ${runFull(date)}.`,
    action: session.can('create-automated-budget')
      ? { to: paths.budgetStep(id, 'funding'), label: 'Choose another card' }
      : { to: paths.budget(id), label: 'View' },
  }
}

/** Until the next run there is too little for all who may still accept. */
function invitesOutweigh(
  session: Session,
  { id, name, walletId, currency }: BudgetOverview,
  { people, upTo, by }: NonNullable<Forecast['invites']>,
  available: number,
): Attention {
  const missing = upTo - available
  const sum = formatMoney(missing, currency)
  return {
    key: `invites ${id} ${by}`,
    level: missing,
    tone: 'warning',
    title: `${name}: too little money for people who are invited`,
    text: `${plural(people, 'person has', 'people have')} yet to accept. ${formatMoney(upTo, currency)} is needed${by ? ` by ${runFull(by)}` : ''} if they all do, and ${sum} is missing.`,
    action: session.can('top-up-wallet')
      ? { to: paths.walletTab(walletId, 'card', missing, { from: paths.home }), label: `Top up ${sum}` }
      : { to: paths.budget(id), label: 'View' },
  }
}

function short(session: Session, { id, name, walletId, currency, status }: BudgetOverview, run: Run): Attention {
  const missing = formatMoney(run.shortfall, currency)
  const isCardOver = run.problem !== 'WALLET_INSUFCCIENT_FUNDS'
  const topUp = {
    to: paths.walletTab(walletId, 'card', run.shortfall, { from: paths.home }),
    label: `Top up ${missing}`,
  }
  const otherCard = { to: paths.budgetStep(id, 'funding'), label: 'Choose another card' }
  const view = { to: paths.budget(id), label: 'View' }
  const wayOn = session.can('top-up-wallet') ? topUp : view
  return {
    key: `short ${id} ${run.date}`,
    level: run.shortfall,
    tone: 'warning',
    title: isCardOver ? `${name}: the card will not pay the next run` : `${name}: too little money for the next run`,
    text: [
      isCardOver && (run.problem === 'CARD_EXPIRED' ? 'It has expired by then.' : 'It was removed.'),
      status === 'scheduled'
        ? `Invites go out on ${runFull(run.date)}, and up to ${formatMoney(run.cost, currency)} is needed as people accept: ${missing} is missing.`
        : `${formatMoney(run.cost, currency)} is needed on ${runFull(run.date)}, and ${missing} is missing.`,
    ]
      .filter(Boolean)
      .join(' '),
    action: isCardOver && session.can('create-automated-budget') ? otherCard : wayOn,
  }
}
