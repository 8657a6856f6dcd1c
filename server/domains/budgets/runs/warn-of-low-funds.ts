import { type Instant, iso, Temporal, toDate, toInstant } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, budgetSchedule, nextRunTimes, participantAmountPence } from '../budget/budget.ts'
import { budgetFundsLow } from '../budget/events.ts'
import { invitedParticipants } from '../budget/queries.ts'
import { type ForecastFacts, type ForecastRun, forecastRuns, whyNotByCard } from '../forecast/forecast.ts'
import { forecastFacts, othersOnWallet } from '../forecast/forecast-budget.ts'
import { payingCards } from '../forecast/paying-card.ts'
import { isSubDaily, plannedAt, type Schedule } from '../schedule/schedule.ts'

/** Looks, ahead of the next run, whether the wallet or the card will do; if not, the admins are told while there is time. */
export async function warnOfLowFunds(work: Work, budget: BudgetRecord): Promise<'again'> {
  const { tx, at } = work
  await warnOfRun(work, budget)
  await tx
    .updateTable('automated_budget')
    .set({ ...nextRunTimes(budget, at, { warned: true }), warn_at: null, updated_at: at })
    .where('id', '=', budget.id)
    .execute()
  return 'again'
}

/** The same ahead of the start of a scheduled budget, which then waits for it. */
export async function warnBeforeFirstRun(work: Work, budget: BudgetRecord): Promise<'again'> {
  const { tx, at } = work
  await warnOfRun(work, budget)
  await tx
    .updateTable('automated_budget')
    .set({ warn_at: null, due_at: budget.scheduled_start_date, updated_at: at })
    .where('id', '=', budget.id)
    .execute()
  return 'again'
}

async function warnOfRun(work: Work, budget: BudgetRecord): Promise<void> {
  const facts = await forecastFacts(work.tx, budget, work.at)
  const [run] = forecastRuns(facts, 1, await othersOnWallet(work.tx, budget, work.at))
  if (run && !run.problem && isCardOverFirst(facts, run)) return warnOfCard(work, budget, facts, run)
  if (!run?.problem) return
  await work.emit(budgetFundsLow, {
    budgetId: budget.id,
    occurrence: run.index,
    costPence: run.costPence,
    availablePence: run.costPence + run.othersPence - run.shortfallPence,
    othersPence: run.othersPence,
    isCardOver: run.problem !== 'WALLET_INSUFCCIENT_FUNDS',
    ...(budget.status === 'scheduled'
      ? { invites: { people: facts.funded.length, fromAt: isoMoment(run.at), untilAt: untilRun(facts.schedule, 1) } }
      : {}),
  })
}

/** The first run that the card is too old for, if by then people have spent what they have. */
const isCardOverFirst = ({ card, schedule }: ForecastFacts, { index, at, atRisk }: ForecastRun): boolean => {
  const before = index > 0 ? plannedAt(schedule, index - 1) : null
  const isOverBy = (moment: Instant | null) => card && moment && Temporal.Instant.compare(card.endsAt, moment) <= 0
  return Boolean(atRisk && isOverBy(at) && !isOverBy(before))
}

const warnOfCard = (work: Work, { id }: BudgetRecord, { availablePence }: ForecastFacts, run: ForecastRun) =>
  work.emit(budgetFundsLow, {
    budgetId: id,
    occurrence: run.index,
    costPence: availablePence + run.mostShortfallPence,
    availablePence,
    isCardOver: true,
    isOnlyAtRisk: true,
  })

const isoMoment = (moment: Instant | null) => moment && iso(toDate(moment))
const untilRun = (schedule: Schedule, index: number) => isoMoment(plannedAt(schedule, index) ?? schedule.endsAt)

/** Once a run has paid: whether there is enough left for those who may still accept before the next one. */
export async function warnOfInvites(work: Work, budget: BudgetRecord): Promise<void> {
  const { tx, at } = work
  if (isSubDaily(budget.frequency)) return
  const invited = await invitedParticipants(tx, budget.id, at)
  if (invited.length === 0) return
  const costPence = invited.reduce((total, each) => total + participantAmountPence(budget, each), 0)
  const availablePence = (await loadBalances(tx, [budget.wallet_id])).get(budget.wallet_id)?.available ?? 0
  if (costPence <= availablePence) return
  const problem = whyNotByCard((await payingCards(tx, [budget])).get(budget.id) ?? null, toInstant(at))
  if (!problem) return
  await work.emit(budgetFundsLow, {
    budgetId: budget.id,
    occurrence: budget.next_index - 1,
    costPence,
    availablePence,
    isCardOver: problem !== 'WALLET_INSUFCCIENT_FUNDS',
    invites: {
      people: invited.length,
      fromAt: null,
      untilAt: untilRun(budgetSchedule(budget, at), budget.next_index),
    },
  })
}
