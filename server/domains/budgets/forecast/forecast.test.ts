import { describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { type ForecastFacts, firstAtRisk, forecastManualRun, forecastRuns } from './forecast.ts'

const moment = (text: string) => Temporal.Instant.from(text)

/** Ten pounds a month for one person from 5 January 2027 on, who has spent everything. */
const facts = (changes: Partial<ForecastFacts> = {}): ForecastFacts => ({
  budget: { unspent_action: 'rollover', number_of_runs: 0, runs_executed: 1 },
  schedule: {
    frequency: 'month',
    startingAt: moment('2026-12-05T09:00:00Z'),
    recurrenceDate: null,
    endsAt: null,
  },
  now: moment('2026-12-20T09:00:00Z'),
  nextIndex: 1,
  availablePence: 0,
  funded: [{ amountPence: 1000, availablePence: 0 }],
  invited: [],
  card: null,
  limit: null,
  shared: new Set(),
  isDeclined: false,
  ...changes,
})
/** The last month of 01/2027 is over as February begins. */
const card = { endsAt: moment('2027-02-01T00:00:00Z'), problem: 'CARD_EXPIRED' as const }
const told = (changes: Partial<ForecastFacts>) =>
  forecastRuns(facts(changes), 3).map(({ at, problem, shortfallPence, cardChargePence }) => [
    at.toString().slice(0, 10),
    problem,
    shortfallPence,
    cardChargePence,
  ])

describe('a forecast', () => {
  test('has the card pay until it expires, and says why it does not from then on', () => {
    expect(told({ card })).toEqual([
      ['2027-01-05', null, 0, 1000],
      ['2027-02-05', 'CARD_EXPIRED', 1000, 0],
      ['2027-03-05', 'CARD_EXPIRED', 1000, 0],
    ])
  })

  test('needs no card for what the wallet has', () => {
    expect(told({ card, availablePence: 2500 }).map(([, problem]) => problem)).toEqual([null, null, 'CARD_EXPIRED'])
  })

  test('says that what people may still accept and spend is not covered once the card is over', () => {
    const joining = facts({ card, availablePence: 2500, invited: [1000] })
    expect(firstAtRisk(forecastRuns(joining, 3))?.at.toString()).toBe('2027-02-05T09:00:00Z')
  })

  test('counts what the card pays until it expires in what is missing after it, however much people spend', () => {
    const scheduled = facts({ card, availablePence: 327, invited: [] })
    const runs = forecastRuns(scheduled, 3)
    expect(runs.map((run) => [run.cardChargePence, run.shortfallPence, run.mostShortfallPence])).toEqual([
      [673, 0, 0],
      [0, 1000, 1000],
      [0, 1000, 2000],
    ])
    const joining = facts({ card, availablePence: 1327, invited: [500] })
    expect(forecastRuns(joining, 2).map((run) => [run.atRisk, run.mostShortfallPence])).toEqual([
      [false, 0],
      [true, 1500],
    ])
  })

  test('doubts a card that was declined the last time', () => {
    const declined = facts({ card, isDeclined: true })
    expect(firstAtRisk(forecastRuns(declined, 3))?.at.toString()).toBe('2027-01-05T09:00:00Z')
    expect(firstAtRisk(forecastRuns(facts({ card }), 1))).toBeNull()
  })

  test('says of each run that it could fail, from the first that those invited and all spending may leave without money', () => {
    const joining = facts({ availablePence: 3500, invited: [1000] })
    expect(forecastRuns(joining, 4).map(({ covered, atRisk }) => [covered, atRisk])).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ])
  })

  test('pays first what is still owed from a run that failed, where there is money by now', () => {
    const owing = [{ amountPence: 1000, availablePence: 0, waits: true }]
    expect(told({ funded: owing, availablePence: 1500 })[0]).toEqual(['2027-01-05', 'WALLET_INSUFCCIENT_FUNDS', 500, 0])
    expect(told({ funded: owing, availablePence: 900 })[0]).toEqual(['2027-01-05', 'WALLET_INSUFCCIENT_FUNDS', 100, 0])
  })

  test('pays each person up to their limit in the tax year, one who is in it twice once, and again from 6 April on', () => {
    const people = [
      { amountPence: 1000, availablePence: 0, person: 'ann@x.test' },
      { amountPence: 1000, availablePence: 0, person: 'ann@x.test' },
      { amountPence: 500, availablePence: 0, person: 'bob@x.test' },
    ]
    const limit = { limitPence: 4000, paid: new Map([['ann@x.test', 500]]) }
    const limited = facts({ funded: people, availablePence: 100_000, limit })
    expect(
      forecastRuns(limited, 5).map(({ at, costPence, cutPence }) => [at.toString().slice(0, 10), costPence, cutPence]),
    ).toEqual([
      ['2027-01-05', 2500, 0],
      ['2027-02-05', 2000, 500],
      ['2027-03-05', 500, 2000],
      ['2027-04-05', 500, 2000],
      ['2027-05-05', 2500, 0],
    ])
    expect(forecastManualRun({ ...limited, limit: { ...limit, limitPence: 1200 } })).toMatchObject({
      paid: 1200,
      cut: 1300,
    })
  })

  test('knows what it pays persons whose limit another budget may have used up by then', () => {
    const funded = [
      { amountPence: 1000, availablePence: 0, person: 'ann@x.test' },
      { amountPence: 500, availablePence: 0, person: 'bob@x.test' },
    ]
    const limit = { limitPence: 1500, paid: new Map() }
    const two = facts({ funded, availablePence: 10_000, limit, shared: new Set(['ann@x.test', 'else@x.test']) })
    expect(forecastRuns(two, 3).map(({ sharedPence }) => sharedPence)).toEqual([1000, 500, 0])
  })

  test('knows what other budgets take from the wallet before each run, at the very moment too, and still wait for', () => {
    const other = (changes: Partial<ForecastFacts> = {}) => facts({ availablePence: 2500, ...changes })
    const beside = (others: ForecastFacts[], own = facts({ availablePence: 2500 })) =>
      forecastRuns(own, 3, others).map((run) => [
        run.covered,
        run.shortfallPence,
        run.othersPence,
        run.walletAfterPence,
      ])
    expect(beside([])).toEqual([
      [true, 0, 0, 1500],
      [true, 0, 0, 500],
      [false, 500, 0, 500],
    ])
    expect(beside([other()])).toEqual([
      [true, 0, 1000, 500],
      // Both need 1000, and there are 500.
      [false, 1500, 2000, 500],
      [false, 1500, 2000, 500],
    ])
    const later = other({ schedule: { ...facts().schedule, startingAt: moment('2026-12-06T09:00:00Z') } })
    expect(beside([later])).toEqual([
      [true, 0, 0, 1500],
      [false, 500, 1000, 500],
      [false, 1500, 2000, 500],
    ])
    expect(beside([other({ card: { ...card, endsAt: moment('2027-06-01T00:00:00Z') } })])).toEqual([
      [true, 0, 1000, 500],
      [false, 1000, 1500, 0],
      [false, 1000, 1500, 0],
    ])
    const [first] = forecastRuns(facts({ availablePence: 2500 }), 1, [other({ invited: [700] })])
    expect(first).toMatchObject({ covered: true, atRisk: true, mostShortfallPence: 900 })
  })

  test('ends where another budget runs by the minute', () => {
    const minutely = facts({
      schedule: { ...facts().schedule, frequency: 'minute' },
      availablePence: 2500,
      funded: Array.from({ length: 50 }, () => ({ amountPence: 1, availablePence: 0 })),
    })
    expect(forecastRuns(facts({ availablePence: 2500 }), 12, [minutely])).toHaveLength(12)
  })

  test('says of a run by hand what it would pay, take back and lack', () => {
    const people = [
      { amountPence: 1000, availablePence: 200 },
      { amountPence: 1000, availablePence: 1300 },
    ]
    const budget = { unspent_action: 'reset', number_of_runs: 0, runs_executed: 1 } as const
    expect(forecastManualRun(facts({ budget, funded: people, availablePence: 100 }))).toEqual({
      participants: 2,
      paid: 800,
      returned: 300,
      cut: 0,
      cardCharge: 0,
      problem: 'WALLET_INSUFCCIENT_FUNDS',
      shortfall: 400,
    })
  })
})
