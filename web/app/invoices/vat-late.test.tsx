import { parse } from 'csv-parse/sync'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { paperPath } from './paper-path.ts'
import { TaxPoint } from './tax-point.tsx'
import { vatCsv } from './vat-lines.ts'

type Line = VatSummary['lines'][number]
const line = (changes: Partial<Line>): Line => ({
  ...{
    kind: 'receipt',
    number: 'RCT-000001',
    teamName: 'Acme',
    rate: 20,
    transactionId: null,
    budgetId: null,
    planInvoiceId: null,
  },
  ...{ date: '2026-04-02', late: false, countsOn: '2026-04-02', net: 1000, vat: 200, gross: 1200 },
  ...changes,
})
const late = line({ number: 'RCT-000002', date: '2026-03-19', late: true, countsOn: '2026-04-01' })
const text = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a late paper is marked on the VAT page with its tax point and the day it counts from, any other by its tax point alone', () => {
  expect(text(renderToStaticMarkup(<TaxPoint {...late} />))).toBe('19 March 2026 Late counts from 1 April 2026')
  expect(text(renderToStaticMarkup(<TaxPoint {...line({})} />))).toBe('2 April 2026')
})

test('a late paper is marked in the VAT file, which counts it in the period after', () => {
  const open = { count: 1, net: 500, vat: 100, gross: 600 }
  const rows = parse(vatCsv({ lines: [line({}), late], notYetInvoiced: open }), { bom: true, columns: true })
  expect(rows).toMatchObject([
    { Number: 'RCT-000001', 'Tax point': '2026-04-02', 'Counts on': '2026-04-02', Note: '' },
    { Number: 'RCT-000002', 'Tax point': '2026-03-19', 'Counts on': '2026-04-01', Note: 'late, tax point 2026-03-19' },
    { Document: 'Not yet invoiced', Gross: '6.00', 'Counts on': '' },
  ])
})

test('every paper on the VAT page leads to where it is kept: its purchase, its budget’s months, or the plan’s invoice', () => {
  expect(paperPath(line({ transactionId: 'p1' }))).toBe('/activity/p1/papers')
  expect(paperPath(line({ kind: 'period-invoice', budgetId: 'b1' }))).toBe('/budgets/b1/invoices')
  expect(paperPath(line({ kind: 'credit-note', planInvoiceId: 'i1' }))).toBe('/invoices/i1')
})
