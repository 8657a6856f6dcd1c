import { expect, test } from 'vitest'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { movementPaperPath } from './movement.tsx'

type Paper = StatementLine['documents'][number]
const paper = (changes: Partial<Paper>): Paper => ({
  ...{ id: 'd1', kind: 'receipt', number: 'RCT-000001', purchaseId: null, budgetId: null },
  ...changes,
})
const counterpart = (kind: 'plan' | 'invoice', id: string) => ({ kind, id, label: 'A plan', detail: null })
const all = () => true
const none = () => false

test('a statement’s row leads to each of its papers: a purchase’s, a budget’s month’s, an invoice’s and a plan’s credit note', () => {
  expect(movementPaperPath(paper({ purchaseId: 'p1' }), null, none)).toBe('/activity/p1/papers')
  expect(movementPaperPath(paper({ kind: 'period-credit-note', budgetId: 'b1' }), null, all)).toBe(
    '/budgets/b1/invoices',
  )
  expect(movementPaperPath(paper({ kind: 'invoice', purchaseId: 'p1' }), null, all)).toBe('/invoices/d1')
  expect(movementPaperPath(paper({ kind: 'credit-note' }), counterpart('plan', 'i1'), all)).toBe('/invoices/i1')
})

test('a statement’s row leads nowhere that its reader may not go, and not twice to one page', () => {
  expect(movementPaperPath(paper({ kind: 'period-invoice', budgetId: 'b1' }), null, none)).toBeNull()
  expect(movementPaperPath(paper({ kind: 'invoice' }), null, none)).toBeNull()
  expect(movementPaperPath(paper({ kind: 'invoice' }), counterpart('invoice', 'd1'), all)).toBeNull()
  expect(movementPaperPath(paper({ kind: 'period-invoice' }), null, all)).toBeNull()
})
