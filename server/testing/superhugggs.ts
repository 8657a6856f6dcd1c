import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import type { TestAnswer, TestApp } from './app.ts'

export interface SharedGift {
  id: string
  shortcode: string
  transaction: { id: string; sale_total: number; sale_per_item: number; payment_method: string }
}

/** Buys a shareable gift of Daisy flat whites as Acme's admin, from its main wallet unless told. */
export async function shareGift(
  app: TestApp,
  purchase: Record<string, unknown>,
  payment: Record<string, unknown> = { method: 'walletCommitment', reference: demo.wallets.acmeMain },
): Promise<SharedGift> {
  const as = 'admin@acme.test'
  const bought = await app.request('POST', '/api/v2/transactions', {
    as,
    body: { purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, ...purchase }, payment },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const transaction = bought.body.data
  const shared = await app.request('GET', `/api/v2/super-hugggs/${transaction.super_url_id}`, { as })
  return { id: shared.body.data.id, shortcode: shared.body.data.shortcode, transaction }
}

let places = 0
/** Somewhere no one has asked from yet. */
const elsewhere = () => {
  places++
  return { 'x-forwarded-for': `198.51.${Math.floor(places / 250) % 250}.${places % 250}` }
}

/** Asks for a code, each time from another place unless told. */
export const requestClaimCode = (
  app: TestApp,
  shortcode: string,
  email: string,
  headers: Record<string, string> = elsewhere(),
): Promise<TestAnswer> =>
  app.request('POST', `/public/shareable-gifts/${shortcode}/codes`, { body: { email }, headers })

/** The latest code that was mailed to an address. */
export async function codeSentTo(app: TestApp, email: string): Promise<string> {
  await app.settle()
  const { body } = await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)
  const codes = body.data.flatMap((mail: { subject: string }) => mail.subject.match(/^\d{6}(?= is your code)/) ?? [])
  expect(codes, `codes sent to ${email}`).not.toHaveLength(0)
  return codes[0]
}

/** Proves an address and claims. */
export async function claimAt(app: TestApp, shortcode: string, email: string): Promise<TestAnswer> {
  const asked = await requestClaimCode(app, shortcode, email)
  if (asked.status !== 201) return asked
  const code = await codeSentTo(app, email)
  return app.request('POST', `/public/shareable-gifts/${shortcode}/claims`, {
    body: { claim: asked.body.data.claim, code },
    headers: elsewhere(),
  })
}
