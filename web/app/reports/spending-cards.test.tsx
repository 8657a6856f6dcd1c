import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { SpendingReport } from '#contract/reports/reports.ts'
import { SpendingCards } from './spending-cards.tsx'

const figures = { face: 2, fees: 0, vat: 0, bought: 2, returned: 0, redeemed: 1, expired: 0, cancelled: 0, open: 0 }
const row = (key: string) => ({ key, label: key, detail: null, ...figures, gifts: 1, thankYous: 1 })
const report: SpendingReport = {
  ...{ teamId: '', currency: 'GBX', from: '2026-01-01', until: '2026-10-26', by: 'month' },
  rows: [row('2026-08'), row('2026-09')],
  total: { ...figures, gifts: 2, thankYous: 2 },
}
const period = { range: 'this-year', first: '2026-01-01', last: '2026-10-26' } as const

test('the plot of a year names every month and tells those to come apart, “Returned” says why, and nothing is warned of in the console', () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = <SpendingCards report={report} period={period} thisMonth="2026-10" />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(warned.mock.calls).toEqual([])
  warned.mockRestore()
  const titles = (words: RegExp) => html.match(words)?.length
  // Why money came back: of a report's figures the only one that its columns do not explain.
  expect(html).toMatch(/Returned is what came\s+back of cancelled and expired gifts, and what choices cheaper/)
  // Two plots, of ten months and two to come each.
  expect([titles(/<title>/g), titles(/: still to come<\/title>/g)]).toEqual([24, 4])
})
