import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, day, H, KEY, O, TILL, type World } from './world.ts'

const wholeHuggg = () => ({
  name: 'All of it',
  notes: 'n',
  purchaseOrderNumber: 'PO',
  quantity: 1,
  deliveryMethod: 'email',
  receivers: [{ email: 'o@friends.test', notes: 'x' }],
  productId: demo.products.daisyGiftCard10,
  message: 'm',
  expiry: day(30),
  coverImage: null,
  themeId: 'default',
  fromName: 'Acme',
  sendDate: day(2),
  previewShortcode: null,
  reasonCode: 'Thank you',
  tags: ['a'],
  hugggMeta: null,
})
const wholeSuper = () => ({
  name: 'All of it',
  notes: 'n',
  purchaseOrderNumber: 'PO',
  limit: 3,
  perPerson: 1,
  claimMethod: 'email',
  hugggExpiryDate: day(30),
  claimRestrictions: { emailEndings: ['@friends.test'] },
})
const receivers = [
  { userId: demo.users.acmeParticipant, notes: 'x' },
  { email: 'a@friends.test', notes: 'x' },
  { phoneNumber: '+447700900123', notes: 'x' },
]

export const hugggsCases = ({ call, ok, get, gift }: World): Case[] => [
  [
    'PATCH: the whole record, notes changed',
    async () => {
      const g = await gift()
      const e = await get(`${H}/${g.id}`)
      return { as: ADMIN, method: 'PATCH', path: `${H}/${g.id}`, body: { ...e, notes: 'Thank you!' } }
    },
  ],
  [
    'PATCH: the whole record, expiry_date changed',
    async () => {
      const g = await gift()
      const e = await get(`${H}/${g.id}`)
      return { as: ADMIN, method: 'PATCH', path: `${H}/${g.id}`, body: { ...e, expiry_date: day(22) } }
    },
  ],
  [
    'PATCH {expiry_date}',
    async () => {
      const g = await gift()
      return { as: ADMIN, method: 'PATCH', path: `${H}/${g.id}`, body: { expiry_date: day(22).slice(0, 10) } }
    },
  ],
  [
    'PATCH with the dates as they were read (expiry_date, sent_date)',
    async () => {
      const g = await gift()
      const e = await get(`${H}/${g.id}`)
      return {
        as: ADMIN,
        method: 'PATCH',
        path: `${H}/${g.id}`,
        body: { expiry_date: e.expiry_date, sent_date: e.sent_date, notes: 'x', from_name: e.from_name },
      }
    },
  ],
  ['cancel without body', async () => ({ as: ADMIN, method: 'POST', path: `${H}/${(await gift()).id}/cancel` })],
  [
    'toggleSent {is_preview: false}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: `/api/v2/huggg/${(await gift()).id}/toggleSent`,
      body: { is_preview: false },
    }),
  ],
  ['exports {query}', () => ({ as: ADMIN, method: 'POST', path: '/v3/hugggs/exports', body: { query: {} } })],
  [
    'exports {query, sort: []}',
    () => ({ as: ADMIN, method: 'POST', path: '/v3/hugggs/exports', body: { query: {}, sort: [] } }),
  ],
  [
    'exports with the query of a search, from and size in it',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/hugggs/exports',
      body: { query: { from: 0, size: 10, filters: { statusIds: [1] } }, sort: [] },
    }),
  ],
  [
    'till: redemptions {location_id}, by shortcode',
    async () => ({
      method: 'POST',
      path: `${H}/${(await gift()).shortcode}/redemptions`,
      as: TILL,
      body: { location_id: demo.stores.daisyCoffeeLeeds },
    }),
  ],
  [
    'till: redemptions/latest {redeemed: false}',
    async () => {
      const g = await gift()
      await ok(
        call('POST', `${H}/${g.shortcode}/redemptions`, {
          as: TILL,
          body: { location_id: demo.stores.daisyCoffeeLeeds },
        }),
      )
      return { method: 'PATCH', path: `${H}/${g.shortcode}/redemptions/latest`, as: TILL, body: { redeemed: false } }
    },
  ],
  [
    'till: the redemption as it was read, redeemed false (“a partial redemption entity”)',
    async () => {
      const g = await gift()
      const read = await ok(
        call('POST', `${H}/${g.shortcode}/redemptions`, {
          as: TILL,
          body: { location_id: demo.stores.daisyCoffeeLeeds },
        }),
      )
      return {
        method: 'PATCH',
        path: `${H}/${g.shortcode}/redemptions/${read.id}`,
        as: TILL,
        body: { ...read, redeemed: false },
      }
    },
  ],
  [
    'till: a used gift is 405',
    async () => {
      const g = await gift()
      await ok(
        call('POST', `${H}/${g.shortcode}/redemptions`, {
          as: TILL,
          body: { location_id: demo.stores.daisyCoffeeLeeds },
        }),
      )
      return {
        method: 'POST',
        path: `${H}/${g.shortcode}/redemptions`,
        as: TILL,
        body: { location_id: demo.stores.daisyCoffeeLeeds },
        or: [405],
      }
    },
  ],
  [
    'till: GET hugggs/{id}/product/adjustment-codes',
    async () => ({ method: 'GET', path: `${H}/${(await gift()).id}/product/adjustment-codes`, as: TILL }),
  ],
  ['GET hugggs/sent', () => ({ method: 'GET', path: `${H}/sent?embed[]=message`, as: KEY })],
]

export const ordersCases = ({ call, ok, get, order }: World): Case[] => [
  [
    'POST huggg order with every field of section 3',
    () => ({ as: ADMIN, method: 'POST', path: O, body: { type: 'huggg', ...wholeHuggg() } }),
  ],
  [
    'POST bulkHugggs order',
    () => ({ as: ADMIN, method: 'POST', path: O, body: { type: 'bulkHugggs', ...wholeHuggg() } }),
  ],
  [
    'POST superhuggg order with every field of section 3',
    () => ({ as: ADMIN, method: 'POST', path: O, body: { type: 'superhuggg', ...wholeSuper() } }),
  ],
  [
    'POST with userId',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: O,
      body: { type: 'huggg', ...wholeHuggg(), userId: demo.users.acmeAdmin },
    }),
  ],
  [
    'POST a copy of an order that was read',
    async () => {
      const o = await order()
      return { as: ADMIN, method: 'POST', path: O, body: { ...o, name: 'Copy' } }
    },
  ],
  [
    'PUT {entity, replace}: the whole record (huggg)',
    async () => {
      const o = await order()
      const e = await get(`${O}/${o.id}`)
      return {
        as: ADMIN,
        method: 'PUT',
        path: `${O}/${o.id}`,
        body: { entity: { ...e, name: 'Renamed' }, replace: true },
      }
    },
  ],
  [
    'PUT {entity, replace}: the whole record (superhuggg)',
    async () => {
      const o = await ok(
        call('POST', O, {
          as: ADMIN,
          body: { type: 'superhuggg', productId: demo.products.daisyGiftCard10, ...wholeSuper() },
        }),
      )
      const e = await get(`${O}/${o.id}`)
      return {
        as: ADMIN,
        method: 'PUT',
        path: `${O}/${o.id}`,
        body: { entity: { ...e, name: 'Renamed' }, replace: true },
      }
    },
  ],
  [
    'PUT {entity} without replace',
    async () => {
      const o = await order()
      return { as: ADMIN, method: 'PUT', path: `${O}/${o.id}`, body: { entity: { name: 'x' } } }
    },
  ],
  [
    'PUT {entity, replace: false}',
    async () => {
      const o = await order()
      return { as: ADMIN, method: 'PUT', path: `${O}/${o.id}`, body: { entity: { quantity: 2 }, replace: false } }
    },
  ],
  [
    'POST pro-forma-invoices {orderId}',
    async () => {
      const o = await order()
      return { as: ADMIN, method: 'POST', path: '/api/v2/pro-forma-invoices', body: { orderId: o.id } }
    },
  ],
  ['DELETE', async () => ({ as: ADMIN, method: 'DELETE', path: `${O}/${(await order()).id}` })],
  ...receivers.map(
    (receiver): Case => [
      `POST receivers [${Object.keys(receiver)[0]}]`,
      () => ({
        as: ADMIN,
        method: 'POST',
        path: O,
        body: {
          type: 'huggg',
          productId: demo.products.daisyGiftCard10,
          receivers: [receiver],
          deliveryMethod: 'phoneNumber' in receiver ? 'sms' : 'email',
        },
      }),
    ],
  ),
]
