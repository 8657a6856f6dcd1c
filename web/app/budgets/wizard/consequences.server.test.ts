import { describe, expect, test } from 'vitest'
import { consequences } from './consequences.server.ts'

type Change = Parameters<typeof consequences>[0]
type Run = Change['before']['forecast']['runs'][number]

const run = { date: '2026-12-05T09:00:00Z', cost: 3000, returned: 0, returnedFrom: 0, covered: true } as Run
const like = (budgetAmount: number, changes: Partial<Run> = {}, ends: string | null = null) => ({
  budget: { budgetAmount, currency: 'GBX' },
  forecast: { runs: [{ ...run, ...changes }], ends },
})
const said = (after: Change['after'], before = like(1000)) =>
  consequences({ before, after, unspent: { people: 2, pence: 700 } }).map(({ sentence }) => sentence)

describe('what people lose by a change is said before it is saved', () => {
  test('each loss with its sum: money taken back, less paid, and an end that comes sooner', () => {
    const next = 'on 5 December 2026 at 09:00.'
    expect(said(like(1000, { returned: 2500, returnedFrom: 3, cost: -2500 }))).toEqual([
      `The next run takes £25.00 back from 3 people, ${next}`,
    ])
    expect(said(like(800, { cost: 2400 }))).toEqual([`The next run pays £24.00 instead of £30.00, ${next}`])
    const sooner = like(800, { cost: 2400 }, '2027-01-05T09:00:00Z')
    const help = (after: Change['after']) =>
      consequences({ before: like(1000), after, unspent: { people: 2, pence: 700 } }).at(-1)!.help
    expect(said(sooner)).toEqual([
      `The next run pays £24.00 instead of £30.00, ${next}`,
      'It then ends on 5 January 2027 at 09:00, and what people have not spent goes back.',
    ])
    expect(help(sooner)).toContain('that is £31.00, with the run still to come: 2 people have £7.00 now.')
    const uncovered = like(1000, { covered: false }, '2027-01-05T09:00:00Z')
    for (const now of [uncovered, { ...uncovered, forecast: { ...uncovered.forecast, runs: [] } }])
      expect(help(now)).toContain('that is £7.00 of 2 people.')
    const long = { ...sooner, forecast: { ...sooner.forecast, runs: Array.from({ length: 12 }, () => run) } }
    expect(help(long)).toContain('at least £367.00, with the next 12 runs')
  })

  test('nothing where no one loses anything', () => {
    expect(said(like(1200, { cost: 3600 }))).toEqual([])
    expect(said(like(1000, {}, '2027-02-05T09:00:00Z'), like(1000, {}, '2027-01-05T09:00:00Z'))).toEqual([])
  })
})
