import { type BudgetFields, BudgetFrequency } from '#contract/budgets.ts'
import { deliveryMethods } from '#contract/transactions.ts'
import { instantOf } from '../../http/zoned.server.ts'
import { penceOf } from '../../ui/kit/amount.ts'
import { BUDGET_ZONE } from './words.ts'

/** A step's form as the API takes it, with what is wrong with it by field. */
export interface ReadForm<Body> {
  body: Body
  wrong: Record<string, string>
}

const MAX_RUNS = 100_000
const MAX_EXPIRY_DAYS = 3650
const DOMAIN = /^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** A whole number within bounds; undefined for anything else. */
function wholeOf(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

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

/** One a line, without the empty ones. */
const linesOf = (text: string) => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

export function readRules(form: FormData): ReadForm<BudgetFields> {
  const wrong: Record<string, string> = {}
  const methods = deliveryMethods.filter((method) => form.getAll('deliveryMethods').includes(method))
  if (methods.length === 0) wrong.deliveryMethods = 'Choose at least one way.'
  const domains = textOf(form, 'deliveryEmailDomains')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const odd = domains.find((domain) => !DOMAIN.test(domain))
  if (odd) wrong.deliveryEmailDomains = `“${odd}” is not a domain such as example.com.`
  const maximumHugggExpiryDays = wholeOf(textOf(form, 'maximumHugggExpiryDays'), MAX_EXPIRY_DAYS)
  if (!maximumHugggExpiryDays) wrong.maximumHugggExpiryDays = 'Give a number of days from 1 to 3,650.'
  const reasonCodes = linesOf(textOf(form, 'reasonCodes'))
  const long = reasonCodes.find((reason) => reason.length > 100)
  if (long) wrong.reasonCodes = `“${long.slice(0, 20)}…” is too long: 100 letters at most.`
  const idsOf = (name: string) => form.getAll(name).map(String)
  const categories = { allow: idsOf('allow'), disallow: idsOf('disallow') }
  if (categories.allow.some((tag) => categories.disallow.includes(tag)))
    wrong.categories = 'The same kind cannot be both allowed and ruled out.'
  return {
    body: {
      deliveryMethods: [...methods],
      deliveryEmailDomains: [...new Set(domains.map((domain) => domain.toLowerCase().replace(/^@/, '')))],
      maximumHugggExpiryDays: maximumHugggExpiryDays ?? 1,
      reasonCodes,
      giftingRestrictionsCategories: categories,
      giftingRestrictionsPrice: readPrice(form, wrong),
    },
    wrong,
  }
}

function readPrice(form: FormData, wrong: Record<string, string>) {
  const priceOf = (name: string): number | null => {
    const text = textOf(form, name)
    const pence = text ? penceOf(text) : null
    if (pence === undefined) wrong[name] = 'Give a price such as 5 or 12.50, or leave it empty.'
    return pence ?? null
  }
  const price = { min: priceOf('priceMin'), max: priceOf('priceMax') }
  if (price.min !== null && price.max !== null && price.min > price.max)
    wrong.priceMax = 'This is below the lowest price.'
  return price
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
