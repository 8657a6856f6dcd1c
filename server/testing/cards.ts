import { expect } from 'vitest'
import { londonDate } from '#kit/time.ts'
import type { TestAnswer, TestApp } from './app.ts'

/** Cards of the provider's documentation, by how they behave. */
export const testCard = {
  approved: '4242424242424242',
  mastercard: '5436031030606378',
  asks3ds: '4543474002249996',
  insists3ds: '4500622868341387',
  insufficientFunds: '4544249167673670',
  expired: '4724117215951699',
} as const

/** Enters a card into the provider's fields, as a browser would; without an `expiry` one that holds for years. @returns the token */
export async function createCardToken(
  app: TestApp,
  number: string = testCard.approved,
  expiry = `12/${londonDate(app.posy.clock.now()).year + 4}`,
): Promise<string> {
  const [month, year] = expiry.split('/').map(Number)
  const answer = await app.request('POST', '/sandbox/checkout/tokens', {
    headers: { authorization: app.providers.sandboxes.checkout!.settings.publicKey },
    body: { type: 'card', number, expiry_month: month, expiry_year: year, cvv: '100' },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.token
}

/** Charges a card that has just been entered; `body` adds to or replaces what is sent. */
export const chargeCard = async (
  app: TestApp,
  {
    as = 'admin@acme.test',
    number = testCard.approved as string,
    headers = {},
    ...body
  }: { as?: string; number?: string; headers?: Record<string, string>; [field: string]: unknown } = {},
): Promise<TestAnswer> =>
  app.request('POST', '/api/v2/charges', {
    as,
    headers,
    body: { amount: 2_500, ...('cardId' in body ? {} : { token: await createCardToken(app, number) }), ...body },
  })

/** Stores a card with an authorised charge. */
export async function storedCard(
  app: TestApp,
  as: string,
  number: string = testCard.approved,
): Promise<{ cardId: string; chargeId: string }> {
  const { status, body } = await chargeCard(app, { as, number, storeCard: true })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data.cardId, JSON.stringify(body)).not.toBeNull()
  return { cardId: body.data.cardId, chargeId: body.data.id }
}

/** Answers a 3-D Secure challenge in the holder's browser. @returns where the browser is sent back to */
export async function answer3ds(app: TestApp, redirectUrl: string, verb: 'approve' | 'fail'): Promise<URL> {
  const page = await app.request('GET', new URL(redirectUrl).pathname)
  expect(page.status).toBe(200)
  const answer = await app.request('POST', `${new URL(redirectUrl).pathname}/${verb}`)
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location')!)
}
