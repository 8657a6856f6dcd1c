import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  ApprovalLimits,
  GiftingRestrictions,
  RecipientSpendCap,
  TeamPreferences,
} from '#contract/teams/preferences.ts'
import { defaultPreferences, effectiveSettings } from '../team/preferences.ts'
import { atOnce, splitChange } from './rule.ts'

const pence = fc.integer({ min: 0, max: 6 })
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const tags = (max: number) => fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: max })

const gifts: fc.Arbitrary<GiftingRestrictions | null> = maybe(
  fc.record({
    price: fc
      .record({ min: maybe(pence), max: maybe(pence) })
      .filter(({ min, max }) => min === null || max === null || min <= max),
    categories: fc.record({ allow: tags(3), disallow: tags(3) }),
  }),
)
const mayGive = (rule: GiftingRestrictions | null, gift: { price: number; tags: string[] }) =>
  rule === null ||
  ((rule.price.min === null || gift.price >= rule.price.min) &&
    (rule.price.max === null || gift.price <= rule.price.max) &&
    (!rule.categories.allow.length || rule.categories.allow.some((tag) => gift.tags.includes(tag))) &&
    !rule.categories.disallow.some((tag) => gift.tags.includes(tag)))
const everyGift = [0, 1, 2, 3, 4, 5, 6].flatMap((price) =>
  [[], ['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c'], ['a', 'b', 'c']].map((of) => ({ price, tags: of })),
)

const limits: fc.Arbitrary<ApprovalLimits | null> = maybe(
  fc
    .record({ perOrder: maybe(pence), perDay: maybe(pence), includeAllowances: fc.boolean() })
    .filter(({ perOrder, perDay }) => perOrder !== null || perDay !== null),
)
const mayBuy = (rule: ApprovalLimits | null, { order, day, own }: { order: number; day: number; own: boolean }) =>
  rule === null ||
  (own && !rule.includeAllowances) ||
  ((rule.perOrder === null || order <= rule.perOrder) && (rule.perDay === null || day <= rule.perDay))
const everyOrder = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((order) =>
  [0, 2, 4, 7].flatMap((more) => [true, false].map((own) => ({ order, day: order + more, own }))),
)

const caps: fc.Arbitrary<RecipientSpendCap | null> = maybe(
  fc.record({
    amount: fc.integer({ min: 1, max: 6 }),
    period: fc.constantFrom('month', 'quarter', 'year'),
    mode: fc.constantFrom('warn', 'block'),
  }),
)
/** Three months of one year: what someone got in this one, in another of its quarter, and in another of its year. */
const everyYear = [0, 2, 4, 6].flatMap((month) =>
  [0, 3, 6].flatMap((quarter) => [0, 3].map((year) => ({ month, quarter, year }))),
)
const mayGet = (rule: RecipientSpendCap | null, got: { month: number; quarter: number; year: number }) => {
  if (rule === null || rule.mode === 'warn') return true
  const so = { month: got.month, quarter: got.month + got.quarter, year: got.month + got.quarter + got.year }
  return so[rule.period] <= rule.amount
}

const methods: fc.Arbitrary<TeamPreferences['deliveryMethods']> = maybe(
  fc.uniqueArray(fc.constantFrom('email' as const, 'sms' as const, 'links' as const), { minLength: 1 }),
)
const maySend = (rule: TeamPreferences['deliveryMethods'], method: 'email' | 'sms' | 'links') =>
  rule === null || rule.includes(method)

/** Whatever is wished: nothing that was refused is permitted at once, and what permits nothing more holds at once. */
function holds<T, C>(rule: fc.Arbitrary<T>, now: (from: T, to: T) => T, may: (rule: T, one: C) => boolean, every: C[]) {
  fc.assert(
    fc.property(rule, rule, (from, to) => {
      const held = now(from, to)
      for (const one of every) if (may(held, one)) expect(may(from, one)).toBe(true)
      if (every.every((one) => !may(to, one) || may(from, one)))
        for (const one of every) expect(may(held, one)).toBe(may(to, one))
    }),
    { numRuns: 400 },
  )
}

describe('a looser rule never holds at once, and a stricter one always does:', () => {
  test('ways to send', () =>
    holds(methods, (from, to) => atOnce('deliveryMethods', from, to), maySend, ['email', 'sms', 'links']))
  test('days a gift lasts', () =>
    holds(
      maybe(fc.integer({ min: 1, max: 9 })),
      (from, to) => atOnce('maximumHugggExpiryDays', from, to),
      (rule, days: number) => rule === null || days <= rule,
      [1, 3, 5, 7, 9, 10],
    ))
  test('price and kinds of gifts', () =>
    fc.assert(
      fc.property(gifts, gifts, (from, to) => {
        const held = atOnce('giftingRestrictions', from, to)
        for (const gift of everyGift) if (mayGive(held, gift)) expect(mayGive(from, gift)).toBe(true)
      }),
      { numRuns: 400 },
    ))
  test('limits for approvals', () =>
    fc.assert(
      fc.property(limits, limits, (from, to) => {
        const held = atOnce('approvals', from, to)
        for (const order of everyOrder) if (mayBuy(held, order)) expect(mayBuy(from, order)).toBe(true)
      }),
      { numRuns: 400 },
    ))
  test('what one person may get', () =>
    fc.assert(
      fc.property(caps, caps, (from, to) => {
        const held = atOnce('recipientSpendCap', from, to)
        for (const year of everyYear) if (mayGet(held, year)) expect(mayGet(from, year)).toBe(true)
      }),
      { numRuns: 400 },
    ))

  test('each end of a price and of a limit, a list, and a longer period for as much', () => {
    const range = (min: number | null, max: number | null) => ({
      ...{ price: { min, max }, categories: { allow: ['a', 'b'], disallow: ['x'] } },
    })
    const tighter = { price: { min: 200, max: 800 }, categories: { allow: ['b'], disallow: ['y', 'x'] } }
    expect(atOnce('giftingRestrictions', range(100, 900), tighter)).toEqual(tighter)
    const limit = { perOrder: 1000, perDay: 2000, includeAllowances: false }
    const less = { perOrder: 900, perDay: 2000, includeAllowances: true }
    expect(atOnce('approvals', limit, less)).toEqual(less)
    expect(atOnce('approvals', null, limit)).toEqual(limit)
    const cap = { amount: 5000, period: 'month', mode: 'block' } as const
    expect(atOnce('recipientSpendCap', cap, { ...cap, period: 'year' })).toEqual({ ...cap, period: 'year' })
    expect(atOnce('recipientSpendCap', null, cap)).toEqual(cap)
    expect(atOnce('recipientSpendCap', { ...cap, mode: 'warn' }, null)).toBeNull()
    // A shorter period begins again: what one refused the other may permit.
    expect(atOnce('recipientSpendCap', { ...cap, period: 'year' }, cap)).toEqual({ ...cap, period: 'year' })
  })
})

describe('a mixed change', () => {
  const current: TeamPreferences = {
    ...defaultPreferences,
    deliveryMethods: ['email', 'links'],
    maximumHugggExpiryDays: 60,
    deliveryEmailDomains: ['acme.test'],
    giftingRestrictions: { price: { min: null, max: 5000 }, categories: { allow: [], disallow: [] } },
    approvals: { perOrder: 1000, perDay: 2000, includeAllowances: false },
    applyRestrictionsToSubteams: true,
  }

  test('holds at once as far as it is stricter, and waits with the rest', () => {
    const { now, waiting } = splitChange(
      current,
      {
        remindRecipients: true,
        deliveryMethods: ['links', 'sms'],
        maximumHugggExpiryDays: 30,
        deliveryEmailDomains: null,
        giftingRestrictions: { price: { min: 100, max: null }, categories: { allow: [], disallow: ['x'] } },
        approvals: { perOrder: 5000, perDay: 1500, includeAllowances: false },
      },
      null,
    )
    expect(now).toEqual({
      remindRecipients: true,
      deliveryMethods: ['links'],
      maximumHugggExpiryDays: 30,
      deliveryEmailDomains: ['acme.test'],
      giftingRestrictions: { price: { min: 100, max: 5000 }, categories: { allow: [], disallow: ['x'] } },
      approvals: { perOrder: 1000, perDay: 1500, includeAllowances: false },
    })
    expect(waiting.map(({ rule, from }) => [rule, from])).toEqual([
      ['deliveryMethods', ['links']],
      ['deliveryEmailDomains', ['acme.test']],
      ['giftingRestrictions', now.giftingRestrictions],
      ['approvals', now.approvals],
    ])
  })

  test('of a price that would leave nothing to send waits as a whole', () => {
    const only = (min: number | null, max: number | null) => ({
      price: { min, max },
      categories: { allow: [], disallow: [] },
    })
    const { now, waiting } = splitChange(current, { giftingRestrictions: only(6000, 9000) }, null)
    expect([now.giftingRestrictions, waiting.length]).toEqual([current.giftingRestrictions, 1])
  })

  test('lets go of subteams only later, unless there is nothing to let go of', () => {
    const let_ = { applyRestrictionsToSubteams: false }
    expect(splitChange(current, let_, null).waiting).toHaveLength(1)
    const free = { ...defaultPreferences, applyRestrictionsToSubteams: true }
    expect(splitChange(free, let_, null)).toEqual({ now: let_, waiting: [] })
  })

  test('of a subteam never permits at once what it refused with its parent’s rules', () => {
    fc.assert(
      fc.property(methods, methods, methods, (own, wish, above) => {
        const parent = { ...defaultPreferences, deliveryMethods: above, applyRestrictionsToSubteams: true }
        const settings = (preferences: TeamPreferences) => ({ reasonCodes: [], preferences })
        const before = { ...defaultPreferences, deliveryMethods: own }
        const { now } = splitChange(before, { deliveryMethods: wish }, parent)
        const [was, is] = [before, { ...before, ...now }].map(
          (each) => effectiveSettings(settings(each), settings(parent)).preferences.deliveryMethods,
        )
        for (const way of ['email', 'sms', 'links'] as const)
          if (maySend(is!, way)) expect(maySend(was!, way)).toBe(true)
      }),
    )
  })
})
