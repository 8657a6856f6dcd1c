import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { carriedChoice } from './carried.ts'

test('the tabs about invoices keep days and currency from one to the other, and nothing else of an address', () => {
  const of = (search: string) => carriedChoice(new URLSearchParams(search))
  expect(of('?from=2026-07-01&to=2026-09-30&currency=EUX&status=paid&kind=&page=2&file=1')).toEqual({
    ...{ from: '2026-07-01', to: '2026-09-30', currency: 'EUX' },
  })
  expect(of('?from=2026-07-01&until=2026-09-30')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(of('?from=&to=')).toEqual({})
})

test('the links between VAT and its papers in one file keep the currency', () => {
  const days = { from: '2026-07-01', until: '2026-09-30' }
  expect(paths.papersOf({ ...days, currency: 'EUX' })).toBe(
    '/invoices/papers?from=2026-07-01&to=2026-09-30&currency=EUX',
  )
  expect(paths.vatOf({ ...days, currency: 'EUX' })).toBe('/invoices/vat?from=2026-07-01&to=2026-09-30&currency=EUX')
  expect(paths.vatOf(days)).toBe('/invoices/vat?from=2026-07-01&to=2026-09-30')
})
