import { describe, expect, test } from 'vitest'
import type { AutomatedBudget } from '#contract/budgets/budgets.ts'
import { budgetFacts, changedFacts, nextRunSentence, reviewPeople, runFacts } from './review-facts.ts'

const december = '2026-12-05T09:00:00Z'
const january = '2027-01-05T09:00:00Z'

test('the review of a budget that runs names its next run, the first that its forecast has', () => {
  const live = { status: 'live', startingAt: '2026-10-05T08:00:00Z', scheduledStartDate: null } as const
  expect(runFacts(live, [december, january])).toEqual([
    { name: 'Next run', value: '5 December 2026 at 09:00' },
    { name: 'Then', value: '5 January 2027 at 09:00' },
  ])
  expect(runFacts(live, [])).toEqual([{ name: 'Next run', value: 'No more' }])
  const draft = { status: 'draft', startingAt: null, scheduledStartDate: december } as const
  expect(runFacts(draft, [december, january]).map(({ name }) => name)).toEqual(['First run', 'Then'])
  expect(runFacts({ ...draft, scheduledStartDate: null }, [])[0]!.value).toBe('When you press start')
})

test('the review shows everyone who has an amount of their own, with it, before the others', () => {
  const person = { name: null, budgetAmount: null, status: 'active', inviteEnded: false } as const
  const everyone = Array.from({ length: 20 }, (_, at) => ({ ...person, email: `p${at}@x.test` }))
  const people = [...everyone, { ...person, name: 'Ada', email: 'zz@x.test', budgetAmount: 3000 }]
  const { shown, othersWithOwn } = reviewPeople(people, { isVariable: true })
  expect(shown[0]).toEqual({ name: 'Ada (zz@x.test)', amount: 3000 })
  expect([shown.length, othersWithOwn]).toEqual([8, 0])
  expect(reviewPeople(people, { isVariable: false }).shown.some(({ amount }) => amount !== null)).toBe(false)
  const many = people.map((each) => ({ ...each, budgetAmount: 500 }))
  expect(reviewPeople([...many, ...many], { isVariable: true })).toMatchObject({ othersWithOwn: 12 })
  const left = [
    { ...person, status: 'inactive' as const, email: 'paused@x.test' },
    { ...person, status: 'draft' as const, inviteEnded: true, email: 'ended@x.test' },
  ]
  expect(reviewPeople([...left, ...people], { isVariable: true })).toEqual(reviewPeople(people, { isVariable: true }))
})

describe('the review of a live budget', () => {
  const budget = {
    ...{ name: 'Thanks', budgetAmount: 1000, currency: 'GBX', frequency: 'month', isVariable: false, numberOfRuns: 12 },
    ...{ status: 'live', startingAt: null, scheduledStartDate: null, scheduledEndDate: january },
    unspentParticipantBalanceAction: 'rollover',
    ...{ deliveryMethods: ['email'], deliveryEmailDomains: [], maximumHugggExpiryDays: 30, reasonCodes: [] },
    giftingRestrictionsCategories: { allow: [], disallow: [] },
    giftingRestrictionsPrice: { min: null, max: 500 },
    billingMethod: { type: 'manual', cardId: null },
  } as unknown as AutomatedBudget
  const facts = (changes: Partial<AutomatedBudget>, walletName = 'Main') =>
    budgetFacts({ ...budget, ...changes }, { runs: [], walletName, categories: {} })

  test('says of each thing that was changed what it was, what it is and which step asks for it', () => {
    const now = facts({
      ...{ budgetAmount: 1200, unspentParticipantBalanceAction: 'reset', scheduledEndDate: null },
      giftingRestrictionsPrice: { min: null, max: null },
    })
    expect(
      changedFacts(facts({}, 'Events'), now).map(({ name, before, value, step }) => [name, before, value, step]),
    ).toEqual([
      ['Amount', '£10 each month', '£12 each month', 'basics'],
      ['Unspent money', 'Roll over', 'Reset unspent money', 'basics'],
      ['Price of a gift', 'Up to £5.00', 'Any', 'rules'],
      ['Paid from', 'Events', 'Main', 'funding'],
      ['Ends', '5 January 2027 at 09:00', 'None', 'schedule'],
    ])
    expect(changedFacts(facts({}), facts({}))).toEqual([])
    expect(facts({ numberOfRuns: undefined }).find(({ name }) => name === 'How often')!.value).toBe(
      'Every month, until 5 January 2027',
    )
    const byCard = { ...budget, billingMethod: { type: 'card', cardId: 'c' } } as AutomatedBudget
    const paidFrom = (cardName: string | null) =>
      budgetFacts(byCard, { runs: [], walletName: 'Main', cardName, categories: {} })
    expect(
      changedFacts(paidFrom('visa ending 4242'), paidFrom(null)).map(({ before, value }) => [before, value]),
    ).toEqual([['Main, visa ending 4242 for what is missing', 'Main, a card for what is missing']])
  })

  test('says what the next run costs, and what it would have cost', () => {
    const run = { date: december, cost: 3000, mostCost: 4000 } as Parameters<typeof nextRunSentence>[0]['runs'][number]
    const withRun = (changes: Partial<typeof run> | null) => ({
      runs: changes ? [{ ...run, ...changes }] : [],
      currency: 'GBX',
    })
    const next = 'The run of 5 December 2026 at 09:00'
    expect(nextRunSentence(withRun({}), withRun({ cost: 3600 }))).toBe(
      `${next} costs £36.00 as things stand, instead of £30.00.`,
    )
    expect(nextRunSentence(withRun({}), withRun({ mostCost: 4800 }))).toBe(
      `${next} costs at most £48.00, instead of £40.00.`,
    )
    expect(nextRunSentence(withRun({}), withRun({}))).toBe(
      `${next} costs what it would have cost: £30.00 as things stand.`,
    )
    expect(nextRunSentence(withRun({}), withRun(null))).toBe(`${next} is no longer made.`)
  })
})
