import { expect, test } from 'vitest'
import { blockerLabel, cancellationOffered, chosenLabel, formatLimit, limitNames, nextInvoiceLabel } from './labels.ts'

test('a plan that was chosen says what it waits for, in place of being offered again', () => {
  expect(chosenLabel({ status: 'pending', dateEffective: null })).toBe('Chosen: it starts when its invoice is paid.')
  expect(chosenLabel({ status: 'requested', dateEffective: null })).toMatch(/we check it/)
  expect(chosenLabel({ status: 'scheduled', dateEffective: '2026-12-31T12:00:00Z' })).toMatch(/31 December 2026\.$/)
})

test('a plan says when its next invoice comes, or why none does', () => {
  const nextInvoice = { date: '2026-12-21', net: 24_900, vat: 4980, total: 29_880 }
  const billing = { from: '2026-11-21', until: '2026-12-21', nextInvoice }
  const told = { plan: { price: 24_900 }, currency: 'GBX', billing }
  expect(nextInvoiceLabel(told)).toBe('21 December 2026: £298.80 with VAT')
  expect(nextInvoiceLabel({ ...told, billing: { ...billing, nextInvoice: null } })).toMatch(/^None: the plan ends/)
  expect(nextInvoiceLabel({ ...told, billing: null })).toMatch(/^None: this plan was arranged with us/)
  expect(nextInvoiceLabel({ ...told, billing: null, plan: { price: 0 } })).toBe('None: the plan costs nothing')
})

test('a plan that costs nothing is not offered to be cancelled', () => {
  const cancellation = { dateEffective: '2026-12-31T00:00:00Z', runningAllowances: 0 }
  const team = { cancellation, change: null, billing: null }
  expect(cancellationOffered({ ...team, plan: { price: 0 } })).toBeNull()
  expect(cancellationOffered({ ...team, plan: { price: 4900 } })).toBe(cancellation)
})

test('a limit is named as on the page of prices, and says how many gifts a list of people may get', () => {
  const entities = { wallets: 1, subteams: 0, themes: 1, participants: 10, hugggsPerOrder: 10_000 }
  expect(limitNames.participants).toContain('People in budgets')
  const blocker = { entity: 'participants' as const, teamId: 't', teamName: 'North', used: 12, allowed: 10 }
  expect(blockerLabel(blocker)).toBe('North has 12 people in budgets; the plan allows 10.')
  expect(formatLimit({ entities }, 'hugggsPerOrder')).toBe('10,000, or 2,000 to a list of people')
  expect(formatLimit({ entities: { ...entities, hugggsPerOrder: 2000 } }, 'hugggsPerOrder')).toBe('2,000')
})
