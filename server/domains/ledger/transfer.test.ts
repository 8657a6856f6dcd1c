import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountRef, accountId, platformAccountKinds, walletAccountKinds } from './accounts.ts'
import { type Entry, netEntries, type TransferDraft } from './transfer.ts'

const wallet = '01999999-0000-7000-8000-000000000001'
const available: AccountRef = { wallet, kind: 'available' }
const committed: AccountRef = { wallet, kind: 'committed' }

const draft = (entries: Entry[]): TransferDraft => ({
  kind: 'purchase',
  key: 'purchase/1',
  reference: { kind: 'transaction', id: '1' },
  currency: 'GBX',
  at: new Date(0),
  entries,
})

test('a transfer draft gives every account an id of its own, the same one each time', () => {
  const refs: AccountRef[] = [
    ...walletAccountKinds.map((kind) => ({ wallet, kind })),
    ...platformAccountKinds.map((platform) => ({ platform })),
    { team: wallet, kind: 'receivable' },
  ]
  expect(new Set(refs.map((ref) => accountId(ref, 'GBX'))).size).toBe(refs.length)
  expect(accountId(available, 'GBX')).toBe('206b8a13-44ba-55da-aa76-d6b88bb9526f')
  expect(accountId({ platform: 'fees' }, 'GBX')).not.toBe(accountId({ platform: 'fees' }, 'EUX'))
})

test('a transfer draft adds up several entries for one account and leaves zeros out', () => {
  const vat: AccountRef = { platform: 'vat' }
  const net = netEntries(
    draft([
      { account: available, amountPence: -360 },
      { account: committed, amountPence: 300 },
      { account: vat, amountPence: 50 },
      { account: vat, amountPence: 10 },
      { account: { platform: 'fees' }, amountPence: 0 },
    ]),
  )
  expect([...net]).toEqual([
    [accountId(available, 'GBX'), -360],
    [accountId(committed, 'GBX'), 300],
    [accountId(vat, 'GBX'), 60],
  ])
})

test.each([
  ['does not sum to zero', [-100, 99], /sum to -1/],
  ['has a fraction of a penny', [-0.5, 0.5], /not whole pence/],
  ['moves nothing', [0, 0], /moves nothing/],
  ['has no entries', [], /moves nothing/],
])('a transfer refuses a draft that %s', (_, amounts, message) => {
  const accounts = [available, committed]
  const entries = amounts.map((amountPence, index) => ({ account: accounts[index]!, amountPence }))
  expect(() => netEntries(draft(entries))).toThrow(message)
})

test('every transfer draft is balanced', () => {
  const account = fc.constantFrom(...walletAccountKinds.map((kind): AccountRef => ({ wallet, kind })))
  const move = fc.record({ from: account, to: account, amountPence: fc.integer({ min: 1, max: 1_000_000 }) })
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const entries = moves.flatMap(({ from, to, amountPence }) => [
        { account: from, amountPence: -amountPence },
        { account: to, amountPence },
        { account: available, amountPence: -1 },
        { account: { platform: 'fees' } as const, amountPence: 1 },
      ])
      const amounts = [
        ...netEntries(
          draft([
            ...entries,
            { account: available, amountPence: -1 },
            { account: { platform: 'fees' }, amountPence: 1 },
          ]),
        ).values(),
      ]
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0)
      expect(amounts).not.toContain(0)
    }),
  )
})
