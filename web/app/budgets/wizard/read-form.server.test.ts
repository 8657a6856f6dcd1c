import { describe, expect, test } from 'vitest'
import { readBasics, readFunding, readRules, readSchedule } from './read-form.server.ts'
import { workedExample } from './worked-example.ts'

const buildForm = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  return form
}

describe('the basics of a budget', () => {
  test('are read in pence', () => {
    const { body, wrong } = readBasics(buildForm({ name: ' Thanks ', amount: '£1,250.5', amounts: 'own' }))
    expect(wrong).toEqual({})
    expect(body).toEqual({
      name: 'Thanks',
      budgetAmount: 125050,
      isVariable: true,
      unspentParticipantBalanceAction: 'reset',
    })
  })

  test('want a name and an amount', () => {
    for (const amount of ['', '0', 'ten', '1.234'])
      expect(Object.keys(readBasics(buildForm({ name: ' ', amount })).wrong)).toEqual(['name', 'amount'])
  })
})

describe('the schedule of a budget', () => {
  const draft = { now: new Date('2026-03-02T09:00:00Z'), isFixed: false }

  test('is read by the clock of London, in summer too', () => {
    const { body, wrong } = readSchedule(
      buildForm({
        frequency: 'month',
        howLong: 'runs',
        numberOfRuns: '12',
        when: 'later',
        startAt: '2026-07-31T09:00',
        recurs: 'own',
        recurrenceAt: '2026-01-31T09:00',
        ends: 'date',
        endAt: '2027-07-31T09:00',
      }),
      draft,
    )
    expect(wrong).toEqual({})
    expect(body).toEqual({
      frequency: 'month',
      numberOfRuns: 12,
      scheduledStartDate: '2026-07-31T08:00:00Z',
      recurrenceDate: '2026-01-31T09:00:00Z',
      scheduledEndDate: '2027-07-31T08:00:00Z',
    })
  })

  test('leaves out what is not chosen, whatever stands in its field', () => {
    const { body, wrong } = readSchedule(
      buildForm({ frequency: 'week', howLong: 'forever', numberOfRuns: 'x', when: 'now', startAt: 'x', endAt: 'x' }),
      draft,
    )
    expect(wrong).toEqual({})
    expect(body).toEqual({
      frequency: 'week',
      numberOfRuns: 0,
      scheduledStartDate: null,
      recurrenceDate: null,
      scheduledEndDate: null,
    })
  })

  test('says what is wrong with each date and number', () => {
    const { wrong } = readSchedule(
      buildForm({ howLong: 'runs', numberOfRuns: '0', when: 'later', startAt: '2026-03-02T09:00', ends: 'date' }),
      draft,
    )
    expect(Object.keys(wrong).sort()).toEqual(['endAt', 'numberOfRuns', 'startAt'])
  })

  test('that is fixed keeps its dates: only its length is read', () => {
    const form = buildForm({ frequency: 'day', howLong: 'runs', numberOfRuns: '3', when: 'later', startAt: '' })
    const { body, wrong } = readSchedule(form, { ...draft, isFixed: true })
    expect(wrong).toEqual({})
    expect(body).toEqual({ numberOfRuns: 3, scheduledEndDate: null })
  })
})

describe('the rules of a budget', () => {
  const some = { deliveryMethods: ['email', 'pigeon'], maximumHugggExpiryDays: '30' }

  test('are read from lists as people write them', () => {
    const { body, wrong } = readRules(
      buildForm({
        ...some,
        deliveryEmailDomains: '@Acme.test, friends.test\nacme.test',
        reasonCodes: 'Thank you\n\n Well done \nThank you',
        priceMin: '',
        priceMax: '25',
        allow: ['a', 'b'],
        disallow: ['c'],
      }),
    )
    expect(wrong).toEqual({})
    expect(body).toEqual({
      deliveryMethods: ['email'],
      deliveryEmailDomains: ['acme.test', 'friends.test'],
      maximumHugggExpiryDays: 30,
      reasonCodes: ['Thank you', 'Well done'],
      giftingRestrictionsCategories: { allow: ['a', 'b'], disallow: ['c'] },
      giftingRestrictionsPrice: { min: null, max: 2500 },
    })
  })

  test('that contradict themselves are refused', () => {
    const { wrong } = readRules(
      buildForm({
        deliveryEmailDomains: 'acme',
        maximumHugggExpiryDays: '0',
        reasonCodes: 'x'.repeat(101),
        priceMin: '30',
        priceMax: '25',
        allow: 'a',
        disallow: 'a',
      }),
    )
    expect(Object.keys(wrong).sort()).toEqual([
      'categories',
      'deliveryEmailDomains',
      'deliveryMethods',
      'maximumHugggExpiryDays',
      'priceMax',
      'reasonCodes',
    ])
  })
})

test('a budget’s funding is a wallet, and a card for what it lacks', () => {
  expect(readFunding(buildForm({ walletId: 'w', billing: 'manual' })).body).toEqual({
    walletId: 'w',
    billingMethod: { type: 'manual' },
  })
  expect(readFunding(buildForm({ walletId: 'w', billing: 'card:c' })).body.billingMethod).toEqual({
    type: 'card',
    cardId: 'c',
  })
  expect(readFunding(buildForm({})).wrong).toHaveProperty('walletId')
})

test('the worked example of a budget is right to the penny', () => {
  expect(workedExample(10_000)).toEqual({
    leftPence: 5000,
    reset: { paidPence: 5000, afterPence: 10_000 },
    rollover: { paidPence: 10_000, afterPence: 15_000 },
  })
  const { leftPence, reset, rollover } = workedExample(2501)
  expect(leftPence + reset.paidPence).toBe(reset.afterPence)
  expect(leftPence + rollover.paidPence).toBe(rollover.afterPence)
})
