import { type BudgetFields, BudgetFrequency } from '#contract/budgets/budgets.ts'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, choice, pence, readForm, text, texts } from '#web/http/read-form.ts'
import {
  MAX_EXPIRY_DAYS,
  parseWholeNumber,
  readCategories,
  readDomains,
  readPrice,
  readReasons,
} from '#web/http/rule-fields.server.ts'
import { toInstantString } from '#web/http/zoned.server.ts'

/** A step's form as the API takes it, with what is wrong with it by field. */
export interface ReadForm<Body> {
  body: Body
  wrong: Record<string, string>
}

const MAX_RUNS = 100_000

export function readBasics(form: FormData) {
  const wrong: Record<string, string> = {}
  const { name, amount, amounts, unspent } = readForm(form, {
    name: text,
    amount: pence,
    amounts: choice('equal', 'own'),
    unspent: choice('reset', 'rollover'),
  })
  if (!name) wrong.name = 'Give it a name: participants see it'
  else if (name.length > 200) wrong.name = 'Use 200 letters at most'
  const budgetAmount = amount ?? 0
  if (budgetAmount < 1) wrong.amount = amountRefusal(form, 'amount')
  const body = {
    name,
    budgetAmount,
    isVariable: amounts === 'own',
    unspentParticipantBalanceAction: unspent ?? 'reset',
  } as const
  return { body, wrong } satisfies ReadForm<BudgetFields>
}

const scheduleFields = {
  frequency: choice(...BudgetFrequency.options),
  howLong: choice('forever', 'runs'),
  numberOfRuns: text,
  ends: choice('never', 'date'),
  endAt: text,
  when: choice('now', 'later'),
  startAt: text,
  recurs: choice('same', 'own'),
  recurrenceAt: text,
}

interface ScheduleTimes {
  now: Date
  /** Frequency and dates of the runs are fixed, once a budget is scheduled or live. */
  isFixed: boolean
}

export function readSchedule(form: FormData, { now, isFixed }: ScheduleTimes): ReadForm<BudgetFields> {
  const wrong: Record<string, string> = {}
  const typed = readForm(form, scheduleFields)
  const readMoment = (name: 'startAt' | 'recurrenceAt' | 'endAt', isWanted: boolean): string | null => {
    if (!isWanted) return null
    const moment = toInstantString(typed[name], BUSINESS_ZONE)
    if (!moment) wrong[name] = 'Give a day and a time.'
    return moment ?? null
  }
  const numberOfRuns = typed.howLong === 'runs' ? parseWholeNumber(typed.numberOfRuns, MAX_RUNS) : 0
  if (numberOfRuns === undefined) wrong.numberOfRuns = 'Give a number from 1 to 100,000.'
  const scheduledEndDate = readMoment('endAt', typed.ends === 'date')
  const ends = { numberOfRuns: numberOfRuns ?? 0, scheduledEndDate }
  if (isFixed) return { body: ends, wrong }
  const scheduledStartDate = readMoment('startAt', typed.when === 'later')
  if (scheduledStartDate && Date.parse(scheduledStartDate) <= now.getTime())
    wrong.startAt = 'This is in the past. Choose a later time, or “When I press start”.'
  const recurrenceDate = readMoment('recurrenceAt', typed.recurs === 'own')
  const frequency = typed.frequency ?? 'month'
  return { body: { ...ends, scheduledStartDate, recurrenceDate, frequency }, wrong }
}

export function readRules(form: FormData): ReadForm<BudgetFields> {
  const wrong: Record<string, string> = {}
  const typed = readForm(form, { deliveryMethods: texts, maximumHugggExpiryDays: text })
  const methods = deliveryMethods.filter((method) => typed.deliveryMethods.includes(method))
  if (methods.length === 0) wrong.deliveryMethods = 'Choose at least one way.'
  const maximumHugggExpiryDays = parseWholeNumber(typed.maximumHugggExpiryDays, MAX_EXPIRY_DAYS)
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
  const { walletId, billing } = readForm(form, { walletId: text, billing: text })
  const [type, cardId] = billing.split(':')
  return {
    body: {
      walletId,
      billingMethod: type === 'card' && cardId ? { type: 'card', cardId } : { type: 'manual' },
    },
    wrong: walletId ? {} : { walletId: 'Choose a wallet.' },
  }
}
