import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { addressKey } from '#server/domains/delivery/messages/contact-address.ts'
import { importCodes } from '#server/domains/hugggs/vouchers/import-codes.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { appCode } from '#server/testing/totp.ts'
import { rotateKeys } from './key-commands.ts'
import { openSecret } from './secret.ts'

const second = 'the second secret of this installation'
const third = 'the third secret of this installation, longer'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const viewer = 'viewer@acme.test'
const token = (body: object) => app.request('POST', '/oauth/token', { body: { ...web, ...body } })
const password = () => token({ grant_type: 'password', username: viewer, password: DEMO_PASSWORD })
const signIn = async (code: string) => {
  await app.posy.db.deleteFrom('throttle').execute()
  const challenge = (await password()).body.details[0].message
  return token({ grant_type: 'second_factor', challenge, code })
}
const supply = (text: string) =>
  transact(app.posy, { actor: operatorActor }, (work) =>
    importCodes(work, { productId: demo.products.daisyFlatWhite, text: `code\n${text}` }),
  )
const asRecipient = async (shortcode: string) => {
  for (const step of ['open', 'claim', 'reveal']) await app.request('POST', `/public/gifts/${shortcode}/${step}`)
  return loadVoucherCode(shortcode)
}
const loadVoucherCode = async (shortcode: string) =>
  (await app.request('GET', `/public/gifts/${shortcode}`)).body.data.voucher?.code as string | undefined
/** As every process of the installation does when it is started with that secret. */
const restartWith = async (secret: string) => {
  app.posy.secret = await openSecret({ ...app.posy.config, sessionSecret: secret }, app.posy.db)
}

test('replacing the secret loses nothing that was sealed, and people who were signed in sign in again', async () => {
  const { hugggs } = await buyGifts(app, { deliveryMethod: 'links', quantity: 3 })
  const [one, two, three] = hugggs.map(({ shortcode }) => shortcode) as [string, string, string]
  await supply('FIRST-1\nFIRST-2\nFIRST-3\n')
  const shown = await asRecipient(one)
  expect(shown).toMatch(/^FIRST-\d$/)

  const before = (await password()).body.access_token as string
  const factor = `/v3/users/${demo.users.acmeViewer}/second-factor`
  const { secret } = (await app.request('POST', factor, { as: before })).body.data
  const confirmed = await app.request('POST', `${factor}/confirm`, {
    as: before,
    body: { code: appCode(secret, app.wall.nowMs()), password: DEMO_PASSWORD },
  })
  const [, recovery, another] = confirmed.body.data.recoveryCodes as string[]
  const stopped = addressKey(app.posy, 'email', 'gone@people.test')

  const say: string[] = []
  const rotate = (next: string | undefined) => rotateKeys(app.posy, next, (line) => void say.push(line))
  await expect(rotate(undefined)).rejects.toThrow(/NEW_SESSION_SECRET/)
  await expect(rotate('too short')).rejects.toThrow(/32 characters/)
  for (const next of [second, third]) {
    const twins = await Promise.allSettled([rotate(next), rotate(next)])
    expect(twins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await restartWith(next)
    await expect(rotate(next)).rejects.toThrow(/is the present one/)
  }
  await expect(restartWith(second)).rejects.toThrow(/SESSION_SECRET is not the one/)
  expect(app.posy.secret.retired).toHaveLength(2)

  expect((await app.request('GET', '/api/v2/auth/me', { as: before })).status).toBe(401)
  app.wall.advanceSeconds(31)
  expect((await signIn(appCode(secret, app.wall.nowMs()))).status).toBe(200)
  expect((await signIn(recovery!)).status).toBe(200)
  expect((await signIn(recovery!)).status).not.toBe(200)

  expect(await loadVoucherCode(one)).toBe(shown)
  expect(await asRecipient(two)).toMatch(/^FIRST-\d$/)
  expect((await supply('FIRST-1\n')).errors).toEqual([{ line: 2, message: 'was imported before' }])
  expect((await supply('THIRD-1\n')).errors).toEqual([])
  expect(addressKey(app.posy, 'email', 'gone@people.test')).toBe(stopped)

  // What is sealed from now on needs none of the secrets before.
  app.posy.secret = { ...app.posy.secret, retired: [] }
  expect(await loadVoucherCode(two)).toMatch(/^FIRST-\d$/)
  expect((await app.request('GET', `/public/gifts/${one}`)).status).toBe(500)
  expect((await signIn(another!)).status).not.toBe(200)
  await restartWith(third)
  expect(await loadVoucherCode(one)).toBe(shown)
  expect(await asRecipient(three)).toMatch(/^FIRST-\d$/)
})
