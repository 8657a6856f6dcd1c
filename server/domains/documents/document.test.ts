import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#kit/money.ts'
import { type DocumentLine, documentNumber, documentTotals, formatDate, formatRate, vatTable } from './document.ts'

const line = (netPence: number, vatPence: number, vatBasisPoints: number | null): DocumentLine => ({
  description: 'A gift',
  quantity: 1,
  unitNetPence: netPence,
  netPence,
  vatPence,
  vatBasisPoints,
})

test('a document sums VAT by rate, the highest first, what is outside the scope last', () => {
  const lines = [line(1000, 0, null), line(300, 60, 2000), line(500, 0, 0), line(25, 5, 2000)]
  expect(vatTable(lines)).toEqual([
    { vatBasisPoints: 2000, netPence: 325, vatPence: 65 },
    { vatBasisPoints: 0, netPence: 500, vatPence: 0 },
    { vatBasisPoints: null, netPence: 1000, vatPence: 0 },
  ])
  expect(documentTotals(lines)).toEqual({ netPence: 1825, vatPence: 65, totalPence: 1890 })
})

test('the VAT table always adds up to the totals', () => {
  const anyLine = fc
    .tuple(fc.nat(1_000_000), fc.nat(200_000), fc.constantFrom(null, 0, 500, 2000))
    .map(([net, vat, rate]) => line(net, rate === null ? 0 : vat, rate))
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
      const rows = vatTable(lines)
      const { netPence, vatPence, totalPence } = documentTotals(lines)
      expect(rows.reduce((sum, row) => sum + row.netPence, 0)).toBe(netPence)
      expect(rows.reduce((sum, row) => sum + row.vatPence, 0)).toBe(vatPence)
      expect(totalPence).toBe(netPence + vatPence)
    }),
  )
})

test('a document writes numbers, money, rates and dates as people read them', () => {
  expect(documentNumber('invoice', 42)).toBe('INV-000042')
  expect(documentNumber('credit-note', 1_234_567)).toBe('CRN-1234567')
  expect([formatMoney(123456, 'GBX'), formatMoney(5, 'EUX')]).toEqual(['£1,234.56', '€0.05'])
  expect([formatRate(2000), formatRate(1250), formatRate(0), formatRate(null)]).toEqual([
    '20%',
    '12.5%',
    '0%',
    'Outside scope',
  ])
  expect(formatDate('2026-03-02')).toBe('2 March 2026')
})
