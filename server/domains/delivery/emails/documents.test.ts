import { expect, test } from 'vitest'
import { documentIssuedEmail } from './documents.ts'

const names = new Map([
  ['g1', 'Olivia Hart'],
  ['g2', 'Bo Lee'],
])
const said = (credited?: { why: 'cancelled' | 'expired' | 'cheaper'; gifts: number; hugggIds: string[] }) => {
  const detail = {
    ...{ kind: 'credit-note' as const, number: 'CRN-000001', about: '1 × Choice of gift, £10', path: '/activity/1' },
    ...{ totalPence: 150, vatPence: 25, currency: 'GBX', credited },
  }
  const reader = { wantsReceipts: true, firstName: 'Ada' }
  const message = { reader, detail } as unknown as Parameters<typeof documentIssuedEmail.write>[0]
  const letter = documentIssuedEmail.write(message, names)
  return String(letter && 'body' in letter && letter.body[1])
}

test('the email of a credit note says whose gift it was and why its money came back', () => {
  expect(said({ why: 'cheaper', gifts: 1, hugggIds: ['g1'] })).toBe(
    'Money came back from 1 × Choice of gift, £10, for Olivia Hart. Its recipient chose something that costs less. Credit note CRN-000001, of which VAT £0.25. It says where the money went.',
  )
  expect(said({ why: 'expired', gifts: 4, hugggIds: ['g1', 'g2', 'gone'] })).toContain(
    ', for Olivia Hart, Bo Lee and 2 others. The gifts were not used before they ended. Credit',
  )
  expect(said({ why: 'cancelled', gifts: 1, hugggIds: ['card'] })).toContain('£10. The gift was cancelled. Credit')
  // A row that was queued before they said so.
  expect(said()).toContain('Money came back from 1 × Choice of gift, £10. Credit note')
})
