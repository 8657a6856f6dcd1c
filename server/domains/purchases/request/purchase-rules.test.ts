import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { permissions } from '#contract/core/permissions.ts'
import { divideHalfEven, vatInGross } from '#kit/money.ts'
import { Temporal } from '#kit/time.ts'
import type { Problem } from '#server/platform/problem/problem.ts'
import { requestFromOrder } from '../orders/order.ts'
import { purchaseFields } from './field-names.ts'
import { costPerGift, pricePerGift } from './price.ts'
import { type PurchaseRequest, toPurchaseRequest } from './purchase-request.ts'
import { checkPurchase, giftValidity, type PurchaseFacts } from './purchase-rules.ts'
import { refuse } from './refuse-purchase.ts'

const product = {
  name: 'Gift card',
  active: true,
  currency: 'GBX',
  territory: 'GB',
  maximumExpiryDays: 365,
  over18: false,
  tagIds: ['treats'],
  segmentIds: [],
  senderPricePence: 1000,
  handlingFeePence: 50,
  vatVoucherType: 'MPV' as const,
  vatBasisPoints: 0,
}
const facts = (changes: Partial<PurchaseFacts> = {}, team: Partial<PurchaseFacts['team']> = {}): PurchaseFacts => ({
  now: Temporal.Instant.from('2026-03-02T10:00:00Z'),
  permissions: Object.fromEntries(permissions.map((name) => [name, true])),
  product,
  payment: { method: 'walletCommitment', currency: 'GBX', availablePence: 1_000_000_000 },
  plan: { name: 'Plus', entities: { hugggsPerOrder: 10_000 } },
  team: {
    territory: 'GB',
    reasonCodes: [],
    reasonCodeRequired: false,
    deliveryMethods: null,
    deliveryEmailDomains: [],
    maximumHugggExpiryDays: null,
    price: { minPence: null, maxPence: null },
    categories: { allow: [], disallow: [] },
    ...team,
  },
  missingPictures: [],
  theme: { id: 'default' },
  emailOfUser: new Map(),
  mobileOfUser: new Map(),
  methods: ['email', 'sms', 'links', 'inline-redeem', 'superhuggg'],
  text: null,
  spendCap: null,
  ...changes,
})
const purchase = (changes: Partial<Parameters<typeof toPurchaseRequest>[0]> = {}): PurchaseRequest =>
  toPurchaseRequest({ type: 'huggg', reference: '00000000-0000-4000-8000-000000000602', ...changes })
const codes = (request: PurchaseRequest, known = facts()) =>
  checkPurchase(request, known).map(({ code, path }) => `${code} ${path}`)

test('what stands against a purchase is named by the fields of what it was asked for as', () => {
  const order = {
    id: 'o',
    teamId: 't',
    userId: 'u',
    transactionId: null,
    version: 1,
    approval: null,
    supportChange: null,
  }
  const at = { createdAt: new Date(0), updatedAt: new Date(0) }
  const expiry = '2020-01-01'
  const asked = {
    purchase: purchase({ expiry, receivers: [{ user_id: 'gone' }] }),
    order: requestFromOrder({ ...order, ...at, type: 'huggg', fields: { expiry, receivers: [{ userId: 'gone' }] } }),
    shareable: toPurchaseRequest({ type: 'superhuggg', limit: 20_000, hugggExpiryDate: expiry }),
    shareableOrder: requestFromOrder({
      ...{ ...order, ...at, type: 'superhuggg' as const },
      fields: { productId: 'p', limit: 20_000, hugggExpiryDate: expiry },
    }),
    otherNames: { ...purchase({ expiry }), names: { ...purchaseFields, expiry: 'lastDay', payment: 'walletId' } },
  }
  const known = facts({ payment: { method: 'walletCommitment', currency: 'GBX', availablePence: 0 }, product: null })
  const bare = facts({ payment: { method: 'walletCommitment', currency: 'GBX', availablePence: 0 } })
  expect(codes(asked.purchase, known)).toEqual([
    ...['invalid purchase.reference', 'invalid purchase.receivers.0.user_id', 'invalid purchase.expiry'],
  ])
  expect(codes(asked.order, known)).toEqual([
    ...['invalid order.productId', 'invalid order.receivers.0.userId', 'invalid order.expiry'],
  ])
  expect(codes(asked.shareable, known)).toEqual(
    expect.arrayContaining(['invalid purchase.limit', 'invalid purchase.hugggExpiryDate']),
  )
  expect(codes(asked.shareableOrder, bare)).toEqual(
    expect.arrayContaining([
      'invalid order.limit',
      'invalid order.hugggExpiryDate',
      'insufficient_funds payment.reference',
    ]),
  )
  expect(codes(asked.otherNames, bare)).toEqual(['invalid lastDay', 'insufficient_funds walletId'])
})

test('no one gets more than their organisation lets one person have, whatever the letters of their address', () => {
  const receivers = ['Ada@friends.test', 'bob@friends.test'].map((email) => ({ email }))
  const cap = { amount: 2500, period: 'month', mode: 'block' } as const
  const currency = 'GBX'
  const hadPence = new Map([['ada@friends.test', 1501]])
  const over = 'spend_cap_reached purchase.receivers.0.email'
  const draft = purchase({ receivers, deliveryMethod: 'email' })
  expect(codes(draft, facts({ spendCap: { cap, currency, hadPence } }))).toEqual([over])
  expect(codes(draft, facts({ spendCap: { cap, currency, hadPence: new Map([['ada@friends.test', 1500]]) } }))).toEqual(
    [],
  )
  // Worth knowing, and no obstacle.
  expect(codes(draft, facts({ spendCap: { cap: { ...cap, mode: 'warn' }, currency, hadPence } }))).toEqual([])
})

describe('prices', () => {
  test('an MPV carries VAT on its fee only; an SPV holds VAT inside its price', () => {
    expect(pricePerGift(product)).toEqual({ facePence: 1000, faceVatPence: 0, feePence: 50, feeVatPence: 10 })
    expect(
      pricePerGift({ senderPricePence: 360, handlingFeePence: 25, vatVoucherType: 'SPV', vatBasisPoints: 2000 }),
    ).toEqual({ facePence: 360, faceVatPence: 60, feePence: 25, feeVatPence: 5 })
    expect(costPerGift(pricePerGift(product))).toBe(1060)
  })
  test('VAT is rounded half-even', () => {
    expect([divideHalfEven(5, 2), divideHalfEven(7, 2), divideHalfEven(5, 4), divideHalfEven(7, 4)]).toEqual([
      2, 4, 1, 2,
    ])
    // 3p at 20 % holds exactly half a penny: down to 0; 9p holds one and a half: up to 2.
    expect([vatInGross(3, 2000), vatInGross(9, 2000)]).toEqual([0, 2])
  })
  test('any price splits into parts that add up again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (senderPricePence, handlingFeePence, vatBasisPoints) => {
          const price = pricePerGift({ senderPricePence, handlingFeePence, vatVoucherType: 'SPV', vatBasisPoints })
          const net = price.facePence - price.faceVatPence
          expect(Number.isInteger(net) && net >= 0 && price.faceVatPence >= 0).toBe(true)
          expect(Math.abs(net * vatBasisPoints - price.faceVatPence * 10_000)).toBeLessThanOrEqual(
            10_000 + vatBasisPoints,
          )
        },
      ),
    )
  })
})

describe('a purchase', () => {
  test('with nothing against it may go ahead', () => expect(codes(purchase())).toEqual([]))

  test('without receivers is one link; with them one email each', () => {
    expect(purchase()).toMatchObject({ quantity: 1, deliveryMethod: 'links' })
    expect(purchase({ receivers: [{ email: 'a@x.test' }, { email: 'b@x.test' }] })).toMatchObject({
      quantity: 2,
      deliveryMethod: 'email',
    })
  })

  test.each([
    ['links', 10_000],
    ['email', 2000],
    ['inline-redeem', 1000],
  ] as const)('by %s holds at most %i gifts', (deliveryMethod, most) => {
    const receivers = (count: number) =>
      deliveryMethod === 'email' ? Array.from({ length: count }, (_, index) => ({ email: `${index}@x.test` })) : []
    expect(codes(purchase({ deliveryMethod, quantity: most, receivers: receivers(most) }))).toEqual([])
    expect(codes(purchase({ deliveryMethod, quantity: most + 1, receivers: receivers(most + 1) }))).toContain(
      'invalid purchase.quantity',
    )
  })

  test('of a gift for adults needs its sender’s confirmation, once', () => {
    const adults = facts({ product: { ...product, over18: true } })
    expect(codes(purchase(), adults)).toEqual(['invalid purchase.over18'])
    expect(codes(purchase({ over18: false }), adults)).toEqual(['invalid purchase.over18'])
    expect(codes(purchase({ over18: true }), adults)).toEqual([])
    expect(codes({ ...purchase(), raises: { id: 'link', teamId: 'team', before: 1 } }, adults)).toEqual([])
  })

  test('obeys the plan’s limit and names it', () => {
    const [problem] = checkPurchase(
      purchase({ quantity: 101 }),
      facts({ plan: { name: 'Free', entities: { hugggsPerOrder: 100 } } }),
    )
    expect(problem).toMatchObject({ code: 'plan_limit_reached', message: expect.stringContaining('Free') })
    expect(problem!.message).toContain('hugggsPerOrder')
  })

  test('names every wrong row: twice the same address, no address, a domain the team does not send to', () => {
    const receivers = [
      { email: 'a@x.test' },
      { email: 'a@x.test' },
      { phone_number: '+447700900123' },
      { email: 'b@y.test' },
    ]
    const problems = checkPurchase(purchase({ receivers }), facts({}, { deliveryEmailDomains: ['x.test'] }))
    expect(problems.map(({ code, path, row }) => [code, path, row])).toEqual([
      ['invalid', 'purchase.receivers.1.email', 1],
      ['invalid', 'purchase.receivers.2.phone_number', 2],
      ['restricted', 'purchase.receivers.3.email', 3],
    ])
  })

  test.each([
    [
      'the team’s delivery methods',
      purchase(),
      { deliveryMethods: ['email' as const] },
      'restricted purchase.deliveryMethod',
    ],
    [
      'a required reason code',
      purchase(),
      { reasonCodeRequired: true, reasonCodes: ['Birthday'] },
      'invalid purchase.reasonCode',
    ],
    [
      'an unknown reason code',
      purchase({ reasonCode: 'Other' }),
      { reasonCodes: ['Birthday'] },
      'invalid purchase.reasonCode',
    ],
    ['the lowest price', purchase(), { price: { minPence: 1001, maxPence: null } }, 'restricted purchase.reference'],
    ['the highest price', purchase(), { price: { minPence: null, maxPence: 999 } }, 'restricted purchase.reference'],
    [
      'the allowed categories',
      purchase(),
      { categories: { allow: ['books'], disallow: [] } },
      'restricted purchase.reference',
    ],
    [
      'the disallowed categories',
      purchase(),
      { categories: { allow: [], disallow: ['treats'] } },
      'restricted purchase.reference',
    ],
  ])('obeys %s', (_, draft, team, expected) => expect(codes(draft, facts({}, team))).toEqual([expected]))

  test.each([
    [
      'the permission to send by email',
      purchase({ receivers: [{ email: 'a@x.test' }] }),
      { permissions: { 'create-wallet-commitment': true } },
      'forbidden purchase.deliveryMethod',
    ],
    [
      'the permission to send abroad',
      purchase(),
      { permissions: { 'create-wallet-commitment': true }, product: { ...product, territory: 'EU' } },
      'forbidden purchase.reference',
    ],
    [
      'the permission to choose a drawn box, which is not that to choose a theme',
      purchase({ themeId: 'winter' }),
      { permissions: { 'create-wallet-commitment': true, 'use-theme': true } },
      'forbidden purchase.themeId',
    ],
    [
      'the permission to choose a theme, which is not that to choose a drawn box',
      purchase({ themeId: '00000000-0000-4000-8000-00000000dead' }),
      { permissions: { 'create-wallet-commitment': true, 'use-giftwrap': true } },
      'forbidden purchase.themeId',
    ],
    [
      'the permission to narrow a choice',
      purchase({ hugggMeta: { gwcSegments: [{ id: '00000000-0000-4000-8000-00000000dead' }] } }),
      {
        permissions: { 'create-wallet-commitment': true },
        product: { ...product, segmentIds: ['00000000-0000-4000-8000-00000000dead'] },
      },
      'forbidden purchase.hugggMeta.gwcSegments',
    ],
    ['a product on sale', purchase(), { product: { ...product, active: false } }, 'invalid purchase.reference'],
    ['the wallet’s currency', purchase(), { product: { ...product, currency: 'EUX' } }, 'invalid payment.reference'],
    [
      'the funds',
      purchase(),
      { payment: { method: 'walletCommitment', currency: 'GBX', availablePence: 1059 } },
      'insufficient_funds payment.reference',
    ],
  ] as const)('needs %s', (_, draft, changes, expected) =>
    expect(codes(draft, facts(changes as Partial<PurchaseFacts>))).toEqual([expected]),
  )

  test('keeps its dates in order', () => {
    expect(codes(purchase({ sendDate: '2026-03-02T09:59:59Z' }))).toEqual(['invalid purchase.sendDate'])
    expect(codes(purchase({ expiry: '2026-03-01' }))).toEqual(['invalid purchase.expiry'])
    expect(codes(purchase({ expiry: '2026-03-02' }))).toEqual([])
    expect(codes(purchase({ expiry: '2027-03-03' }))).toEqual(['restricted purchase.expiry'])
    expect(codes(purchase({ sendDate: '2026-04-01T09:00:00Z', expiry: '2026-03-20' }))).toEqual([
      'invalid purchase.expiry',
    ])
    expect(codes(purchase({ sendZone: 'Mars/Olympus' }))).toEqual(['invalid purchase.sendZone'])
  })

  test('counts validity from sending, to the end of the chosen day in London', () => {
    expect(giftValidity(purchase(), facts({}, { maximumHugggExpiryDays: 30 }))).toEqual({ until: null, days: 30 })
    const { until, days } = giftValidity(purchase({ expiry: '2026-07-01', sendDate: '2026-06-01T09:00:00Z' }), facts())
    expect([until?.toString(), days]).toEqual(['2026-07-01T22:59:59.999Z', 30])
  })
})

describe('the refusal', () => {
  const refusal = (draft: PurchaseRequest, known: PurchaseFacts) => {
    try {
      refuse(checkPurchase(draft, known))
    } catch (error) {
      return error as Problem
    }
    throw new Error('it was not refused')
  }
  test('lists everything at once and takes the status of the most basic problem', () => {
    const poor = { payment: { method: 'walletCommitment' as const, currency: 'GBX', availablePence: 0 } }
    const all = refusal(
      purchase({ reasonCode: 'Other', quantity: 10_001 }),
      facts(poor, { reasonCodes: ['Birthday'], deliveryMethods: ['email'] }),
    )
    expect(all.status).toBe(422)
    expect(all.details.map((detail) => detail.code)).toEqual([
      'invalid',
      'plan_limit_reached',
      'restricted',
      'invalid',
      'insufficient_funds',
    ])
    expect(refusal(purchase(), facts(poor)).status).toBe(402)
    expect(refusal(purchase(), facts(poor, { deliveryMethods: ['email'] })).status).toBe(403)
  })
})

describe('gifts by text', () => {
  const byText = (...numbers: string[]) =>
    purchase({
      deliveryMethod: 'sms',
      quantity: numbers.length,
      receivers: numbers.map((phone_number) => ({ phone_number })),
    })
  const without = (permission: string) =>
    facts({
      permissions: Object.fromEntries(permissions.filter((name) => name !== permission).map((name) => [name, true])),
    })

  test('need the permission send-sms, and numbers abroad send-international-gifts', () => {
    expect(codes(byText('+447700900123'))).toEqual([])
    expect(codes(byText('+447700900123'), without('send-sms'))).toEqual(['forbidden purchase.deliveryMethod'])
    expect(codes(byText('+33612345678'), without('send-international-gifts'))).toEqual([
      'forbidden purchase.receivers.0.phone_number',
    ])
  })
  test('are what numbers and users in one purchase get; who has no number, or an address between them, is told why not', () => {
    const [withNumber, without] = ['00000000-0000-4000-8000-000000000301', '00000000-0000-4000-8000-000000000302']
    const number = { phone_number: '+447700900123' }
    const known = facts({
      emailOfUser: new Map([
        [withNumber, 'ann@acme.test'],
        [without, 'bob@acme.test'],
      ]),
      mobileOfUser: new Map([[withNumber, '+447700900124']]),
    })
    const both = purchase({ receivers: [number, { user_id: withNumber }] })
    expect([both.deliveryMethod, codes(both, known)]).toEqual(['sms', []])
    const told = (receivers: object[]) =>
      checkPurchase(purchase({ receivers } as never), known).map(({ path, message }) => `${path} ${message}`)
    expect(told([number, { user_id: without }])).toEqual([
      'purchase.receivers.1.user_id has given no mobile number, and this purchase goes by text message',
    ])
    expect(told([{ email: 'ada@friends.test' }, number])).toEqual([
      'purchase.receivers.1.phone_number is reached by text message, and this purchase goes by email: buy for numbers in one of their own',
    ])
  })
  test('cannot be bought where no texts can be sent', () => {
    expect(codes(byText('+447700900123'), facts({ methods: ['email', 'links'] }))).toEqual([
      'invalid purchase.deliveryMethod',
    ])
  })
  test('are for all receivers, or for none until later', () => {
    expect(codes(purchase({ deliveryMethod: 'sms', quantity: 3 }))).toEqual([])
    expect(codes({ ...byText('+447700900123'), quantity: 3 })).toEqual(['invalid purchase.receivers'])
  })
})
