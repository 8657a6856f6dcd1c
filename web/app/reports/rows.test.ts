import { expect, test } from 'vitest'
import { everyMonth, plottedMonths, shownRows } from './rows.ts'

const figures = { face: 2, fees: 0, vat: 0, bought: 2, returned: 0, redeemed: 1, expired: 0, cancelled: 0, open: 0 }
const row = (key: string, gifts: number) => ({ key, label: key, detail: null, ...figures, gifts, thankYous: 1 })

test('rows that a page has no room for are summed in one, so that every column still closes', () => {
  const rows = [row('a', 4), row('b', 3), row('c', 2), row('d', 1)]
  const { rows: shown, others } = shownRows(rows, 2)
  expect(shown).toEqual(rows.slice(0, 2))
  expect(others).toMatchObject({ gifts: 3, bought: 4, redeemed: 2, thankYous: 2 })
  expect(shownRows(rows, 3)).toEqual({ rows, others: null })
})

test('a plot has every month of its period, also before and after those in which something was bought', () => {
  const rows = [row('2025-12', 1), row('2026-02', 2)]
  expect(everyMonth(rows, '2025-11', '2026-03').map(({ key, gifts }) => [key, gifts])).toEqual([
    ['2025-11', 0],
    ['2025-12', 1],
    ['2026-01', 0],
    ['2026-02', 2],
    ['2026-03', 0],
  ])
})

test('a plot of this year has its twelve months, those to come too', () => {
  const [first, last] = plottedMonths({ range: 'this-year', first: '2026-01-01', last: '2026-11-26' })
  expect(everyMonth([row('2026-08', 1)], first, last)).toHaveLength(12)
  expect(plottedMonths({ range: 'custom', first: '2026-02-03', last: '2026-03-01' })).toEqual(['2026-02', '2026-03'])
})
