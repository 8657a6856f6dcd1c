import { expect, test } from 'vitest'
import type { Movement } from './charged-queries.ts'
import { creditNoteContent, type PeriodForDocuments, reportContent } from './period-documents.ts'

const expired = {
  ...{ transferId: 't', kind: 'expiry', at: new Date('2027-04-04T09:00:00Z'), transactionId: 'purchase', quantity: 1 },
  ...{ product: { name: 'Gift card, £10', brandName: 'Daisy Coffee' }, reasonCode: null, isCredited: false },
  ...{ chargedPence: -1_060, vatPence: -10 },
  price: { facePence: 1_000, faceVatPence: 0, feePence: 50, feeVatPence: 10, faceVatBasisPoints: null },
} as const satisfies Movement
const until = new Date('2027-04-30T23:00Z')
const about: PeriodForDocuments = {
  seller: { name: 'Posy', lines: [], companyNumber: null, vatNumber: null },
  customer: { name: 'Acme', lines: [] },
  ...{ currency: 'GBX', budgetName: 'Fund' },
  period: { month: '2027-04', from: new Date('2027-03-31T23:00Z'), until, dueAt: until },
}
const givenBack: Movement = { ...expired, chargedPence: 1_060, vatPence: 10 }

test.each([
  ['of a few movements', 1],
  ['so long that it sums each day', 300],
])('a period report %s adds gifts up that expired, were given back and expired again on one day', (_, gifts) => {
  const movements = Array.from({ length: gifts }, (): Movement[] => [givenBack, expired, expired]).flat()
  const report = reportContent(about, movements, {
    numbers: { invoice: null, creditNotes: [] },
    allowances: { given: 0, returned: 0 },
  })
  const sum = (part: 'netPence' | 'vatPence') => report.lines.reduce((total, line) => total + line[part], 0)
  expect([sum('netPence'), sum('vatPence')]).toEqual([-1_050 * gifts, -10 * gifts])
  const details = report.lines.flatMap(({ detail }) => detail ?? [])
  expect(details.map((detail) => detail.split(' · ')[1])).toEqual(['expiry taken back', 'expired, refunded'])
})

test('a budget’s credit note says where its money went: not always to the allowance it came from', () => {
  const { notes } = creditNoteContent(about, [expired], { part: about.period, invoices: [], someToFollow: false })
  expect(notes.join(' ')).toMatch(/to the participants’ allowances or, .*, to the budget’s wallet/)
})
