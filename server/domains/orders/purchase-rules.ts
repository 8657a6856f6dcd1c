import type { ErrorCode, ErrorDetail } from '#contract/core/errors.ts'
import type { Permission, PermissionMap } from '#contract/core/permissions.ts'
import { allows } from '#contract/core/permissions.ts'
import type { DeliveryMethod } from '#contract/transactions.ts'
import { Problem } from '#server/kit/problem.ts'
import { BUSINESS_ZONE, endOfLondonDay, expiryAfterDays, type Instant, londonDate, Temporal } from '#server/kit/time.ts'
import { costPerGift, type Draft, type PricedProduct, priceOf } from './purchase.ts'

/** Everything the rules need to know, loaded beforehand: the rules themselves do no I/O. */
export interface PurchaseFacts {
  now: Instant
  permissions: PermissionMap
  product:
    | (PricedProduct & {
        name: string
        active: boolean
        currency: string
        territory: string
        maximumExpiryDays: number
        tagIds: readonly string[]
        /** What a choice offers; loaded where the sender narrows it. */
        segmentIds: readonly string[]
      })
    | null
  /** Null in a dry run that does not say how it would be paid. */
  payment: PaymentFacts | null
  plan: { name: string; hugggsPerOrder: number }
  team: {
    territory: string
    reasonCodes: readonly string[]
    reasonCodeRequired: boolean
    deliveryMethods: readonly DeliveryMethod[] | null
    deliveryEmailDomains: readonly string[]
    maximumHugggExpiryDays: number | null
    price: { minPence: number | null; maxPence: number | null }
    categories: { allow: readonly string[]; disallow: readonly string[] }
  }
  /** Addresses of receivers given by user id: users of the team only. */
  emailOfUser: ReadonlyMap<string, string>
}

/** What a purchase is to be paid from. */
export type PaymentFacts =
  | { method: 'walletCommitment'; currency: string; availablePence: number }
  | { method: 'charge'; currency: string; reservedPence: number; isReserved: boolean }
  | { method: 'invoice'; currency: string; owedPence: number; creditLimitPence: number }

export interface PurchaseProblem extends ErrorDetail {
  code:
    | 'invalid'
    | 'forbidden'
    | 'plan_limit_reached'
    | 'restricted'
    | 'wrong_state'
    | 'insufficient_funds'
    | 'credit_limit_reached'
}

/** Largest order by delivery method (specification, section 9). */
const MAX_QUANTITY: Record<DeliveryMethod, number> = {
  links: 10_000,
  superhuggg: 10_000,
  email: 2000,
  sms: 2000,
  printable: 1000,
  'inline-redeem': 1000,
}

/** All that stands against a purchase, at once; empty when it may go ahead. */
export function problemsOf(draft: Draft, facts: PurchaseFacts): PurchaseProblem[] {
  return [
    ...permissionProblems(draft, facts),
    ...productProblems(draft, facts),
    ...quantityProblems(draft, facts),
    ...receiverProblems(draft, facts),
    ...restrictionProblems(draft, facts),
    ...dateProblems(draft, facts),
    ...fundsProblems(draft, facts),
  ]
}

const problem = (code: PurchaseProblem['code'], path: string, message: string, row?: number): PurchaseProblem =>
  row === undefined ? { code, path, message } : { code, path, message, row }

/** What paying in each way needs. */
const PAYMENT_PERMISSION: Record<PaymentFacts['method'], Permission> = {
  walletCommitment: 'create-wallet-commitment',
  charge: 'top-up-wallet',
  invoice: 'manage-billing',
}

function permissionProblems(draft: Draft, facts: PurchaseFacts): PurchaseProblem[] {
  const { permissions, product, team, payment } = facts
  const needs: [Permission, string][] = []
  if (payment) needs.push([PAYMENT_PERMISSION[payment.method], 'payment.method'])
  if (draft.hugggMeta?.gwcSegments?.length) needs.push(['customise-segment-choices', 'purchase.hugggMeta.gwcSegments'])
  if (draft.deliveryMethod === 'email') needs.push(['send-email', 'purchase.deliveryMethod'])
  if (draft.themeId && draft.themeId !== 'default') needs.push(['use-theme', 'purchase.themeId'])
  if (product && product.territory !== team.territory) needs.push(['send-international-gifts', 'purchase.reference'])
  return needs
    .filter(([permission]) => !allows(permissions, permission))
    .map(([permission, path]) => problem('forbidden', path, `needs the permission ${permission}`))
}

const PAID_FROM: Record<PaymentFacts['method'], string> = {
  walletCommitment: 'the wallet',
  charge: 'the charge',
  invoice: 'the wallet that is invoiced',
}

function productProblems({ hugggMeta }: Draft, { product, payment }: PurchaseFacts): PurchaseProblem[] {
  if (!product) return [problem('invalid', 'purchase.reference', 'choose a product')]
  if (!product.active) return [problem('invalid', 'purchase.reference', `${product.name} is no longer sold`)]
  const problems: PurchaseProblem[] = []
  if (payment && payment.currency !== product.currency) {
    const message = `${PAID_FROM[payment.method]} is in ${payment.currency}, the gift costs ${product.currency}`
    problems.push(problem('invalid', 'payment.reference', message))
  }
  hugggMeta?.gwcSegments?.forEach(({ id }, index) => {
    if (!product.segmentIds.includes(id))
      problems.push(
        problem('invalid', `purchase.hugggMeta.gwcSegments.${index}.id`, `no segment of ${product.name}`, index),
      )
  })
  return problems
}

/** How gifts can be bought so far. */
const BUYABLE: readonly DeliveryMethod[] = ['email', 'links', 'inline-redeem']

function quantityProblems({ quantity, deliveryMethod, receivers }: Draft, { plan }: PurchaseFacts): PurchaseProblem[] {
  const problems: PurchaseProblem[] = []
  if (!BUYABLE.includes(deliveryMethod))
    problems.push(
      problem(
        'invalid',
        'purchase.deliveryMethod',
        `gifts by ${deliveryMethod} cannot be bought; choose ${BUYABLE.join(', ')}`,
      ),
    )
  const most = MAX_QUANTITY[deliveryMethod]
  if (quantity > most) problems.push(problem('invalid', 'purchase.quantity', `at most ${most} by ${deliveryMethod}`))
  if (quantity > plan.hugggsPerOrder)
    problems.push(
      problem(
        'plan_limit_reached',
        'purchase.quantity',
        `the plan ${plan.name} allows ${plan.hugggsPerOrder} gifts an order (hugggsPerOrder)`,
      ),
    )
  if (deliveryMethod === 'email' && receivers.length !== quantity)
    problems.push(problem('invalid', 'purchase.receivers', `give one receiver for each of the ${quantity} gifts`))
  if (deliveryMethod !== 'email' && receivers.length > 0)
    problems.push(problem('invalid', 'purchase.receivers', `gifts by ${deliveryMethod} have no receivers`))
  return problems
}

/** A receiver's address, or undefined where there is none we can send to. */
export const addressOf = (
  receiver: Draft['receivers'][number],
  emailOfUser: ReadonlyMap<string, string>,
): string | undefined => receiver.email ?? (receiver.user_id ? emailOfUser.get(receiver.user_id) : undefined)

/** What is wrong with a list of receivers, row by row. */
export function receiverProblems(
  { receivers, malformedRows }: Pick<Draft, 'receivers' | 'malformedRows'>,
  { emailOfUser, team }: Pick<PurchaseFacts, 'emailOfUser' | 'team'>,
  prefix = 'purchase.receivers',
): PurchaseProblem[] {
  const problems: PurchaseProblem[] = []
  const rowOf = new Map<string, number>()
  receivers.forEach((receiver, row) => {
    const malformed = malformedRows?.get(row)
    if (malformed) {
      problems.push(
        ...malformed.map(({ path, message }) => problem('invalid', `${prefix}.${row}.${path}`, message, row)),
      )
      return
    }
    const path = `${prefix}.${row}.${receiver.user_id ? 'user_id' : receiver.phone_number ? 'phone_number' : 'email'}`
    const address = addressOf(receiver, emailOfUser)
    if (!address) {
      problems.push(
        problem(
          'invalid',
          path,
          receiver.user_id ? 'no such user' : 'an email address is needed to send by email',
          row,
        ),
      )
      return
    }
    const first = rowOf.get(address)
    if (first !== undefined) problems.push(problem('invalid', path, `the same address as in row ${first + 1}`, row))
    rowOf.set(address, first ?? row)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (
      team.deliveryEmailDomains.length &&
      !team.deliveryEmailDomains.some((allowed) => domain === allowed.toLowerCase().replace(/^@/, ''))
    ) {
      problems.push(problem('restricted', path, `the team sends only to ${team.deliveryEmailDomains.join(', ')}`, row))
    }
  })
  return problems
}

function restrictionProblems(draft: Draft, { team, product }: PurchaseFacts): PurchaseProblem[] {
  const problems: PurchaseProblem[] = []
  if (team.deliveryMethods && !team.deliveryMethods.includes(draft.deliveryMethod))
    problems.push(
      problem('restricted', 'purchase.deliveryMethod', `the team sends by ${team.deliveryMethods.join(', ')} only`),
    )
  if (team.reasonCodeRequired && !draft.reasonCode)
    problems.push(problem('invalid', 'purchase.reasonCode', 'the team requires a reason code'))
  if (draft.reasonCode && team.reasonCodes.length && !team.reasonCodes.includes(draft.reasonCode))
    problems.push(problem('invalid', 'purchase.reasonCode', `must be one of ${team.reasonCodes.join(', ')}`))
  if (!product) return problems
  const { minPence, maxPence } = team.price
  if (minPence !== null && product.senderPricePence < minPence)
    problems.push(problem('restricted', 'purchase.reference', `the team gives gifts of at least ${minPence} pence`))
  if (maxPence !== null && product.senderPricePence > maxPence)
    problems.push(problem('restricted', 'purchase.reference', `the team gives gifts of at most ${maxPence} pence`))
  const { allow, disallow } = team.categories
  if (allow.length && !product.tagIds.some((tag) => allow.includes(tag)))
    problems.push(problem('restricted', 'purchase.reference', 'not in a category the team allows'))
  if (product.tagIds.some((tag) => disallow.includes(tag)))
    problems.push(problem('restricted', 'purchase.reference', 'in a category the team does not allow'))
  return problems
}

/** When the gifts leave: now, or the moment the sender chose. */
export const sendAtOf = (draft: Draft): Instant | null =>
  draft.sendDate ? Temporal.Instant.from(draft.sendDate) : null

const maximumExpiryDays = ({ product, team }: PurchaseFacts) =>
  Math.min(product?.maximumExpiryDays ?? 365, team.maximumHugggExpiryDays ?? Number.POSITIVE_INFINITY)

/** The end of the day an expiry names, in London. */
export const expiryInstant = (expiry: string): Instant =>
  expiry.length === 10
    ? endOfLondonDay(Temporal.PlainDate.from(expiry))
    : endOfLondonDay(Temporal.Instant.from(expiry).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate())

/**
 * How long gifts are valid: the day the sender chose, as an instant, or null to count `days` from when a gift is really
 * sent: the longest that product and team allow.
 */
export function validityOf(draft: Draft, facts: PurchaseFacts): { until: Instant | null; days: number } {
  if (!draft.expiry) return { until: null, days: maximumExpiryDays(facts) }
  const until = expiryInstant(draft.expiry)
  const { days } = londonDate(sendAtOf(draft) ?? facts.now).until(londonDate(until))
  return { until, days: Math.max(1, days) }
}

function dateProblems(draft: Draft, facts: PurchaseFacts): PurchaseProblem[] {
  const problems: PurchaseProblem[] = []
  const sendAt = sendAtOf(draft)
  const before = (a: Instant, b: Instant) => Temporal.Instant.compare(a, b) < 0
  if (sendAt && before(sendAt, facts.now)) problems.push(problem('invalid', 'purchase.sendDate', 'is in the past'))
  if (sendAt && before(facts.now.add({ hours: 24 * 366 }), sendAt))
    problems.push(problem('invalid', 'purchase.sendDate', 'is more than a year ahead'))
  if (draft.sendZone && !isZone(draft.sendZone))
    problems.push(problem('invalid', 'purchase.sendZone', 'must be an IANA time zone such as Europe/London'))
  if (draft.expiry) {
    const expiry = expiryInstant(draft.expiry)
    const start = sendAt ?? facts.now
    const days = maximumExpiryDays(facts)
    if (before(expiry, facts.now)) problems.push(problem('invalid', 'purchase.expiry', 'is in the past'))
    else if (before(expiry, start)) problems.push(problem('invalid', 'purchase.expiry', 'is before the gifts are sent'))
    else if (before(expiryAfterDays(start, days), expiry))
      problems.push(problem('restricted', 'purchase.expiry', `at most ${days} days after sending`))
  }
  return problems
}

const isZone = (zone: string) => {
  try {
    return Boolean(Temporal.Now.zonedDateTimeISO(zone))
  } catch {
    return false
  }
}

function fundsProblems(draft: Draft, { product, payment }: PurchaseFacts): PurchaseProblem[] {
  if (!product || !payment || payment.currency !== product.currency) return []
  const total = costPerGift(priceOf(product)) * draft.quantity
  const costs = `the purchase costs ${total} pence`
  const short = (message: string) => [problem('insufficient_funds', 'payment.reference', `${costs}, ${message}`)]
  switch (payment.method) {
    case 'walletCommitment':
      return total > payment.availablePence ? short(`the wallet has ${payment.availablePence}`) : []
    case 'charge':
      if (!payment.isReserved)
        return [problem('wrong_state', 'payment.reference', 'the charge holds no money that is still to be used')]
      return total > payment.reservedPence ? short(`the charge reserved ${payment.reservedPence}`) : []
    case 'invoice': {
      const leftPence = payment.creditLimitPence - payment.owedPence
      return total > leftPence ? [creditProblem(costs, leftPence)] : []
    }
  }
}

const creditProblem = (costs: string, leftPence: number) =>
  problem('credit_limit_reached', 'payment.method', `${costs}, the team has ${Math.max(0, leftPence)} of credit left`)

const SEVERITY: { code: PurchaseProblem['code']; as: ErrorCode; message: string }[] = [
  { code: 'invalid', as: 'invalid_fields', message: 'The purchase is not right yet.' },
  { code: 'forbidden', as: 'forbidden', message: 'You may not make this purchase.' },
  { code: 'plan_limit_reached', as: 'plan_limit_reached', message: 'The plan does not allow this purchase.' },
  { code: 'restricted', as: 'restricted', message: 'The team does not allow this purchase.' },
  { code: 'wrong_state', as: 'wrong_state', message: 'The charge cannot pay for this.' },
  { code: 'insufficient_funds', as: 'insufficient_funds', message: 'There is not enough money.' },
  { code: 'credit_limit_reached', as: 'credit_limit_reached', message: 'The team’s credit does not reach so far.' },
]

/** One refusal that lists every problem; its status is that of the most basic one. */
export function refuse(problems: PurchaseProblem[]): void {
  const worst = SEVERITY.find(({ code }) => problems.some((each) => each.code === code))
  if (!worst) return
  const first = problems.find((each) => each.code === worst.code)!
  throw new Problem(
    worst.as,
    problems.length === 1
      ? `${worst.message} ${first.path}: ${first.message}.`
      : `${worst.message} ${problems.length} things stand against it.`,
    { details: problems },
  )
}
