import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProviderPayment } from '#server/providers/checkout/types.ts'
import { type ChargeRecord, chargeTransition, isSettled, serializeCharge } from './charge.ts'

const created = new Date('2026-03-02T10:00:00Z')
const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000)

const charge = (rest: Partial<ChargeRecord> = {}): ChargeRecord => ({
  id: '00000000-0000-7000-8000-000000000001',
  team_id: '',
  user_id: '',
  method: 'checkout',
  state: 'requested',
  initiator: 'customer',
  currency: 'GBX',
  amount: 1_000,
  spent: 0,
  refunded: 0,
  card_id: null,
  store_card: false,
  method_payment_id: null,
  redirect_url: null,
  transaction_id: null,
  wallet_id: null,
  spent_key: null,
  transfer_id: null,
  intent_wallet_id: null,
  intent_automatic: false,
  created_key: null,
  error: null,
  error_code: null,
  error_summary: null,
  created_at: created,
  updated_at: created,
  authorised_at: null,
  due_at: null,
  ...rest,
})

const payment = (rest: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'pay_1',
  reference: '00000000-0000-7000-8000-000000000001',
  amountPence: 1_000,
  currency: 'GBX',
  status: 'authorised',
  redirectUrl: null,
  responseCode: '10000',
  responseSummary: 'Approved',
  card: null,
  ...rest,
})

test('an authorisation waits 30 minutes to be used, a challenge 15 to be answered', () => {
  expect(chargeTransition(charge(), payment(), after(1))).toEqual({ state: 'authorised', dueAt: after(31) })
  const challenged = payment({ status: 'pending', redirectUrl: 'https://bank.example' })
  expect(chargeTransition(charge(), challenged, after(1))).toEqual({ state: 'challenged', dueAt: after(15) })
  expect(chargeTransition(charge({ state: 'challenged' }), challenged, after(15))).toMatchObject({ dueAt: after(16) })
  expect(chargeTransition(charge({ state: 'challenged' }), challenged, after(61))).toMatchObject({ state: 'declined' })
})

test('a charge’s state tells a decline of the bank from 3-D Secure that failed or lapsed', () => {
  const transitionError = (
    status: ProviderPayment['status'],
    responseCode: string | null,
    state: ChargeRecord['state'],
  ) => chargeTransition(charge({ state }), payment({ status, responseCode }), after(1))?.error
  expect(transitionError('declined', '20051', 'requested')).toBe('declined')
  expect(transitionError('declined', '20154', 'requested')).toBe('declined')
  expect(transitionError('declined', '20151', 'challenged')).toBe('3ds-failed')
  expect(transitionError('declined', null, 'challenged')).toBe('3ds-failed')
  expect(transitionError('declined', '20152', 'challenged')).toBe('3ds-lapsed')
  expect(transitionError('expired', '20152', 'challenged')).toBe('3ds-lapsed')
})

test('an attempt the provider never heard of is given up after five minutes, not before', () => {
  expect(chargeTransition(charge(), null, after(5))).toEqual({ state: 'requested', dueAt: after(6) })
  expect(chargeTransition(charge(), null, after(6))).toMatchObject({ state: 'declined', error: 'not-processed' })
})

test('money that was used and cannot be captured is a loss; money no one used is not', () => {
  const gone = payment({ status: 'expired' })
  expect(chargeTransition(charge({ state: 'spent', spent: 5 }), gone, after(9))).toMatchObject({ state: 'lost' })
  expect(chargeTransition(charge({ state: 'authorised' }), gone, after(9))).toMatchObject({ state: 'voided' })
  expect(chargeTransition(charge({ state: 'declined' }), payment(), after(9))).toMatchObject({ state: 'voiding' })
})

test('whatever the provider says, in whatever order: a used charge stays used and what is settled stays settled', () => {
  const states = [
    'requested',
    'challenged',
    'authorised',
    'spent',
    'captured',
    'voiding',
    'voided',
    'verified',
    'declined',
    'lost',
  ] as const
  const statuses = ['pending', 'authorised', 'verified', 'captured', 'declined', 'expired', 'voided'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.array(fc.option(fc.constantFrom(...statuses)), { maxLength: 20 }),
      (state, words) => {
        let now = charge({ state, spent: ['spent', 'captured', 'lost'].includes(state) ? 1_000 : 0 })
        words.forEach((status, minute) => {
          const next = chargeTransition(now, status && payment({ status }), after(minute))
          if (!next) return
          // The single way back from settled: money that turned up after we gave up is returned.
          if (isSettled(now.state)) expect([now.state, next.state]).toEqual(['declined', 'voiding'])
          expect(now.spent > 0).toBe(['spent', 'captured', 'lost'].includes(next.state))
          // Whatever is not settled will be looked at again.
          expect(next.dueAt === null).toBe(isSettled(next.state))
          now = { ...now, state: next.state }
        })
      },
    ),
  )
})

test('every failure of a charge has a message for the holder of the card', () => {
  const failed = serializeCharge(
    charge({ state: 'declined', error: 'declined', error_code: '20051', error_summary: 'Insufficient Funds' }),
  )
  expect(failed).toMatchObject({ status: 'failed', errorCode: '20051', errorSummary: 'Insufficient Funds' })
  expect(failed.friendlyError).toMatch(/not enough money/)
  for (const error of ['declined', '3ds-failed', '3ds-lapsed', 'refused', 'not-processed', 'not-captured'])
    expect(serializeCharge(charge({ state: 'declined', error, error_code: '99999' })).friendlyError).toMatch(/\.$/)
})
