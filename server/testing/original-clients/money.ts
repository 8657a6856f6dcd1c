import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, type Json, type World } from './world.ts'

export const moneyCases = ({ call, ok, get, cardToken, charge, card, invoice }: World): Case[] => [
  [
    'PATCH /v3/invoices/{id}: the whole record, notes changed',
    async () => {
      const i = await invoice()
      const e = await get(`/v3/invoices/${i.id}`)
      return { as: ADMIN, method: 'PATCH', path: `/v3/invoices/${i.id}`, body: { ...e, notes: 'checked' } }
    },
  ],
  [
    'PATCH /v3/invoices/{id} {notes}',
    async () => {
      const i = await invoice()
      return { as: ADMIN, method: 'PATCH', path: `/v3/invoices/${i.id}`, body: { notes: 'checked' } }
    },
  ],
  [
    'PUT /api/v2/cards/{id}: the whole record, isDefault true',
    async () => {
      const k = await card()
      return { as: ADMIN, method: 'PUT', path: `/api/v2/cards/${k.id}`, body: { ...k, isDefault: true } }
    },
  ],
  [
    'PUT /api/v2/cards/{id} {isDefault}',
    async () => {
      const k = await card()
      return { as: ADMIN, method: 'PUT', path: `/api/v2/cards/${k.id}`, body: { isDefault: true } }
    },
  ],
  [
    'POST /api/v2/charges {method, amount, cardId}',
    async () => {
      const k = await card()
      return {
        as: ADMIN,
        method: 'POST',
        path: '/api/v2/charges',
        body: { method: 'checkout', amount: 1000, cardId: k.id },
      }
    },
  ],
  [
    'POST /api/v2/charges with userId',
    async () => {
      const k = await card()
      return {
        as: ADMIN,
        method: 'POST',
        path: '/api/v2/charges',
        body: { method: 'checkout', amount: 1000, cardId: k.id, userId: demo.users.acmeAdmin },
      }
    },
  ],
  [
    'POST /api/v2/charges/{id}/verify {ckoSessionId}',
    async () => {
      const ch = await ok(
        call('POST', '/api/v2/charges', {
          as: ADMIN,
          body: { amount: 1000, token: await cardToken('4543474002249996') },
        }),
      )
      const page = new URL(ch.redirectUrl).pathname
      await call('GET', page)
      const back = await call('POST', `${page}/approve`)
      const sid = new URL(back.headers.get('location')!).searchParams.get('cko-session-id')
      return { as: ADMIN, method: 'POST', path: `/api/v2/charges/${ch.id}/verify`, body: { ckoSessionId: sid } }
    },
  ],
  [
    'DELETE /api/v2/cards/{id}',
    async () => {
      await charge({ storeCard: true, token: await cardToken('5436031030606378') })
      const list = await get('/api/v2/cards')
      const k = list.find((x: Json) => x.status === 'active' && !x.isDefault) ?? list.at(-1)
      return { as: ADMIN, method: 'DELETE', path: `/api/v2/cards/${k.id}` }
    },
  ],
  [
    'wallets/{id}/remittance-advice {amount}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: `/api/v2/wallets/${demo.wallets.acmeMain}/remittance-advice`,
      body: { amount: 1000 },
    }),
  ],
  [
    'wallets/{id}/top-up {userId, payment, purchase, metadata}',
    async () => {
      const ch = await charge()
      return {
        as: ADMIN,
        method: 'POST',
        path: `/api/v2/wallets/${demo.wallets.acmeMain}/top-up`,
        body: {
          userId: demo.users.acmeAdmin,
          payment: { method: 'charge', reference: ch.id },
          purchase: { type: 'walletTopUp', reference: demo.wallets.acmeMain, amount: 1000 },
          metadata: { from: 'compat' },
        },
      }
    },
  ],
  [
    'top-up by POST /api/v2/transactions {purchase walletTopUp, payment charge}',
    async () => {
      const ch = await charge()
      return {
        as: ADMIN,
        method: 'POST',
        path: '/api/v2/transactions',
        body: {
          purchase: { type: 'walletTopUp', reference: demo.wallets.acmeMain, amount: 1000 },
          payment: { method: 'charge', reference: ch.id },
        },
      }
    },
  ],
]
