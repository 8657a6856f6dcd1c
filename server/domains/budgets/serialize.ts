import type { Execution, ExecutionOutcome } from '#contract/budgets/budget-runs.ts'
import type { AutomatedBudget, BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Allowance, Participant, ParticipantBalance } from '#contract/budgets/participants.ts'
import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import { formatMoney } from '#kit/money.ts'
import { iso, isoOrNull, toDate } from '#kit/time.ts'
import { endedInvites } from '#server/domains/invites/index.ts'
import { loadBalances, type WalletBalances } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  availableUntil,
  type BudgetRecord,
  nextScheduledRun,
  type ParticipantRecord,
  participantAmountPence,
} from './budget/budget.ts'
import {
  type AllowanceRecord,
  type ExecutionWithErrors,
  latestExecutions,
  loadBudgetFigures,
  type OutcomeRecord,
} from './budget/queries.ts'
import { payingCards } from './forecast/paying-card.ts'
import { loadYearLimits } from './limits/year-limits.ts'
import { participantNames } from './participants/names.ts'
import { loadSpent, nothingSpent } from './participants/spent.ts'
import { countUndelivered } from './participants/undelivered.ts'
import { problemText } from './runs/problems.ts'

const restrictions = (budget: BudgetRecord) => ({
  reasonCodes: budget.reason_codes,
  deliveryMethods: budget.delivery_methods as DeliveryMethod[],
  deliveryEmailDomains: budget.delivery_email_domains,
  maximumHugggExpiryDays: budget.maximum_huggg_expiry_days,
  giftingRestrictionsCategories: { allow: budget.categories_allow, disallow: budget.categories_disallow },
  giftingRestrictionsPrice: { min: budget.price_min, max: budget.price_max },
})

export const serializeBudget = (budget: BudgetRecord): AutomatedBudget => ({
  id: budget.id,
  name: budget.name,
  isVariable: budget.is_variable,
  status: budget.status,
  subStatus: budget.sub_status,
  budgetAmount: budget.budget_amount,
  currency: budget.currency,
  walletId: budget.wallet_id,
  billingMethod: { type: budget.billing_type, cardId: budget.card_id },
  frequency: budget.frequency,
  numberOfRuns: budget.number_of_runs,
  runsExecuted: budget.runs_executed,
  nextScheduledRun: nextScheduledRun(budget),
  scheduledStartDate: isoOrNull(budget.scheduled_start_date),
  recurrenceDate: isoOrNull(budget.recurrence_date),
  scheduledEndDate: isoOrNull(budget.scheduled_end_date),
  startingAt: isoOrNull(budget.starting_at),
  startedAt: isoOrNull(budget.started_at),
  endedAt: isoOrNull(budget.ended_at),
  unspentParticipantBalanceAction: budget.unspent_action,
  ...restrictions(budget),
  userId: budget.user_id,
  teamId: budget.team_id,
  dateCreated: iso(budget.created_at),
  dateModified: iso(budget.updated_at),
})

/** Budgets with their figures: four queries, however many they are. */
export async function serializeOverviews(
  db: Db | Tx,
  budgets: readonly BudgetRecord[],
  now: Date,
): Promise<BudgetOverview[]> {
  if (budgets.length === 0) return []
  const ids = budgets.map((budget) => budget.id)
  const figures = await loadBudgetFigures(db, ids, now)
  const latest = await latestExecutions(db, ids)
  const cards = await payingCards(db, budgets)
  return budgets.map((budget) => {
    const { active, inactive, invited, inviteEnded, inviteDeclined, receivedPence, amountsPence } = figures(budget.id)
    const execution = latest.get(budget.id)
    const card = cards.get(budget.id)
    return {
      ...serializeBudget(budget),
      latestExecution: execution ? serializeExecution(execution) : null,
      participantCounts: { active, inactive, invited, inviteEnded, inviteDeclined },
      totalFunds: receivedPence,
      calculatedBudgetAmount: amountsPence,
      cardEnds: card ? iso(toDate(card.endsAt)) : null,
      formattedBudgetAmount: formatMoney(budget.budget_amount, budget.currency),
    }
  })
}

export function serializeExecution(execution: ExecutionWithErrors): Execution {
  const last = execution.errors.at(-1)
  return {
    id: execution.id,
    automationId: execution.budget_id,
    startDate: isoOrNull(execution.started_at),
    endDate: isoOrNull(execution.ended_at),
    errors: [...new Set(execution.errors.map(({ type }) => type))],
    trigger: execution.trigger,
    status: execution.status,
    scheduledFor: iso(execution.scheduled_for),
    skippedRuns: execution.skipped_count,
    attempts: execution.attempts,
    retryDate: isoOrNull(execution.retryAt),
    participants: execution.participant_count,
    waiting: execution.waitingCount,
    paid: execution.paid_pence,
    returned: execution.returned_pence,
    cut: execution.cut_pence,
    transferId: execution.transfer_id,
    undone: execution.undoneAt ? { date: iso(execution.undoneAt), amount: execution.undonePence! } : null,
    problem: last ? { type: last.type, ...problemText(last.type, execution), shortfall: last.shortfallPence } : null,
    dateCreated: iso(execution.created_at),
    dateModified: iso(execution.updated_at),
  }
}

export const serializeOutcome = (outcome: OutcomeRecord): ExecutionOutcome => ({
  participantId: outcome.participantId,
  email: outcome.email,
  name: outcome.name,
  budgetAmount: outcome.amountPence,
  before: outcome.beforePence,
  change: outcome.deltaPence,
  cut: outcome.cutPence,
  after: outcome.beforePence + outcome.deltaPence,
})

const nothing: WalletBalances = { available: 0, committed: 0, locked: 0 }
const balancesOfParticipants = async (db: Db | Tx, participants: readonly ParticipantRecord[]) => {
  const balances = await loadBalances(
    db,
    participants.flatMap(({ wallet_id }) => wallet_id ?? []),
  )
  return (participant: ParticipantRecord) => balances.get(participant.wallet_id ?? '') ?? nothing
}

type AllowanceSums = Pick<ParticipantBalance, 'inGifts' | 'used' | 'returnedToBudget' | 'received'>

/** Where all that runs gave is now, to the penny. */
async function sumsOfParticipants(db: Db | Tx, participants: readonly ParticipantRecord[]) {
  const spent = await loadSpent(
    db,
    participants.flatMap(({ wallet_id }) => wallet_id ?? []),
  )
  return ({ wallet_id, total_funds_received: received }: ParticipantRecord, availablePence: number): AllowanceSums => {
    const { inGiftsPence: inGifts, usedPence: used } = spent.get(wallet_id ?? '') ?? nothingSpent
    return { inGifts, used, returnedToBudget: received - availablePence - inGifts - used, received }
  }
}

export async function serializeParticipantRows(
  db: Db | Tx,
  participants: readonly ParticipantRecord[],
  now: Date,
): Promise<Participant[]> {
  const balances = await balancesOfParticipants(db, participants)
  const waiting = participants.flatMap(({ status, invite_id }) => (status === 'draft' && invite_id) || [])
  const ended = await endedInvites(db, waiting, now)
  const names = await participantNames(db, participants)
  return participants.map((participant) => ({
    id: participant.id,
    automationId: participant.budget_id,
    email: participant.email,
    name: names.get(participant.user_id ?? '') ?? participant.name,
    walletId: participant.wallet_id,
    teamId: participant.participant_team_id,
    userId: participant.user_id,
    status: participant.status,
    inviteAccepted: participant.accepted_at !== null,
    inviteId: participant.invite_id,
    inviteEnded: ended.has(participant.invite_id ?? ''),
    inviteDeclined: ended.get(participant.invite_id ?? '')?.isDeclined ?? false,
    totalFundsReceived: participant.total_funds_received,
    budgetAmount: participant.budget_amount,
    available: balances(participant).available,
    dateAccepted: isoOrNull(participant.accepted_at),
    dateDeleted: isoOrNull(participant.deleted_at),
    hasLeft: participant.has_left,
    dateCreated: iso(participant.created_at),
    dateModified: iso(participant.updated_at),
  }))
}

export async function serializeBalances(
  db: Db | Tx,
  budget: BudgetRecord,
  participants: readonly ParticipantRecord[],
): Promise<ParticipantBalance[]> {
  const balances = await balancesOfParticipants(db, participants)
  const sums = await sumsOfParticipants(db, participants)
  return participants.map((participant) => {
    const { available, committed, locked } = balances(participant)
    const live = committed + locked
    return {
      participantId: participant.id,
      walletId: participant.wallet_id,
      currency: budget.currency,
      balance: available + live,
      available,
      live,
      ...sums(participant, available),
    }
  })
}

/** What participants may spend, with all balances in one query, and what they spent in another. */
export async function serializeAllowances(
  db: Db,
  allowances: readonly AllowanceRecord[],
  now: Date,
): Promise<Allowance[]> {
  if (allowances.length === 0) return []
  const participants = allowances.map(({ participant }) => participant)
  const balances = await balancesOfParticipants(db, participants)
  const sums = await sumsOfParticipants(db, participants)
  const yearLimits = await loadYearLimits(db, allowances, now)
  const undelivered = await countUndelivered(
    db,
    participants.map(({ participant_team_id }) => participant_team_id),
  )
  return allowances.map((allowance) => {
    const { participant } = allowance
    const current = balances(participant)
    return {
      ...serializeAllowance(allowance, current),
      ...sums(participant, current.available),
      yearLimit: yearLimits.get(participant.id) ?? null,
      undelivered: undelivered.get(participant.participant_team_id) ?? 0,
    }
  })
}

function serializeAllowance(
  { budget, participant }: AllowanceRecord,
  balances: WalletBalances,
): Omit<Allowance, 'yearLimit' | 'undelivered' | keyof AllowanceSums> {
  const next = nextScheduledRun(budget)
  return {
    automationId: budget.id,
    participantId: participant.id,
    name: budget.name,
    teamId: participant.participant_team_id,
    teamName: budget.teamName,
    status: budget.status,
    participantStatus: participant.status,
    budgetAmount: participantAmountPence(budget, participant),
    currency: budget.currency,
    walletId: participant.wallet_id,
    available: balances.available,
    live: balances.committed + balances.locked,
    frequency: budget.frequency,
    unspentParticipantBalanceAction: budget.unspent_action,
    nextScheduledRun: next,
    availableUntil: availableUntil(budget),
    ...restrictions(budget),
  }
}
