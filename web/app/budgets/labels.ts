import type { Execution, Forecast } from '#contract/budgets/budget-runs.ts'
import type { BudgetFrequency, BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Participant } from '#contract/budgets/participants.ts'
import { formatMoney, formatPrice } from '#kit/money.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'
import { runDay } from './run-dates.ts'

export const budgetStatuses = ['draft', 'scheduled', 'live', 'ended'] as const
export type BudgetStatus = (typeof budgetStatuses)[number]

const budgetStatusLabels: Record<BudgetStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  ended: 'Ended',
}
const underWay = { starting: 'Starting', running: 'Running now', stopping: 'Stopping' } as const
const statusTones: Record<BudgetStatus, Tone> = {
  draft: 'plain',
  scheduled: 'warning',
  live: 'success',
  ended: 'plain',
}

export const budgetStatusLabel = (status: BudgetStatus): string => budgetStatusLabels[status]

type Budget = Pick<BudgetOverview, 'status' | 'subStatus'>

/** What a budget is at: what a job does just now, else its status. */
export const stateLabel = ({ status, subStatus }: Budget): string =>
  subStatus ? underWay[subStatus] : budgetStatusLabels[status]
export const stateTone = ({ status, subStatus }: Budget): Tone => (subStatus ? 'accent' : statusTones[status])

const runLabels: Record<Execution['status'], { word: string; tone: Tone }> = {
  pending: { word: 'Waiting', tone: 'warning' },
  running: { word: 'Running now', tone: 'accent' },
  succeeded: { word: 'Done', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  'given-up': { word: 'Given up', tone: 'danger' },
  skipped: { word: 'Left out', tone: 'plain' },
}
type RunResult = Pick<Execution, 'status' | 'undone'>
export const runLabel = ({ status, undone }: RunResult): string => (undone ? 'Undone' : runLabels[status].word)
export const runTone = ({ status, undone }: RunResult): Tone => (undone ? 'plain' : runLabels[status].tone)
export const hasRunFailed = ({ status }: Pick<Execution, 'status'>): boolean =>
  status === 'failed' || status === 'given-up'

const frequencies: Record<BudgetFrequency, { one: string; choice: string }> = {
  minute: { one: 'minute', choice: 'Every minute' },
  hour: { one: 'hour', choice: 'Every hour' },
  day: { one: 'day', choice: 'Every day' },
  week: { one: 'week', choice: 'Every week' },
  month: { one: 'month', choice: 'Every month' },
  quarter: { one: 'quarter', choice: 'Every quarter' },
  year: { one: 'year', choice: 'Every year' },
}
/** To choose from, the usual ones first. */
export const frequencyNames = [
  'month',
  'week',
  'quarter',
  'year',
  'day',
  'hour',
  'minute',
] as const satisfies readonly BudgetFrequency[]
/** Every month. */
export const frequencyLabel = (frequency: BudgetFrequency): string => frequencies[frequency].choice

/** £25 each month; each has an amount of their own under a variable budget, and this is what the others get. */
export const amountLabel = ({
  budgetAmount,
  currency,
  frequency,
  isVariable,
}: Pick<BudgetOverview, 'budgetAmount' | 'currency' | 'frequency' | 'isVariable'>): string =>
  `${formatPrice(budgetAmount, currency)} each ${frequencies[frequency].one}${isVariable ? ', or their own amount' : ''}`

/** How long it runs: 12 runs, Until 31 March 2027, Never ends. */
export function runsLabel({
  numberOfRuns,
  scheduledEndDate,
  status,
}: Pick<BudgetOverview, 'numberOfRuns' | 'scheduledEndDate' | 'status'>): string {
  if (status === 'ended') return 'No more: it has ended'
  if (numberOfRuns) return plural(numberOfRuns, 'run')
  return scheduledEndDate ? `Until ${runDay(scheduledEndDate)}` : 'Never ends'
}

const YEAR_MS = 366 * 86_400_000

/** What the most that a year costs is called, where all ends within it too. */
export const yearLabel = ({ runs, ends }: Pick<Forecast, 'runs' | 'ends'>): string =>
  ends && runs[0] && Date.parse(ends) - Date.parse(runs[0].date) < YEAR_MS
    ? 'Until it ends, at most'
    : 'A year, at most'

type Counts = BudgetOverview['participantCounts']

/** Who can no longer accept: those whose invite has ended, and those who declined it. */
const invitesOver = ({ inviteEnded, inviteDeclined }: Pick<Counts, 'inviteEnded' | 'inviteDeclined'>): string[] => [
  inviteEnded > inviteDeclined ? `${formatCount(inviteEnded - inviteDeclined)} whose invite has ended` : '',
  inviteDeclined ? `${formatCount(inviteDeclined)} who declined` : '',
]

/** 3 people, 2 of them invited. */
export function peopleLabel(counts: Counts, isDraft = false): string {
  const { active, inactive, invited, inviteEnded } = counts
  const people = active + inactive + invited
  const notes = [
    !isDraft && invited > inviteEnded ? `${formatCount(invited - inviteEnded)} still to accept` : '',
    ...(isDraft ? [] : invitesOver(counts)),
    inactive ? `${formatCount(inactive)} paused` : '',
  ].filter(Boolean)
  return [people === 1 ? '1 person' : `${formatCount(people)} people`, ...notes].join(', ')
}

/** Who is in it and gets nothing as things are: 1 who is paused and 2 whose invite has ended. */
export const unpaidLabel = ({ inactive, ...invites }: Counts): string =>
  new Intl.ListFormat('en-GB').format(
    [
      inactive ? `${formatCount(inactive)} who ${inactive === 1 ? 'is' : 'are'} paused` : '',
      ...invitesOver(invites),
    ].filter(Boolean),
  )

/** What happens to unspent money at the next run. */
export const unspentLabels = {
  reset: {
    choice: 'Reset unspent money',
    text: 'Everyone has exactly the amount after a run. What is left counts towards it.',
  },
  rollover: { choice: 'Roll over', text: 'Everyone gets the whole amount at each run, on top of what is left.' },
} as const

const participantLooks: Record<Participant['status'], { word: string; tone: Tone }> = {
  draft: { word: 'Invited', tone: 'warning' },
  active: { word: 'Active', tone: 'success' },
  inactive: { word: 'Paused', tone: 'plain' },
  deleted: { word: 'Left', tone: 'plain' },
}
type Joining = Pick<Participant, 'status' | 'inviteEnded'>
/** No one is invited before the start, and only who wanted it themselves has left. */
export function participantLabel(
  { status, inviteEnded, inviteDeclined, hasLeft }: Joining & Pick<Participant, 'inviteDeclined' | 'hasLeft'>,
  budget: Pick<Budget, 'status'>,
): string {
  if (status === 'deleted' && !hasLeft) return 'Removed'
  if (status !== 'draft')
    return budget.status === 'ended' && status !== 'deleted' ? 'Took part' : participantLooks[status].word
  if (budget.status === 'draft' || budget.status === 'scheduled') return 'Added'
  if (budget.status === 'ended') return 'Did not join'
  if (inviteDeclined) return 'Declined'
  return inviteEnded ? 'Invite ended' : participantLooks.draft.word
}
/** Whether a run pays them once they have accepted: not who is paused, or is in it no more; and of what has ended, no one. */
export const isPaidByRuns = ({ status }: Pick<Participant, 'status'>, budget: Pick<Budget, 'status'>): boolean =>
  budget.status !== 'ended' && (status === 'draft' || status === 'active')
export const participantTone = ({
  status,
  inviteEnded,
  inviteDeclined,
}: Joining & Pick<Participant, 'inviteDeclined'>): Tone =>
  status === 'draft' && inviteDeclined
    ? 'plain'
    : status === 'draft' && inviteEnded
      ? 'danger'
      : participantLooks[status].tone

const triggerLabels: Record<Execution['trigger'], string> = {
  scheduled: 'As planned',
  manual: 'By hand',
  joiner: 'For a new participant',
}
export const triggerLabel = (trigger: Execution['trigger']): string => triggerLabels[trigger]

type ForecastProblem = NonNullable<Forecast['runs'][number]['problem']>

const uncovered: Record<ForecastProblem, string> = {
  WALLET_INSUFCCIENT_FUNDS: 'Too little money',
  CARD_EXPIRED: 'No, the card has expired by then',
  CARD_UNKNOWN: 'No, the card was removed',
}
const uncoveredLabel = (problem: ForecastProblem): string => uncovered[problem]

/** The calendar has this month and the twelve after it: a whole year of runs, of a budget that has just run too. */
export const CALENDAR_MONTHS = 13

/** Whether the money for a run will be there, wherever a run to come is shown. */
export function coveredLook({
  problem,
  cardCharge,
  atRisk,
}: Pick<Forecast['runs'][number], 'problem' | 'cardCharge' | 'atRisk'>): { word: string; tone: Tone } {
  if (problem) return { word: uncoveredLabel(problem), tone: 'danger' }
  if (atRisk) return { word: 'Perhaps not', tone: 'warning' }
  return { word: cardCharge > 0 ? 'Yes, by card' : 'Yes', tone: 'success' }
}

/** A card is good for the whole of its last month: the day before it can no longer be charged. */
export const lastDay = (ends: string): string => runDay(new Date(Date.parse(ends) - 1).toISOString())

/** valid until 31 January 2027. */
export const cardEndLabel = (problem: ForecastProblem, ends: string): string =>
  problem === 'CARD_EXPIRED' ? `valid until ${lastDay(ends)}` : `removed on ${runDay(ends)}`

/** Invites go out on 31 December 2026: 16 people get theirs as they accept, up to £600.00 by 31 January 2027. */
export function invitesSentence(
  { people, upTo, from, by }: NonNullable<Forecast['invites']>,
  currency: string,
): string {
  const until = `up to ${formatMoney(upTo, currency)}${by ? ` by ${runDay(by)}` : ''}`
  return from
    ? `Invites go out on ${runDay(from)}: ${plural(people, 'person gets theirs', 'people get theirs')} as they accept, ${until}.`
    : `${plural(people, 'person has yet to accept, and gets', 'people have yet to accept, and get')} theirs as they do, ${until}.`
}

/** 2 other budgets are paid from the same wallet: … */
export const otherBudgetsSentence = (budgets: number): string =>
  `${plural(budgets, 'other budget is', 'other budgets are')} paid from the same wallet, and what they take before each run is counted.`

/** 2 people are in other budgets too: … */
export const sharedSentence = ({ people, upTo }: NonNullable<Forecast['shared']>, currency: string): string =>
  `${plural(people, 'person is', 'people are')} in other budgets too, and your limit for one person counts all of them together: a run may pay up to ${formatMoney(upTo, currency)} less.`
