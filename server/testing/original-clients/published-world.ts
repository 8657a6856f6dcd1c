import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp, TestRequest } from '../app.ts'
import type { PublishedKind } from './published-fields.ts'
import { ADMIN, fromMain, H, type Json, T, TILL } from './world.ts'

/** What one promise of the original's public API is, and a check that it holds. */
export type Promised = [name: string, holds: (world: PublishedWorld) => Promise<void>]

/** Every relation that the original documents of a gift. */
export const GIFT_RELATIONS = [
  'message',
  'redeemed',
  'voucher',
  'voucher.segment',
  'purchase',
  'purchase.brand',
  'purchase.segments',
  'purchase.brand.stores',
  'purchase.brand.integration',
]
/** `embed[]=a&embed[]=b`, as it stands in a query. */
export const embedding = (...names: string[]): string => names.map((name) => `embed[]=${name}`).join('&')
export const AREA = '/api/v2/tiles/60.9,-8.2:49.8,1.8'

/** Requests as programs send them, and records that they read. */
export async function publishedWorld(app: TestApp) {
  const call = (method: string, path: string, options: TestRequest = {}) =>
    app.request(method, path, { as: ADMIN, ...options })
  /** The whole body of what must be answered with this status. */
  const answer = async (status: number, method: string, path: string, options: TestRequest = {}): Promise<Json> => {
    const { status: answered, body } = await call(method, path, options)
    expect([answered, body], `${method} ${path}: ${JSON.stringify(body)}`).toEqual([status, body])
    return body
  }
  const get = (path: string, options: TestRequest = {}) => answer(200, 'GET', path, options)
  const buy = async (purchase: object = {}): Promise<Json> => {
    const body = {
      purchase: {
        type: 'huggg',
        reference: demo.products.daisyFlatWhite,
        message: 'Thank you',
        quantity: 1,
        ...purchase,
      },
      payment: fromMain,
    }
    return answer(201, 'POST', `${T}?${embedding('hugggs')}`, { body })
  }
  const gift = async (purchase: object = {}): Promise<Json> => (await buy(purchase)).embedded.hugggs[0]
  const redeem = (shortcode: string, more: object = {}, options: TestRequest = {}) =>
    call('POST', `${H}/${shortcode}/redemptions`, {
      as: TILL,
      body: { location_id: demo.stores.daisyCoffeeLeeds, ...more },
      ...options,
    })

  const bought = await buy()
  const choice = await gift({ reference: demo.products.choiceOfGift10 })
  const records: Record<PublishedKind, () => Promise<Json>> = {
    brand: async () => (await get(`/api/v2/brands?id[]=${demo.brands.daisyCoffee}`)).data[0],
    store: async () => (await get(AREA)).data[0].pins.find((pin: Json) => pin.id === demo.stores.daisyCoffeeLeeds),
    product: async () => (await get(`/api/v2/products?id[]=${demo.products.daisyFlatWhite}`)).data[0],
    segment: async () => (await get(`${H}/${choice.id}?${embedding('purchase.segments')}`)).embedded.segments[0],
    huggg: async () => (await get(`${H}/${bought.embedded.hugggs[0].id}`)).data,
    message: async () =>
      (await get(`${H}/${bought.embedded.hugggs[0].id}?${embedding('message')}`)).embedded.messages[0],
    redemption: async () => (await redeem((await gift()).shortcode)).body.data,
    voucher: async () => {
      const { id } = await gift({ deliveryMethod: 'inline-redeem' })
      const body = { embed: ['voucher.segment'] }
      return (await answer(200, 'POST', `${H}/${id}/voucher`, { body })).embedded.vouchers[0]
    },
    transaction: async () => (await get(`${T}/${bought.data.id}`)).data,
    wallet: async () => (await get(`/api/v2/teams/${demo.teams.acme}/wallets`)).data[0],
    user: async () => (await get('/api/v2/auth/me')).user,
    team: async () => (await get(`/api/v2/teams/${demo.teams.acme}`)).data,
  }
  const read = new Map<PublishedKind, Promise<Json>>()
  return {
    app,
    call,
    answer,
    get,
    buy,
    gift,
    redeem,
    bought,
    choice,
    /** One of a kind, read once. */
    record: (kind: PublishedKind): Promise<Json> => {
      if (!read.has(kind)) read.set(kind, records[kind]())
      return read.get(kind)!
    },
  }
}
export type PublishedWorld = Awaited<ReturnType<typeof publishedWorld>>
