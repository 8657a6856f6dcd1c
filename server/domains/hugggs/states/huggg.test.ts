import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  newRedeemCodes,
  newShortcodes,
  printedCode,
  readPrintedCode,
  readShortcode,
  readVoucherKey,
} from '../links/index.ts'
import {
  breakageEntries,
  changePence,
  choiceChangeEntries,
  type GiftMoney,
  giftCostPence,
  partEntries,
  redemptionEntries,
  refundEntries,
  refundPence,
  unspentPence,
} from '../money/index.ts'
import { splitRefund } from '../money/settlement.ts'
import { type GiftState, hasLapsed, pageState, Status, whyNotCancellable } from './huggg.ts'

const at = new Date('2026-03-02T10:00:00Z')
const gift = (change: Partial<GiftState> = {}): GiftState => ({
  status_id: Status.Created,
  expiry_date: new Date('2026-04-01T22:59:59.999Z'),
  viewed_date: null,
  assigned_date: null,
  revealed_at: null,
  fetching: false,
  parts_pence: 0,
  ...change,
})
const { Claimed, Redeemed, Expired, Cancelled, Scheduled, Fetched, Sent } = Status

test.each([
  [{}, 'wrapped'],
  [{ status_id: Sent }, 'wrapped'],
  [{ status_id: Scheduled }, 'scheduled'],
  [{ status_id: Claimed, viewed_date: at }, 'opened'],
  [{ status_id: Claimed, viewed_date: at, assigned_date: at }, 'claimed'],
  [{ status_id: Claimed, viewed_date: at, assigned_date: at, revealed_at: at }, 'revealed'],
  // Undone at the till, never opened.
  [{ status_id: Claimed }, 'wrapped'],
  [{ status_id: Fetched }, 'revealed'],
  [{ status_id: Redeemed, expiry_date: new Date(0) }, 'redeemed'],
  [{ status_id: Expired }, 'expired'],
  [{ status_id: Cancelled, expiry_date: new Date(0) }, 'cancelled'],
  // Over, though nothing has come by to settle it.
  [{ status_id: Sent, expiry_date: new Date(at.getTime() - 1) }, 'expired'],
] as const)('a gift shows %j as %s', (change, state) => {
  expect(pageState(gift(change), at)).toBe(state)
})

test('a gift is good through the last millisecond of its last day', () => {
  expect(hasLapsed(gift({ expiry_date: at }), at)).toBe(false)
  expect(hasLapsed(gift({ expiry_date: at }), new Date(at.getTime() + 1))).toBe(true)
})

test('a gift can be cancelled until it is used, fetched or over', () => {
  for (const status_id of [Status.Created, Scheduled, Sent, Claimed]) {
    expect(whyNotCancellable(gift({ status_id }), at)).toBeNull()
  }
  for (const status_id of [Redeemed, Fetched, Expired]) {
    expect(whyNotCancellable(gift({ status_id }), at)).not.toBeNull()
  }
})

test('a gift’s code is one that no one can guess or misread', () => {
  const shortcodes = newShortcodes(5000)
  expect(new Set(shortcodes).size).toBe(5000)
  for (const code of shortcodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
  for (const code of newRedeemCodes(100)) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
})

test('a gift’s code is read as a till scans or a person types it', () => {
  const id = '01890000-0000-7000-8000-000000000001'
  expect(readVoucherKey(id.toUpperCase())).toEqual({ kind: 'id', value: id })
  expect(readVoucherKey('abcd-efgh jk')).toEqual({ kind: 'redeemCode', value: 'ABCDEFGHJK' })
  expect(readVoucherKey('ABCDEFGHJKMN')).toEqual({ kind: 'shortcode', value: 'abcdefghjkmn' })
  expect(readShortcode('ABCDEFGHJKMN')).toBe('abcdefghjkmn')
  for (const linked of ['abcdefghjkmn.', 'abcdefghjkmn)', '(abcdefghjkmn).', '“abcd-efgh-jkmn”,', 'abcdefghjkmn\u200b'])
    expect(readShortcode(linked)).toBe('abcdefghjkmn')
  for (const link of [
    'https://posy.example/g/abcdefghjkmn',
    '<https://posy.example/g/ABCDEFGHJKMN?utm=x>.',
    'posy.example/g/abcdefghjkmn/terms',
  ])
    expect(readVoucherKey(link)).toEqual({ kind: 'shortcode', value: 'abcdefghjkmn' })
  for (const wrong of ['', 'short', "x' or 1=1", '\u0000', 'é'.repeat(12), 'a'.repeat(40)]) {
    expect(readShortcode(wrong)).toBeNull()
    expect(readVoucherKey(wrong)).toBeNull()
  }
})

test('a code is known as it is printed, with its dashes and its last letter or without, and words are none', () => {
  const printed = printedCode('418dcdphs4sn').toUpperCase()
  for (const typed of [
    printed,
    printed.replaceAll('-', ' '),
    printed.replaceAll('-', ''),
    printed.slice(0, -2),
    ` ${printed}`,
  ])
    expect(readPrintedCode(typed), typed).toBe('418dcdphs4sn')
  const wrongLetter = printed.slice(0, -1) + (printed.endsWith('0') ? '1' : '0')
  for (const words of [wrongLetter, 'christopherj', 'Anna Bell Cole', '0207 9460 9581', 'PO-778', 'ada@x.test', ''])
    expect(readPrintedCode(words), words).toBeNull()
})

const money: fc.Arbitrary<GiftMoney> = fc
  .record({
    face_pence: fc.integer({ min: 1, max: 1_000_000_000 }),
    vatShare: fc.double({ min: 0, max: 0.3, noNaN: true }),
    fee_pence: fc.integer({ min: 0, max: 10_000 }),
    fee_vat_pence: fc.integer({ min: 0, max: 2000 }),
    choice: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
    givesChange: fc.boolean(),
    isReturned: fc.boolean(),
    isInvoice: fc.boolean(),
  })
  .map(({ face_pence, vatShare, fee_pence, fee_vat_pence, choice, givesChange, isReturned, isInvoice }) => {
    const face_vat_pence = Math.floor(face_pence * vatShare)
    const over = (pence: number) => (choice === null || !isReturned ? 0 : pence - Math.floor(pence * choice))
    return {
      team_id: 't',
      wallet_id: 'w',
      face_pence,
      face_vat_pence,
      fee_pence,
      fee_vat_pence,
      chosen_price_pence: choice === null ? null : Math.floor(face_pence * choice),
      chosen_vat_pence: choice === null ? null : Math.floor(face_vat_pence * choice),
      chosen_gives_change: choice === null ? null : givesChange,
      change_pence: over(face_pence),
      change_vat_pence: over(face_vat_pence),
      payment_method: isInvoice ? ('invoice' as const) : ('walletCommitment' as const),
      parts_pence: 0,
    }
  })

test('every end of a gift takes exactly what is committed, and sums to zero', () => {
  fc.assert(
    fc.property(money, fc.integer({ min: -10, max: 1_000_000_000 }), (each, owedPence) => {
      const back = (amountPence: number) => splitRefund(each, { amountPence, owedPence, walletId: 'w' }).entries
      const ends = [refundEntries(each, back(refundPence(each))), redemptionEntries(each, back(changePence(each)))]
      for (const entries of [...ends, breakageEntries(each)]) {
        expect(entries.reduce((sum, entry) => sum + entry.amountPence, 0)).toBe(0)
        expect(entries[0]).toEqual({
          account: { wallet: 'w', kind: 'committed' },
          amountPence: -(each.face_pence - each.change_pence - each.face_vat_pence + each.change_vat_pence),
        })
      }
      expect(refundPence(each)).toBe(giftCostPence(each))
    }),
  )
})

test('what a choice leaves over goes back as it is made, and its price is the gift’s face from then on', () => {
  fc.assert(
    fc.property(money, (each) => {
      const before = { ...each, change_pence: 0, change_vat_pence: 0 }
      const wallet = { account: { wallet: 'w', kind: 'available' as const }, amountPence: each.change_pence }
      const change = choiceChangeEntries(before, each, [wallet])
      expect(change.reduce((sum, entry) => sum + entry.amountPence, 0)).toBe(0)
      const sumWalletPence = (entries: { account: object; amountPence: number }[]) =>
        entries.reduce((sum, entry) => sum + ('wallet' in entry.account ? entry.amountPence : 0), 0)
      const ends = (gift: GiftMoney) => breakageEntries(gift)[0]!.amountPence
      expect(ends(each) + change[0]!.amountPence).toBe(ends(before))
      expect(giftCostPence(each) + sumWalletPence([wallet])).toBe(giftCostPence(before))
    }),
  )
})

test('the parts of a gift that was used in part and any ending add up to the face to the penny', () => {
  const inParts = fc.integer({ min: 2, max: 1_000_000_000 }).chain((face) =>
    fc.record({
      face: fc.constant(face),
      parts: fc.array(fc.integer({ min: 1, max: face }), { minLength: 1, maxLength: 9 }),
    }),
  )
  fc.assert(
    fc.property(money, inParts, (sample, { face, parts }) => {
      const unchosen = { chosen_price_pence: null, chosen_vat_pence: null, change_pence: 0, change_vat_pence: 0 }
      const whole = { ...sample, face_pence: face, face_vat_pence: 0, ...unchosen }
      let gift: GiftMoney = { ...whole, chosen_gives_change: null }
      let taken = 0
      for (const part of parts.filter((each) => each < face)) {
        if (part >= unspentPence(gift)) continue
        const entries = partEntries(gift, part)
        expect(entries.map(({ amountPence }) => amountPence)).toEqual([-part, part])
        gift = { ...gift, parts_pence: gift.parts_pence + part }
        taken += part
      }
      expect(unspentPence(gift)).toBe(face - taken)
      const back = splitRefund(gift, { amountPence: refundPence(gift), owedPence: 0, walletId: 'w' }).entries
      for (const entries of [refundEntries(gift, back), breakageEntries(gift)]) {
        expect(entries.reduce((sum, entry) => sum + entry.amountPence, 0)).toBe(0)
        expect(entries[0]!.amountPence).toBe(taken - face)
      }
      expect(refundPence(gift)).toBe(taken === 0 ? giftCostPence(gift) : face - taken)
    }),
  )
})

test('a refund reduces what is still owed and no more; the rest goes to the wallet', () => {
  const split = (amountPence: number, owedPence: number) =>
    splitRefund({ team_id: 't' }, { amountPence, owedPence, walletId: 'w' }).entries
  const debt = (amountPence: number) => ({ account: { team: 't', kind: 'receivable' }, amountPence })
  const wallet = (amountPence: number) => ({ account: { wallet: 'w', kind: 'available' }, amountPence })
  expect(split(390, 390)).toEqual([debt(390)])
  expect(split(390, 100)).toEqual([debt(100), wallet(290)])
  expect(split(390, 0)).toEqual([wallet(390)])
  expect(split(390, -5)).toEqual([wallet(390)])
})
