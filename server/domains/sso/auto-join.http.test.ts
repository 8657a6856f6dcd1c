import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { lookUpDomainsAgain } from '#server/domains/sso/index.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { newAddress } from '#server/testing/invites.ts'
import { samlBrowser } from '#server/testing/saml.ts'
import { signInBrowser } from '#server/testing/sso.ts'

const { acme } = demo.teams
const ADMIN = 'admin@acme.test'

let app: TestApp
let browser: ReturnType<typeof signInBrowser>
beforeAll(async () => {
  app = await startTestApp()
  browser = signInBrowser(app)
  await samlBrowser(app).verifyDomain(acme, ADMIN, 'acme.test')
  expect((await setAutoAccept('acme.test', true)).status).toBe(200)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const domains = `/v3/teams/${acme}/saml/domains`
const setAutoAccept = (domain: string, autoAccept: boolean, as = ADMIN) =>
  app.request('PATCH', `${domains}/${domain}`, { as, body: { autoAccept } })
const someone = (domain = 'acme.test') => newAddress().replace(/@.*/, `@${domain}`)
const me = async ({ body }: TestAnswer) =>
  (await app.request('GET', '/api/v2/auth/me', { as: body.access_token })).body.data
const detail = ({ body }: TestAnswer, path: string) => body.details.find((one: { path: string }) => one.path === path)
const notLetIn = async (answer: TestAnswer, email: string) => {
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([404, 'not_found'])
  expect(await app.posy.db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
}
/** Microsoft vouches for no address: a code is mailed to it. */
async function byCode(email: string) {
  const brought = await browser.begin('microsoft', { email, organisation: 'anyone.test' })
  const answer = await browser.grant('microsoft', brought)
  if (answer.status !== 409) return answer
  await app.settle()
  const code = (await mailbox(app, email))[0]!.subject.match(/^\d{6}/)![0]
  const verified = await app.request('POST', `/v3/oauth/verify-identity/${detail(answer, 'id').message}`, {
    body: { state: brought.state, code },
  })
  return { ...verified, body: verified.body.data }
}

describe('a verified domain that lets people in', () => {
  test('lets in whom Google runs the domain for, as a participant', async () => {
    const email = someone()
    const { user, teamId, permissions } = await me(await browser.signIn('google', { email, organisation: 'acme.test' }))
    expect(user).toMatchObject({ email, verifiedEmail: true })
    expect([teamId, permissions.roleGroupId]).toEqual([acme, 'participant'])
  })

  test('lets in with Microsoft a person who enters the code that was emailed to the address', async () => {
    const { teamId, permissions } = await me(await byCode(someone()))
    expect([teamId, permissions.roleGroupId]).toEqual([acme, 'participant'])
  })

  test('lets in no one with Google whose account another runs, or whose address it does not vouch for', async () => {
    for (const more of [
      {},
      { organisation: 'evil.test' },
      { organisation: 'acme.test', emailVerified: false },
      { organisation: 'acme.test.evil.test' },
    ]) {
      const email = someone()
      await notLetIn(await browser.signIn('google', { email, ...more }), email)
    }
  })

  test('lets in no one of another domain, with another’s code, or to a team that has not verified it', async () => {
    for (const domain of ['sub.acme.test', 'notacme.test']) {
      const email = someone(domain)
      await notLetIn(await browser.signIn('google', { email, organisation: domain }), email)
      await notLetIn(await byCode(email), email)
    }
    await app.request('POST', domains, { as: ADMIN, body: { domain: 'unproven.test' } })
    expect((await setAutoAccept('unproven.test', true)).body.code).toBe('wrong_state')
    const email = someone()
    const brought = await browser.begin('microsoft', { email })
    const link = detail(await browser.grant('microsoft', brought), 'id').message
    const verify = (body: object) => app.request('POST', `/v3/oauth/verify-identity/${link}`, { body })
    expect((await verify({ state: brought.state, code: '000000' })).status).toBe(422)
    expect((await verify({ state: 'of another browser', code: '000000' })).status).toBe(404)
  })

  test('is for a way in that the team allows', async () => {
    const methods = (authMethods: string[]) =>
      app.posy.db.updateTable('team').set({ auth_methods: authMethods }).where('id', '=', acme).execute()
    await methods(['password', 'microsoft'])
    const email = someone()
    const refused = await browser.signIn('google', { email, organisation: 'acme.test' })
    expect([refused.status, refused.body.code]).toEqual([403, 'restricted'])
    await methods(['password', 'google', 'microsoft'])
    expect(await app.posy.db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('whose record has been missing for a week lets in no one, after its admins were told twice, until it is found', async () => {
    const look = async (days: number) => {
      app.wall.advanceSeconds(days * 86_400 + 1)
      // Of several workers one looks.
      await Promise.all([lookUpDomainsAgain(app.posy), lookUpDomainsAgain(app.posy)])
      await app.settle()
      const { body } = await app.request('GET', `/v3/teams/${acme}/saml`, { as: ADMIN })
      return body.data.domains.find(({ domain }: { domain: string }) => domain === 'acme.test')
    }
    const tellings = async () =>
      (await mailbox(app, ADMIN)).map(({ subject }) => subject).filter((subject) => subject.includes('acme'))
    const { record } = await look(1)
    const { dns } = app.providers.sandboxes
    const { texts } = app.posy.providers.dns
    app.posy.providers.dns.texts = () => Promise.reject(new Error('no answer'))
    expect(await look(10)).toMatchObject({ missingSince: null, isSuspended: false })
    app.posy.providers.dns.texts = texts
    dns!.put(record.name, '')
    expect(await look(1)).toMatchObject({ missingSince: expect.any(String), isSuspended: false })
    const join = (email: string) => browser.signIn('google', { email, organisation: 'acme.test' })
    expect((await me(await join(someone()))).teamId).toBe(acme)
    expect(await look(6)).toMatchObject({ isSuspended: false })
    expect(await look(1)).toMatchObject({ verifiedAt: expect.any(String), autoAccept: true, isSuspended: true })
    await look(1)
    const email = someone()
    await notLetIn(await join(email), email)
    expect((await tellings()).map((subject) => /paused/.test(subject)).toSorted()).toEqual([false, true])
    dns!.put(record.name, record.text)
    expect(await look(1)).toMatchObject({ missingSince: null, isSuspended: false })
    expect((await me(await join(email))).teamId).toBe(acme)
    expect(await tellings()).toHaveLength(2)
  })

  test('lets in no one after it was switched off or lost to another team; only an admin switches it', async () => {
    expect((await setAutoAccept('acme.test', true, 'viewer@acme.test')).status).toBe(403)
    expect((await setAutoAccept('acme.test', true, 'admin@globex.test')).status).toBe(404)
    await setAutoAccept('acme.test', false)
    const email = someone()
    await notLetIn(await browser.signIn('google', { email, organisation: 'acme.test' }), email)
    await notLetIn(await byCode(email), email)
    await setAutoAccept('acme.test', true)
    const { globex } = demo.teams
    await app.posy.db
      .updateTable('saml_domain')
      .set({ token: 'gone' })
      .where('team_id', '=', acme)
      .where('domain', '=', 'acme.test')
      .execute()
    await samlBrowser(app).verifyDomain(globex, 'admin@globex.test', 'acme.test')
    const settings = await app.request('GET', `/v3/teams/${acme}/saml`, { as: ADMIN })
    expect(settings.body.data.domains).toContainEqual(
      expect.objectContaining({ domain: 'acme.test', verifiedAt: null, autoAccept: false }),
    )
    await notLetIn(await browser.signIn('google', { email, organisation: 'acme.test' }), email)
  })
})

test('signing up with a provider stores which terms were agreed to', async () => {
  const email = newAddress()
  const planId = demo.plans.free
  const own = await me(await browser.signIn('google', { email }, { planId, termsAccepted: true }))
  await browser.signIn('google', { email: newAddress() }, { planId })
  const kept = await app.posy.db.selectFrom('terms_acceptance').select(['user_id', 'version']).execute()
  expect(kept).toEqual([{ user_id: own.user.id, version: 'default' }])
})
