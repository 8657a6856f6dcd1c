import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { GrantReport } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { reportLines } from './report-lines.ts'
import { ReportView } from './report-view.tsx'

const month = { takenOut: 0, returned: 0, fees: 0, vat: 0, paidLate: 0, closingHeld: 0 }
const reasons = ['Food', 'Energy', 'Home', 'Cash', 'Children'].map((reason, place) => ({
  ...{ reason, awards: place + 1, amount: 1_000 * (place + 1) + 11, paid: 100 * (place + 1) },
}))
const sums = { awards: 15, amount: 15_055, paid: 1_500 }
const report: GrantReport = {
  ...{ grantId: '01', grantName: 'Winter fund', currency: 'GBX', from: null, until: null, opening: 0, closing: 88_500 },
  months: [
    {
      ...{ ...month, month: '2026-08', opening: 0, fundedIn: 90_000, awarded: 9_055, paid: 0, closing: 90_000 },
      ...{ openingInAwards: 0, closingInAwards: 9_055 },
    },
    {
      ...{ ...month, month: '2026-10', opening: 90_000, fundedIn: 0, awarded: 6_000, paid: 1_500, closing: 88_500 },
      ...{ openingInAwards: 9_055, closingInAwards: 13_555, closingHeld: 1_001 },
    },
  ],
  paidBy: [
    { rail: 'cash-out', paid: 400 },
    { rail: 'post-office', paid: 1_100 },
  ],
  rails: [],
  states: [{ status: 'issued', ...sums }],
  neverIssued: [],
  reasons,
  households: [{ householdType: 'family', ...sums }],
  districts: [{ kind: 'no-postcode', district: null, ...sums }],
  toCash: { awards: 2, averageDays: 2.5 },
}

const render = (): string => {
  const element = <ReportView report={report} query={{}} />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return html.replaceAll(/ class="[^"]*"/g, '')
}

test('a grant’s report says first what was awarded, paid out and is left, shows the few largest of each division, and folds the rest', () => {
  const html = render()
  const shown = html.replaceAll(/<details>.*?<\/details>/gs, '')
  const words = shown.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(words).toMatch(/Awarded £150\.55 Paid out £15\.00 In awards £135\.55 Left £739\.44 /)
  expect(words).toContain('£900.00 put in, £15.00 paid out, £885.00 at the end')
  expect(words).toContain('£10.01 held for approval and £739.44 left')
  expect(words).toContain('2.5 days on average')
  // The three with the most money, the largest first.
  expect(words).toMatch(/By reason Children £50\.11 Cash £40\.11 Home £30\.11 By household/)
  expect(words).not.toContain('Food')
  // A month in which nothing moved has its place in the plot.
  expect(shown.match(/<title>[^<]*: .*?<\/title>/g)).toEqual([
    '<title>Aug 26: Awarded £90.55, Paid out £0</title>',
    expect.stringMatching(/^<title>Sept? 26: Awarded £0, Paid out £0<\/title>$/),
    '<title>Oct 26: Awarded £60, Paid out £15</title>',
  ])
})

test('every figure of the CSV of a grant’s report is on its page, without scripts', () => {
  const html = render()
  const pounds = [0, ...[90_000, 88_500, 9_055, 6_000, 1_500, 13_555, 1_001, 73_944, 400, 1_100, 15_055]]
  const known = new Map(pounds.map((pence) => [formatPoundsInput(pence), formatMoney(pence, 'GBX')]))
  for (const line of reportLines(report).slice(1)) {
    const [part, of, ...figures] = line
    if (part !== 'Month') expect(html).toContain(part === 'Days to cash' ? 'on average' : of)
    for (const figure of figures.filter((one) => /\.\d\d$/.test(one)))
      expect(html).toContain(known.get(figure) ?? `£${figure}`)
  }
})
