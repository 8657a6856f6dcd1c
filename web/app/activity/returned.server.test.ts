import { expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { givingBack } from './returned.server.ts'

const done = { ok: true as const, value: null }
/** What the allowance has before and after; nothing for who is out of the budget. */
async function where(roleGroupId: string, allowances: (number | null)[], paidBy?: 'invoice') {
  const session = {
    roleGroupId,
    api: {
      getAllowance: async () => {
        const available = allowances.shift() ?? null
        return available === null ? { ok: false } : { ok: true, value: { data: { available } } }
      },
    },
  } as unknown as Session
  const given = await givingBack(session, async () => done)
  return given.where(390, 'GBX', paidBy)
}

test('money that is given back has one word for each place that it goes to', async () => {
  expect(await where('team-admin', [])).toBe('£3.90 returned to the wallet')
  expect(await where('team-admin', [], 'invoice')).toBe(
    '£3.90 taken off the invoice, or returned to the wallet where it was paid',
  )
  const asParticipant = (...allowances: (number | null)[]) => where('automation-participant', allowances)
  expect(await asParticipant(1000, 1390)).toBe('£3.90 returned to your allowance')
  expect(await asParticipant(1000, 1000)).toBe('£3.90 returned to the budget')
  expect(await asParticipant(1000, 1200)).toBe('£2.00 returned to your allowance, £1.90 returned to the budget')
  expect(await asParticipant(null, null)).toBe('£3.90 returned to the budget')
})
