import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { OneGift } from './load-one.server.ts'
import { OneForm } from './one-form.tsx'

const product = { id: 'flat-white', name: 'Flat white', brandName: 'Daisy', price: 360, currency: 'GBX', over18: false }
const allowance = { teamId: 'treats-team', walletId: 'treats', name: 'Treats', teamName: 'Acme', currency: 'GBX' }

function shown(of: { status: 'live' | 'ended'; available: number }): string {
  const gift = { product, allowance: { ...allowance, ...of }, quote: null, refusal: null, attempt: 'attempt' }
  const element = <OneForm {...(gift as unknown as OneGift)} reasonCodes={[]} reasonRequired={false} failure={null} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('without scripts too a gift is paid from the budget that its page shows, whichever another tab switched to', () => {
  expect(shown({ status: 'live', available: 1_000 })).toContain('name="pageTeam" value="treats-team"')
})

test('a budget that has ended sends nothing, and its page says so and leads to the others', () => {
  const html = shown({ status: 'ended', available: 0 })
  expect(html).toContain('Treats has ended')
  expect(html).toContain('href="/allowances"')
  expect(html).not.toMatch(/Send for|step by step/)
})
