import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, day, fromMain, KEY, links, T, type World } from './world.ts'

const orderish = {
  notes: 'n',
  purchaseOrderNumber: 'PO-1',
  fromName: 'Acme',
  themeId: 'default',
  reasonCode: 'Thank you',
  expiry: day(20),
}
const superhuggg = {
  type: 'superhuggg',
  reference: demo.products.daisyGiftCard10,
  limit: 2,
  perPerson: 1,
  claimMethod: 'email',
}
const superish = {
  deliveryMethod: 'superhuggg',
  claimRestrictions: { emailEndings: ['@friends.test'] },
  hugggExpiryDate: day(20),
  title: 't',
  message: 'm',
  themeId: 'default',
  notes: 'n',
  fromName: 'Acme',
  reasonCode: 'Thank you',
  purchaseOrderNumber: 'PO',
}
const bought = (purchase: object) => ({ as: ADMIN, method: 'POST', path: T, body: { purchase, payment: fromMain } })

export const purchasesCases = ({ charge, order, logo }: World): Case[] => [
  [
    'the workflow tool’s published payload (title, type, message, themeId, quantity 1, links, limit 1), API key',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions?embed[]=hugggs',
      as: KEY,
      body: {
        purchase: {
          title: 'Highball order',
          type: 'huggg',
          message: 'Load test order 2!',
          themeId: 'default',
          quantity: 1,
          deliveryMethod: 'links',
          limit: 1,
          reference: demo.products.daisyGiftCard10,
        },
        payment: fromMain,
      },
    }),
  ],
  [
    'the same without limit',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions?embed[]=hugggs',
      as: KEY,
      body: {
        purchase: {
          title: 'Highball order',
          type: 'huggg',
          message: 'Hi',
          themeId: 'default',
          quantity: 1,
          deliveryMethod: 'links',
          reference: demo.products.daisyGiftCard10,
        },
        payment: fromMain,
      },
    }),
  ],
  [
    'POST /api/v2/transactions/ (trailing slash, as the original documents it)',
    () => ({ method: 'POST', path: '/api/v2/transactions/', as: KEY, body: { purchase: links(), payment: fromMain } }),
  ],
  [
    'no receivers, no deliveryMethod: one link',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions',
      as: KEY,
      body: { purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, message: 'Hi' }, payment: fromMain },
    }),
  ],
  [
    'receivers [{phone_number}]',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions',
      as: KEY,
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyGiftCard10,
          message: 'Hi',
          receivers: [{ phone_number: '+447700900123' }],
        },
        payment: fromMain,
      },
    }),
  ],
  [
    'receivers [{user_id}]',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions',
      as: KEY,
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyGiftCard10,
          receivers: [{ user_id: demo.users.acmeParticipant }],
        },
        payment: fromMain,
      },
    }),
  ],
  [
    'receivers [{email, notes}]',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions',
      as: KEY,
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyGiftCard10,
          receivers: [{ email: 'r@friends.test', notes: 'You!' }],
        },
        payment: fromMain,
      },
    }),
  ],
  [
    'receivers [] (empty): one link',
    () => ({
      method: 'POST',
      path: '/api/v2/transactions',
      as: KEY,
      body: { purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, receivers: [] }, payment: fromMain },
    }),
  ],
  [
    'superhuggg {limit, perPerson, claimMethod}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/api/v2/transactions',
      body: { purchase: superhuggg, payment: fromMain },
    }),
  ],
  [
    'type order {reference}',
    async () => {
      const o = await order()
      return {
        as: ADMIN,
        method: 'POST',
        path: '/api/v2/transactions',
        body: { purchase: { type: 'order', reference: o.id }, payment: fromMain },
      }
    },
  ],
  [
    'payment charge',
    async () => {
      const ch = await charge({ amount: 1060 })
      return {
        as: ADMIN,
        method: 'POST',
        path: '/api/v2/transactions',
        body: { purchase: links(), payment: { method: 'charge', reference: ch.id } },
      }
    },
  ],
  [
    'payment invoice without reference',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/api/v2/transactions',
      body: { purchase: links(), payment: { method: 'invoice' } },
    }),
  ],
  [
    'printable',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/api/v2/transactions',
      body: { purchase: links({ deliveryMethod: 'printable' }), payment: fromMain },
    }),
  ],
  [
    'inline-redeem',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/api/v2/transactions',
      body: { purchase: links({ deliveryMethod: 'inline-redeem' }), payment: fromMain },
    }),
  ],
  ...Object.entries(orderish).map(
    ([name, value]): Case => [`huggg purchase with ${name}`, () => bought(links({ [name]: value }))],
  ),
  ['huggg purchase with coverImage', async () => bought(links({ coverImage: (await logo()).url }))],
  [
    'huggg purchase with hugggMeta',
    () => bought(links({ reference: demo.products.choiceOfGift10, hugggMeta: { customDescription: 'x' } })),
  ],
  [
    'huggg purchase with sendDate',
    () => bought({ ...links(), sendDate: day(1), deliveryMethod: 'email', receivers: [{ email: 's@friends.test' }] }),
  ],
  ...Object.entries(superish).map(
    ([name, value]): Case => [`superhuggg purchase with ${name}`, () => bought({ ...superhuggg, [name]: value })],
  ),
]

export const transactionsCases = ({ get, buy, purchase }: World): Case[] => [
  [
    'PATCH: the whole record, notes changed',
    async () => {
      const p = await purchase()
      const e = await get(`${T}/${p.id}`)
      return { as: ADMIN, method: 'PATCH', path: `${T}/${p.id}`, body: { ...e, notes: 'checked' } }
    },
  ],
  [
    'PATCH: the fields of section 3 back (id … client_id)',
    async () => {
      const p = await purchase()
      const e = await get(`${T}/${p.id}`)
      const keys = [
        'id',
        'notes',
        'processing',
        'reason_code',
        'delivery_method',
        'team_id',
        'sale_per_item',
        'sale_total',
        'status',
        'topup_type',
        'created_at',
        'updated_at',
        'user_id',
        'plan_id',
        'client_id',
      ]
      return {
        as: ADMIN,
        method: 'PATCH',
        path: `${T}/${p.id}`,
        body: { ...Object.fromEntries(keys.map((k) => [k, e[k]])), notes: 'again' },
      }
    },
  ],
  [
    'PATCH {notes, reason_code}',
    async () => ({
      as: ADMIN,
      method: 'PATCH',
      path: `${T}/${(await purchase()).id}`,
      body: { notes: 'x', reason_code: 'Thank you' },
    }),
  ],
  [
    'hugggs PATCH {expiry, sentDate}',
    async () => {
      const p = await buy({
        type: 'huggg',
        reference: demo.products.daisyGiftCard10,
        deliveryMethod: 'email',
        sendDate: day(3),
        receivers: [{ email: 'e@friends.test' }],
      })
      return { as: ADMIN, method: 'PATCH', path: `${T}/${p.id}/hugggs`, body: { expiry: day(25), sentDate: day(4) } }
    },
  ],
  [
    'hugggs PATCH {expiry} alone',
    async () => ({
      as: ADMIN,
      method: 'PATCH',
      path: `${T}/${(await purchase()).id}/hugggs`,
      body: { expiry: day(25) },
    }),
  ],
  [
    'hugggs/toggleSent {sent}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `${T}/${(await purchase()).id}/hugggs/toggleSent`,
      body: { sent: true },
    }),
  ],
  [
    'hugggs/send {receivers: [{email, notes}]}',
    async () => {
      const p = await buy(links({ quantity: 2 }))
      return {
        as: ADMIN,
        method: 'POST',
        path: `${T}/${p.id}/hugggs/send`,
        body: { receivers: [{ email: 's1@friends.test', notes: 'x' }] },
      }
    },
  ],
  [
    'hugggs/send {receivers: [{user_id}]}',
    async () => {
      const p = await buy(links())
      return {
        as: ADMIN,
        method: 'POST',
        path: `${T}/${p.id}/hugggs/send`,
        body: { receivers: [{ user_id: demo.users.acmeParticipant }] },
      }
    },
  ],
  [
    'hugggs/cancel without body',
    async () => {
      const p = await buy(links())
      return { as: ADMIN, method: 'POST', path: `${T}/${p.id}/hugggs/cancel` }
    },
  ],
  [
    'hugggs/cancel with {}',
    async () => {
      const p = await buy(links())
      return { as: ADMIN, method: 'POST', path: `${T}/${p.id}/hugggs/cancel`, body: {} }
    },
  ],
]
