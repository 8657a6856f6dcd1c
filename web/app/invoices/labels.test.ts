import { expect, test } from 'vitest'
import { daysLabel, invoiceState, monthLabel, paymentsLabel } from './labels.ts'

const invoice = { status: 'unpaid' as const, outstanding: 390, dueDate: '2026-04-01' }

test('an invoice is overdue from the day after it was due, unless there is nothing left to pay', () => {
  expect(invoiceState(invoice, '2026-04-01').word).toBe('To pay')
  expect(invoiceState(invoice, '2026-04-02').word).toBe('Overdue')
  expect(invoiceState({ ...invoice, status: 'part-paid' }, '2026-04-01').word).toBe('Part paid')
  expect(invoiceState({ ...invoice, status: 'part-paid' }, '2026-04-02').word).toBe('Overdue')
  expect(invoiceState({ ...invoice, outstanding: 0 }, '2026-04-02').word).toBe('Nothing to pay')
  expect(invoiceState({ ...invoice, status: 'paid', outstanding: 0 }, '2026-04-02').word).toBe('Paid')
})

test('an invoice lists what came in for it and when, and nothing of others', () => {
  const line = { number: 'INV-000001', description: 'Payment received', balance: 0, date: '2027-03-03' }
  const lines = [
    { ...line, kind: 'invoice' as const, invoiceId: 'one', amount: 29_880 },
    { ...line, kind: 'payment' as const, invoiceId: 'one', amount: -10_000 },
    { ...line, kind: 'payment' as const, invoiceId: 'other', amount: -500 },
    { ...line, kind: 'payment' as const, invoiceId: 'one', amount: -19_880, date: '2027-03-09' },
  ]
  expect(paymentsLabel(lines, { id: 'one', currency: 'GBX' })).toBe('£100.00 on 3 March 2027, £198.80 on 9 March 2027')
  expect(paymentsLabel([], { id: 'one', currency: 'GBX' })).toBe('')
})

test('the labels of an invoice name its month and days', () => {
  expect(daysLabel({ from: '2027-02-01', until: '2027-02-28' })).toBe('1 to 28 February 2027')
  expect(daysLabel({ from: '2027-02-03', until: '2027-02-03' })).toBe('3 February 2027')
  expect(monthLabel('2026-11')).toBe('November 2026')
})
