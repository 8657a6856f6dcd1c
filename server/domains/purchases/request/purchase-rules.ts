import type { ErrorDetail } from '#contract/core/errors.ts'
import { allows, type Permission, type PermissionMap } from '#contract/core/permissions.ts'
import type { Reason } from '#contract/core/reasons.ts'
import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import { isDrawn } from '#contract/themes/themes.ts'
import { personAddress } from '#kit/email-address.ts'
import { BUSINESS_ZONE, endOfLondonDay, expiryAfterDays, type Instant, londonDate, Temporal } from '#kit/time.ts'
import type { SpendCapFacts } from '#server/domains/hugggs/sender/index.ts'
import { sendsOnlyTo, sendsTo } from '#server/domains/teams/team/index.ts'
import { notUploaded } from '#server/domains/uploads/index.ts'
import { type ReadAddress, readAddress, type UserAddresses } from './addresses.ts'
import { overCap } from './cap-rules.ts'
import type { FieldNames } from './field-names.ts'
import { costPerGift, type PricedProduct, pricePerGift, type TextPrice, textPence } from './price.ts'
import type { AskedReceivers, PurchaseRequest } from './purchase-request.ts'

/** Everything the rules need to know, loaded beforehand: the rules themselves do no I/O. */
export interface PurchaseFacts extends UserAddresses {
  now: Instant
  permissions: PermissionMap
  product:
    | (PricedProduct & {
        name: string
        active: boolean
        currency: string
        territory: string
        maximumExpiryDays: number
        over18: boolean
        tagIds: readonly string[]
        /** What a choice offers; loaded where the sender narrows it. */
        segmentIds: readonly string[]
      })
    | null
  /** Null in a dry run that does not say how it would be paid. */
  payment: PaymentFacts | null
  plan: { name: string; entities: { hugggsPerOrder: number } }
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
  /** Paths of what names a picture that the caller's team has not uploaded. */
  missingPictures: readonly string[]
  /** The theme it names, or its team's own; null where it names none that the caller may use. */
  theme: object | null
  /** How a gift can leave this installation. */
  methods: readonly DeliveryMethod[]
  /** What the receivers have had of the organisation, where it caps that. */
  spendCap: SpendCapFacts | null
  /** The text each gift leaves by; null for every other way. */
  text: TextPrice | null
}

/** What a purchase is to be paid from. */
export type PaymentFacts =
  | { method: 'walletCommitment'; currency: string; availablePence: number }
  | { method: 'charge'; currency: string; reservedPence: number; isReserved: boolean }
  | { method: 'invoice'; currency: string; owedPence: number; creditLimitPence: number; isPlanOverdue: boolean }

export interface PurchaseProblem extends ErrorDetail {
  code:
    | 'invalid'
    | 'forbidden'
    | 'plan_limit_reached'
    | 'restricted'
    | 'spend_cap_reached'
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
export function checkPurchase(request: PurchaseRequest, facts: PurchaseFacts): PurchaseProblem[] {
  return [
    ...permissionProblems(request, facts),
    ...productProblems(request, facts),
    ...facts.missingPictures.map((path) => problem('invalid', path, notUploaded)),
    ...(facts.theme ? [] : [problem('invalid', request.names.themeId, 'is no theme of yours')]),
    ...quantityProblems(request, facts),
    ...claimProblems(request, facts),
    ...receiverProblems(request, facts),
    ...(facts.spendCap?.cap.mode === 'block' ? overCap(request, facts) : []),
    ...restrictionProblems(request, facts),
    ...dateProblems(request, facts),
    ...fundsProblems(request, facts),
  ]
}

const problem = (code: PurchaseProblem['code'], path: string, message: string, row?: number): PurchaseProblem =>
  row === undefined ? { code, path, message } : { code, path, message, row }

/** What is wrong in a row, with its reason where there is one. */
const rowProblem = (
  { code = 'invalid', message, reason }: Pick<ErrorDetail, 'message' | 'reason'> & { code?: PurchaseProblem['code'] },
  path: string,
  row: number,
): PurchaseProblem => ({ ...problem(code, path, message, row), ...(reason && { reason }) })

/** What paying in each way needs. */
const PAYMENT_PERMISSION: Record<PaymentFacts['method'], Permission> = {
  walletCommitment: 'create-wallet-commitment',
  charge: 'top-up-wallet',
  invoice: 'manage-billing',
}

function permissionProblems(request: PurchaseRequest, facts: PurchaseFacts): PurchaseProblem[] {
  const { names } = request
  const { permissions, product, team, payment } = facts
  const needs: [Permission, string][] = []
  if (payment) needs.push([PAYMENT_PERMISSION[payment.method], names.paymentMethod])
  if (request.hugggMeta?.gwcSegments?.length)
    needs.push(['customise-segment-choices', `${names.hugggMeta}.gwcSegments`])
  if (request.deliveryMethod === 'sms') needs.push(['send-sms', names.deliveryMethod])
  if (request.deliveryMethod === 'superhuggg') needs.push(['use-superhuggg', names.deliveryMethod])
  if (request.claims?.claimMethod === 'sms') needs.push(['send-sms', names.claimMethod])
  if (request.deliveryMethod === 'email') needs.push(['send-email', names.deliveryMethod])
  if (request.themeId && request.themeId !== 'default')
    needs.push([isDrawn(request.themeId) ? 'use-giftwrap' : 'use-theme', names.themeId])
  if (product && product.territory !== team.territory) needs.push(['send-international-gifts', names.reference])
  return needs
    .filter(([permission]) => !allows(permissions, permission))
    .map(([permission, path]) => problem('forbidden', path, `needs the permission ${permission}`))
}

const PAID_FROM: Record<PaymentFacts['method'], string> = {
  walletCommitment: 'the wallet',
  charge: 'the charge',
  invoice: 'the wallet that is invoiced',
}

function productProblems(
  { names, hugggMeta, over18, raises }: PurchaseRequest,
  { product, payment }: PurchaseFacts,
): PurchaseProblem[] {
  if (!product) return [problem('invalid', names.reference, 'choose a product')]
  if (!product.active) return [problem('invalid', names.reference, `${product.name} is no longer sold`)]
  const problems: PurchaseProblem[] = []
  if (payment && payment.currency !== product.currency) {
    const message = `${PAID_FROM[payment.method]} is in ${payment.currency}, the gift costs ${product.currency}`
    problems.push(problem('invalid', names.payment, message))
  }
  // The sender who raises a shareable gift's limit was asked when it was bought.
  if (product.over18 && !over18 && !raises) {
    const message = 'must be true: confirm that everyone who gets it is 18 or over'
    problems.push({ ...problem('invalid', names.over18, message), reason: { code: 'adults_unconfirmed' } })
  }
  hugggMeta?.gwcSegments?.forEach(({ id }, index) => {
    if (!product.segmentIds.includes(id))
      problems.push(
        problem('invalid', `${names.hugggMeta}.gwcSegments.${index}.id`, `no segment of ${product.name}`, index),
      )
  })
  return problems
}

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function quantityProblems(
  { names, quantity, deliveryMethod, receivers }: PurchaseRequest,
  { plan, methods }: PurchaseFacts,
): PurchaseProblem[] {
  const problems: PurchaseProblem[] = []
  if (!methods.includes(deliveryMethod))
    problems.push(problem('invalid', names.deliveryMethod, `must be ${choice.format(methods)} for this gift`))
  const most = MAX_QUANTITY[deliveryMethod]
  if (quantity > most)
    problems.push(problem('invalid', names.quantity, `must be at most ${most.toLocaleString('en-GB')} in one purchase`))
  if (quantity > plan.entities.hugggsPerOrder)
    problems.push(
      problem(
        'plan_limit_reached',
        names.quantity,
        `the plan ${plan.name} allows ${plan.entities.hugggsPerOrder} gifts an order (hugggsPerOrder)`,
      ),
    )
  if (deliveryMethod === 'email' && receivers.length !== quantity)
    problems.push(problem('invalid', names.receivers, `give one receiver for each of the ${quantity} gifts`))
  if (deliveryMethod === 'sms' && receivers.length !== 0 && receivers.length !== quantity)
    problems.push(
      problem('invalid', names.receivers, `give one receiver for each of the ${quantity} gifts, or none to send later`),
    )
  if (deliveryMethod !== 'email' && deliveryMethod !== 'sms' && receivers.length > 0)
    problems.push(problem('invalid', names.receivers, `gifts by ${deliveryMethod} have no receivers`))
  return problems
}

/** What is wrong with how the gifts of a shareable gift are to be claimed. */
function claimProblems(
  { names, deliveryMethod, claims, quantity, raises }: PurchaseRequest,
  { methods }: PurchaseFacts,
): PurchaseProblem[] {
  if (deliveryMethod !== 'superhuggg') return []
  if (!claims)
    return [problem('invalid', names.deliveryMethod, 'a shareable gift is a purchase or order of type superhuggg')]
  const problems: PurchaseProblem[] = []
  const limit = quantity + (raises?.before ?? 0)
  if (limit > MAX_QUANTITY.superhuggg)
    problems.push(problem('invalid', names.quantity, `at most ${MAX_QUANTITY.superhuggg} in all`))
  if (claims.perPerson > limit) problems.push(problem('invalid', names.perPerson, `at most the limit of ${limit}`))
  if (claims.claimMethod === 'sms' && !methods.includes('sms'))
    problems.push(problem('invalid', names.claimMethod, 'texts are not sent from here; choose email'))
  const { emailEndings = [], numberPrefixes = [] } = claims.claimRestrictions ?? {}
  if (claims.claimMethod !== 'email' && emailEndings.length)
    problems.push(problem('invalid', `${names.claimRestrictions}.emailEndings`, 'only for claims by email'))
  if (claims.claimMethod !== 'sms' && numberPrefixes.length)
    problems.push(problem('invalid', `${names.claimRestrictions}.numberPrefixes`, 'only for claims by text message'))
  return problems
}

/** What is wrong with a list of receivers, row by row. */
export function receiverProblems(
  { names, receivers, malformedRows, deliveryMethod }: AskedReceivers,
  facts: Pick<PurchaseFacts, 'emailOfUser' | 'mobileOfUser' | 'team' | 'permissions'>,
): PurchaseProblem[] {
  const rowByAddress = new Map<string, number>()
  return receivers.flatMap((receiver, row) => {
    const malformed = malformedRows?.get(row)
    if (malformed)
      return malformed.map(({ path, message, reason }) =>
        rowProblem({ message, reason }, `${names.receivers}.${row}.${path}`, row),
      )
    const wanted = deliveryMethod === 'sms' ? 'phone_number' : 'email'
    const field = receiver.user_id
      ? 'user_id'
      : receiver.phone_number
        ? 'phone_number'
        : receiver.email
          ? 'email'
          : wanted
    const path = `${names.receivers}.${row}.${names[field]}`
    const read = readAddress(receiver, facts, { method: deliveryMethod, territory: facts.team.territory })
    if (read.address === null) return [rowProblem({ message: read.problem, reason: read.reason }, path, row)]
    const { channel } = read
    const problems = addressProblems(read, facts).map((found) => rowProblem(found, path, row))
    const person = personAddress(read.address)
    const first = rowByAddress.get(person)
    if (first === undefined) {
      rowByAddress.set(person, row)
      return problems
    }
    const message = `the same ${channel === 'sms' ? 'number' : 'address'} as in row ${first + 1}`
    return [rowProblem({ message, reason: { code: 'same_as_row', row: first, channel } }, path, row), ...problems]
  })
}

/** Where the team does not send, or the caller may not. */
function addressProblems(
  { address, channel, isAbroad }: Extract<ReadAddress, { problem?: never }>,
  { team, permissions }: Pick<PurchaseFacts, 'team' | 'permissions'>,
): Omit<PurchaseProblem, 'path'>[] {
  if (channel === 'sms') {
    if (!isAbroad || allows(permissions, 'send-international-gifts')) return []
    const message = 'a number abroad needs the permission send-international-gifts'
    return [{ code: 'forbidden', message, reason: { code: 'phone_abroad' } }]
  }
  const { deliveryEmailDomains: allowed } = team
  return sendsTo(allowed, address) ? [] : [{ code: 'restricted', message: sendsOnlyTo(allowed) }]
}

function restrictionProblems(request: PurchaseRequest, { team, product }: PurchaseFacts): PurchaseProblem[] {
  const { names } = request
  const problems: PurchaseProblem[] = []
  if (team.deliveryMethods && !team.deliveryMethods.includes(request.deliveryMethod))
    problems.push(
      problem('restricted', names.deliveryMethod, `the team sends by ${team.deliveryMethods.join(', ')} only`),
    )
  if (team.reasonCodeRequired && !request.reasonCode)
    problems.push(problem('invalid', names.reasonCode, 'the team requires a reason code'))
  if (request.reasonCode && team.reasonCodes.length && !team.reasonCodes.includes(request.reasonCode))
    problems.push(problem('invalid', names.reasonCode, `must be one of ${team.reasonCodes.join(', ')}`))
  if (!product) return problems
  const { minPence, maxPence } = team.price
  if (minPence !== null && product.senderPricePence < minPence)
    problems.push({
      ...problem('restricted', names.reference, `the team gives gifts of at least ${minPence} pence`),
      reason: { code: 'gift_below_team_price', limitPence: minPence, currency: product.currency },
    })
  if (maxPence !== null && product.senderPricePence > maxPence)
    problems.push({
      ...problem('restricted', names.reference, `the team gives gifts of at most ${maxPence} pence`),
      reason: { code: 'gift_above_team_price', limitPence: maxPence, currency: product.currency },
    })
  const { allow, disallow } = team.categories
  if (allow.length && !product.tagIds.some((tag) => allow.includes(tag)))
    problems.push(problem('restricted', names.reference, 'not in a category the team allows'))
  if (product.tagIds.some((tag) => disallow.includes(tag)))
    problems.push(problem('restricted', names.reference, 'in a category the team does not allow'))
  return problems
}

/** When the gifts leave: now, or the moment the sender chose. */
export const sendAtInstant = (request: PurchaseRequest): Instant | null =>
  request.sendDate ? Temporal.Instant.from(request.sendDate) : null

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
export function giftValidity(request: PurchaseRequest, facts: PurchaseFacts): { until: Instant | null; days: number } {
  if (!request.expiry) return { until: null, days: maximumExpiryDays(facts) }
  const until = expiryInstant(request.expiry)
  const { days } = londonDate(sendAtInstant(request) ?? facts.now).until(londonDate(until))
  return { until, days: Math.max(1, days) }
}

function dateProblems(request: PurchaseRequest, facts: PurchaseFacts): PurchaseProblem[] {
  const { names } = request
  const problems: PurchaseProblem[] = []
  const sendAt = sendAtInstant(request)
  const before = (a: Instant, b: Instant) => Temporal.Instant.compare(a, b) < 0
  if (sendAt && before(sendAt, facts.now)) problems.push(problem('invalid', names.sendDate, 'is in the past'))
  if (sendAt && before(facts.now.add({ hours: 24 * 366 }), sendAt))
    problems.push(problem('invalid', names.sendDate, 'is more than a year ahead'))
  if (request.sendZone && !isZone(request.sendZone))
    problems.push(problem('invalid', names.sendZone, 'must be an IANA time zone such as Europe/London'))
  if (request.expiry) {
    const expiry = expiryInstant(request.expiry)
    const start = sendAt ?? facts.now
    const days = maximumExpiryDays(facts)
    if (before(expiry, facts.now)) problems.push(problem('invalid', names.expiry, 'is in the past'))
    else if (before(expiry, start)) problems.push(problem('invalid', names.expiry, 'is before the gifts are sent'))
    else if (before(expiryAfterDays(start, days), expiry))
      problems.push(problem('restricted', names.expiry, `must be at most ${days} days after sending`))
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

function fundsProblems(
  { names, quantity }: PurchaseRequest,
  { product, payment, text }: PurchaseFacts,
): PurchaseProblem[] {
  if (!product || !payment || payment.currency !== product.currency) return []
  const costsPence = costPerGift(pricePerGift(product, textPence(text))) * quantity
  const { currency } = product
  const costs = `the purchase costs ${costsPence} pence`
  const short = (message: string, reason: Reason): PurchaseProblem[] => [
    { ...problem('insufficient_funds', names.payment, message), reason },
  ]
  switch (payment.method) {
    case 'walletCommitment': {
      const { availablePence } = payment
      if (costsPence <= availablePence) return []
      const reason = { code: 'wallet_too_low', costsPence, availablePence, currency } as const
      return short(`${costs}, the wallet has ${availablePence}`, reason)
    }
    case 'charge': {
      if (!payment.isReserved) return [notReserved(names)]
      const availablePence = payment.reservedPence
      if (costsPence <= availablePence) return []
      const reason = { code: 'charge_too_low', costsPence, availablePence, currency } as const
      return short(`${costs}, the charge reserved ${availablePence}`, reason)
    }
    case 'invoice': {
      if (payment.isPlanOverdue)
        return [problem('wrong_state', names.paymentMethod, 'an invoice for the team’s plan is overdue; pay it first')]
      const availablePence = Math.max(0, payment.creditLimitPence - payment.owedPence)
      if (costsPence <= payment.creditLimitPence - payment.owedPence) return []
      const message = `${costs}, the team has ${availablePence} of credit left`
      const reason = { code: 'credit_too_low', costsPence, availablePence, currency } as const
      return [{ ...problem('credit_limit_reached', names.paymentMethod, message), reason }]
    }
  }
}

const notReserved = (names: FieldNames): PurchaseProblem => ({
  ...problem('wrong_state', names.payment, 'the charge holds no money that is still to be used'),
  reason: { code: 'charge_not_reserved' },
})
