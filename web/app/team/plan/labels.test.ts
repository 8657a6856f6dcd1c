import { expect, test } from 'vitest'
import { nextInvoiceLabel } from './labels.ts'

test('a plan says when its next invoice comes, or why none does', () => {
  const nextInvoice = { date: '2026-12-21', net: 24_900, vat: 4980, total: 29_880 }
  const billing = { from: '2026-11-21', until: '2026-12-21', nextInvoice }
  const told = { plan: { price: 24_900 }, currency: 'GBX', billing }
  expect(nextInvoiceLabel(told)).toBe('21 December 2026: £298.80 with VAT')
  expect(nextInvoiceLabel({ ...told, billing: { ...billing, nextInvoice: null } })).toMatch(/^None: the plan ends/)
  expect(nextInvoiceLabel({ ...told, billing: null })).toMatch(/^None: this plan was arranged with us/)
  expect(nextInvoiceLabel({ ...told, billing: null, plan: { price: 0 } })).toBe('None: the plan costs nothing')
})
