import { expect, test } from 'vitest'
import { giftStates } from '#contract/core/status-labels.ts'
import { neverCame, wrongPerson } from './never-came.ts'

type Gift = Parameters<typeof neverCame>[0]
type Message = Gift['messages'][number]
const message: Message = {
  ...{ id: '1', at: '2026-03-02T09:00:00Z', channel: 'email', template: 'gift', to: 'ada@friends.test' },
  ...{ status: 'delivered', state: 'delivered', attempts: 1, error: null, team: null, purchaseId: null, giftId: null },
  award: null,
  ...{ nextTryAt: null, sentAt: '2026-03-02T09:01:00Z' },
}
const gift: Gift = {
  state: 'sent',
  messages: [message],
  leavesAt: null,
  canBeSentAgain: true,
  changesAllowedUntil: null,
  expiresAt: '2026-06-02T09:00:00Z',
  customer: { id: 'acme', name: 'Acme' },
  purchase: { id: 'one', title: null, quantity: 1, buyer: 'alice@acme.test' },
}
const known = (changes: Partial<Gift>, ofMessage: Partial<Message> = {}) =>
  neverCame({ ...gift, messages: [{ ...message, ...ofMessage }], ...changes }).known

test('an operator who is told that a gift never came reads how its message fared', () => {
  expect(known({})).toContain('was delivered on 2 Mar 2026')
  expect(known({}, { state: 'sent' })).toContain('left on')
  expect(known({ state: 'not-delivered' }, { state: 'failed', error: '550' })).toBe('Its email did not arrive: 550.')
  expect(known({ state: 'not-delivered' }, { state: 'failed', error: 'bounce bounce 5.1.1' })).toBe(
    'Its email did not arrive: The address does not exist (5.1.1).',
  )
  expect(known({ state: 'sending' }, { state: 'waiting', channel: 'sms' })).toContain('Its text has not left yet')
  expect(known({}, { state: 'sent' })).toContain('folder for spam')
  expect(known({}, { state: 'sent', channel: 'sms' })).not.toContain('spam')
  expect(known({ messages: [] })).toContain('no email or text of ours went out')
  expect(known({ state: 'opened' })).toBe('It came: its page has been opened.')
  expect(known({ state: 'opened' }, { state: 'failed', error: '550' })).toMatch(
    /^Its email did not arrive: 550\. .*opened all the same/,
  )
  for (const state of giftStates) expect(known({ state }), state).not.toContain('undefined')
})

test('an operator reads who may send a gift again, and that no one can where it is over', () => {
  expect(neverCame(gift).next).toContain('alice@acme.test or an admin of Acme sends it again')
  expect(neverCame(gift).next).toContain('once an admin of Acme allows that')
  expect(neverCame({ ...gift, changesAllowedUntil: '2026-03-03T09:00:00Z' }).next).toContain(
    'allows that until 3 Mar 2026',
  )
  // Of an address that is wrong: visits never change who gets a gift (decision 170).
  for (const changesAllowedUntil of [null, '2026-03-03T09:00:00Z'])
    expect(neverCame({ ...gift, changesAllowedUntil }).next).toMatch(/to the same address.*Support never corrects it/)
  expect(neverCame({ ...gift, canBeSentAgain: false }).next).toBe('There is nothing to send again.')
  const expired = neverCame({ ...gift, state: 'expired', canBeSentAgain: false }).next
  expect(expired).toContain('finance takes the expiry back')
})

test('an operator reads what is done about a gift that went to the wrong person, by whether it was opened', () => {
  const told = (state: Gift['state'], address: string | null = 'ada@friends.test') =>
    wrongPerson({ ...gift, state, address })
  for (const state of ['sent', 'not-delivered', 'scheduled', 'sending'] as const)
    expect(told(state), state).toContain('alice@acme.test or an admin of Acme corrects the address')
  expect(told('opened')).toMatch(/^Its page has been opened: .*cancels it/)
  expect(told('code-shown')).toContain('may be used at any moment')
  // Printed, or a link that its sender passes on: there is no address to correct.
  for (const state of ['to-print', 'link-not-shared', 'unclaimed'] as const)
    expect(told(state, null)).toMatch(/^alice@/)
})
