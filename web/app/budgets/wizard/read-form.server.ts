import { type BudgetFields, BudgetFrequency } from '#contract/budgets.ts'
import { deliveryMethods } from '#contract/transactions.ts'
import {
  MAX_EXPIRY_DAYS,
  readCategories,
  readDomains,
  readPrice,
  readReasons,
  textOf,
  wholeOf,
} from '#web/http/rule-fields.server.ts'
import { instantOf } from '#web/http/zoned.server.ts'
import { penceOf } from '#web/ui/kit/amount.ts'
import { BUDGET_ZONE } from '../words.ts'

/** A step's form as the API takes it, with what is wrong with it by field. */
export interface ReadForm<Body> {
  body: Body
  wrong: Record<string, string>
}

const MAX_RUNS = 100_000

export function readBasics(form: FormData) {
  const wrong: Record<string, string> = {}
  const name = textOf(form, 'name')
  if (!name) wrong.name = 'Give it a name: participants see it'
  else if (name.length > 200) wrong.name = 'Use 200 letters at most'
  const budgetAmount = penceOf(textOf(form, 'amount')) ?? 0
  if (budgetAmount < 1) wrong.amount = 'Give an amount such as 25 or 12.50'
  const body = {
    name,
    budgetAmount,
    isVariable: form.get('amounts') === 'own',
    unspentParticipantBalanceAction: form.get('unspent') === 'rollover' ? 'rollover' : 'reset',
  } as const
  return { body, wrong } satisfies ReadForm<BudgetFields>
}

interface ScheduleTimes {
  now: Date
  /** Frequency and dates of the runs are fixed, once a budget is scheduled or live. */
  isFixed: boolean
}

export function readSchedule(form: FormData, { now, isFixed }: ScheduleTimes): ReadForm<BudgetFields> {
  const wrong: Record<string, string> = {}
  const momentOf = (name: string, isWanted: boolean): string | null => {
    if (!isWanted) return null
    const moment = instantOf(textOf(form, name), BUDGET_ZONE)
    if (!moment) wrong[name] = 'Give a day and a time.'
    return moment ?? null
  }
  const numberOfRuns = form.get('howLong') === 'runs' ? wholeOf(textOf(form, 'numberOfRuns'), MAX_RUNS) : 0
  if (numberOfRuns === undefined) wrong.numberOfRuns = 'Give a number from 1 to 100,000.'
  const scheduledEndDate = momentOf('endAt', form.get('ends') === 'date')
  const ends = { numberOfRuns: numberOfRuns ?? 0, scheduledEndDate }
  if (isFixed) return { body: ends, wrong }
  const scheduledStartDate = momentOf('startAt', form.get('when') === 'later')
  if (scheduledStartDate && Date.parse(scheduledStartDate) <= now.getTime())
    wrong.startAt = 'This is in the past. Choose a later time, or “When I press start”.'
  const recurrenceDate = momentOf('recurrenceAt', form.get('recurs') === 'own')
  const frequency = BudgetFrequency.safeParse(form.get('frequency')).data ?? 'month'
  return { body: { ...ends, scheduledStartDate, recurrenceDate, frequency }, wrong }
}

export function readRules(form: FormData): ReadForm<BudgetFields> {
  const wrong: Record<string, string> = {}
  const methods = deliveryMethods.filter((method) => form.getAll('deliveryMethods').includes(method))
  if (methods.length === 0) wrong.deliveryMethods = 'Choose at least one way.'
  const maximumHugggExpiryDays = wholeOf(textOf(form, 'maximumHugggExpiryDays'), MAX_EXPIRY_DAYS)
  if (!maximumHugggExpiryDays) wrong.maximumHugggExpiryDays = 'Give a number of days from 1 to 3,650.'
  return {
    body: {
      deliveryMethods: [...methods],
      deliveryEmailDomains: readDomains(form, wrong),
      maximumHugggExpiryDays: maximumHugggExpiryDays ?? 1,
      reasonCodes: readReasons(form, wrong),
      giftingRestrictionsCategories: readCategories(form, wrong),
      giftingRestrictionsPrice: readPrice(form, wrong),
    },
    wrong,
  }
}

/** `manual`, or `card:{id}`: what pays when the wallet has too little. */
export function readFunding(form: FormData): ReadForm<BudgetFields> {
  const walletId = textOf(form, 'walletId')
  const [type, cardId] = textOf(form, 'billing').split(':')
  return {
    body: {
      walletId,
      billingMethod: type === 'card' && cardId ? { type: 'card', cardId } : { type: 'manual' },
    },
    wrong: walletId ? {} : { walletId: 'Choose a wallet.' },
  }
}
