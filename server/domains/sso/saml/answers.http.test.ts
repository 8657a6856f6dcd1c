import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SamlRefusalReason } from '#contract/sso/saml.ts'
import { demo } from '#server/app/demo/ids.ts'
import { type SamlForgery, signingKey } from '#server/providers/saml/sandbox/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { newAddress } from '#server/testing/invites.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { type Brought, samlBrowser } from '#server/testing/saml.ts'

/** What a provider's answer must not get through, and what comes of one that does. */
const { acme, globex } = demo.teams
const admins: Record<string, string> = { [acme]: 'admin@acme.test', [globex]: 'admin@globex.test' }

let app: TestApp
let browser: ReturnType<typeof samlBrowser>
beforeAll(async () => {
  app = await startTestApp()
  browser = samlBrowser(app)
  await browser.connect(acme, admins[acme]!, 'acme')
  await browser.verifyDomain(acme, admins[acme]!, 'acme.test')
  await browser.connect(globex, admins[globex]!, 'globex')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.posy.db.deleteFrom('throttle').execute()
})

const someone = () => ({ email: newAddress().replace(/@.*/, '@acme.test'), firstName: 'Nia', surname: 'New' })
const settings = async () => (await app.request('GET', `/v3/teams/${acme}/saml`, { as: admins[acme]! })).body.data
const usersWith = (email: string) =>
  app.posy.db.selectFrom('app_user').select('id').where('email', '=', email).execute()

/** An answer is refused, alike whatever is wrong with it; and a second try with the same request changes nothing. */
async function refused(brought: Brought, why?: SamlRefusalReason) {
  const said = vi.spyOn(app.posy.log, 'warn')
  const before = await app.posy.db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
  const answer = await browser.post(brought)
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([401, 'invalid_grant'])
  expect(answer.body.message).toBe('This sign-in is not valid.')
  // Only the operator's log says why; without a request that waits, nothing is looked at.
  const reasons = said.mock.calls.map(([fields]) => (fields as unknown as { reason: string }).reason)
  said.mockRestore()
  expect(reasons).toEqual(why ? [why] : [])
  expect((await browser.post(brought)).status).toBe(401)
  expect(
    await app.posy.db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
  ).toEqual(before)
}

/** A genuine answer about Nia, changed on its way. */
async function changed(change: (xml: string) => string, forgery?: SamlForgery, team: string = acme) {
  if (forgery) app.providers.sandboxes.saml!.forge(forgery)
  const { brought } = await browser.bring(team, someone())
  const xml = Buffer.from(brought.SAMLResponse, 'base64').toString()
  return { ...brought, SAMLResponse: Buffer.from(change(xml)).toString('base64') }
}
const same = (xml: string) => xml
const assertionIn = (xml: string) => xml.match(/<saml:Assertion[\s\S]*<\/saml:Assertion>/)![0]
const signatureIn = (xml: string) => xml.match(/<ds:Signature[\s\S]*<\/ds:Signature>/)![0]
/** The same assertion about the admin, under another ID, without a signature. */
const evilTwin = (xml: string, id = '_evil') =>
  assertionIn(xml)
    .replace(signatureIn(xml), '')
    .replace(/ ID="[^"]*"/, ` ID="${id}"`)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1admin')
    .replaceAll(/[\w.+-]+@acme\.test/g, 'admin@acme.test')
const assertionId = (xml: string) => assertionIn(xml).match(/ ID="([^"]*)"/)![1]!

describe('an answer is refused', () => {
  test('that is not signed, signed by someone else, or in a way that can be forged', async () => {
    await refused(await changed((xml) => xml.replace(signatureIn(xml), '')), 'signature')
    await refused(
      await changed((xml) =>
        xml.replace(/email"><saml:AttributeValue>[^<]*/, 'email"><saml:AttributeValue>admin@acme.test'),
      ),
      'signature',
    )
    await refused(await changed(same, { signedBy: await signingKey(app.posy.db, 'stranger') }), 'signature')
    await refused(await changed(same, { signs: 'response' }), 'signature')
    await refused(
      await changed((xml) =>
        xml.replace('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1').replace('2001/04/xmldsig', '2000/09/xmldsig'),
      ),
      'signature',
    )
    await refused(
      await changed((xml) =>
        xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
      ),
      'signature',
    )
  })

  test('in which the signature is wrapped, in every known way', async () => {
    const root = /(<samlp:Response[^>]*>)/
    const wrap = (xml: string, inner: string) => xml.replace(assertionIn(xml), inner)
    const variants: Record<string, (xml: string) => string> = {
      'the signed one after it': (xml) => wrap(xml, evilTwin(xml) + assertionIn(xml)),
      'the signed one before it': (xml) => wrap(xml, assertionIn(xml) + evilTwin(xml)),
      'the signed one inside it': (xml) =>
        wrap(xml, evilTwin(xml).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)),
      'inside the signed one': (xml) =>
        wrap(xml, assertionIn(xml).replace('</saml:Assertion>', `${evilTwin(xml)}</saml:Assertion>`)),
      'the signature moved to it, the signed one in an Object': (xml) => {
        const signature = signatureIn(xml)
        const stripped = assertionIn(xml).replace(signature, '')
        const wrapped = signature.replace('</ds:Signature>', `<ds:Object>${stripped}</ds:Object></ds:Signature>`)
        return wrap(xml, evilTwin(xml).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`))
      },
      'under the same ID': (xml) => wrap(xml, evilTwin(xml, assertionId(xml)) + assertionIn(xml)),
      'the signed one in Extensions': (xml) =>
        wrap(xml, evilTwin(xml)).replace(root, `$1<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>`),
      'the response copied into its own signature': (xml) => {
        const evil = wrap(xml, evilTwin(xml).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`))
        return evil.replace(
          '</ds:Signature>',
          `<ds:Object>${xml.replace(/<\?xml[^>]*\?>/, '')}</ds:Object></ds:Signature>`,
        )
      },
    }
    expect((await browser.post(await changed(same))).status).toBe(303)
    for (const wrapped of Object.values(variants)) await refused(await changed(wrapped), 'malformed')
    // With one assertion in sight, it is the signature that must not be taken for its.
    await refused(
      await changed((xml) =>
        wrap(xml, evilTwin(xml, assertionId(xml)).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`)),
      ),
      'signature',
    )
    await refused(
      await changed((xml) => wrap(xml, evilTwin(xml)).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`)),
      'signature',
    )
  })

  test('that holds entities, a DTD, comments or instructions', async () => {
    for (const head of [
      '<!DOCTYPE r [<!ENTITY who "admin@acme.test">]>',
      '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">',
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
      '<?xml-stylesheet href="x"?>',
    ])
      await refused(await changed((xml) => head + xml), 'malformed')
    await refused(await changed((xml) => xml.replace('@acme.test', '@acme.test<!---->')), 'malformed')
    await refused(await changed(() => '<a>'.repeat(20_000)), 'malformed')
    const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`
    await refused(await changed((xml) => xml.replace('</samlp:Response>', `${deep}</samlp:Response>`)), 'malformed')
    await refused(await changed(() => 'not XML at all'), 'malformed')
  })

  test('that is for another service, page, request or from another provider', async () => {
    await refused(
      await changed(same, { says: { Audience: `${app.posy.config.publicUrl}/sso/saml/${globex}/metadata` } }),
      'audience',
    )
    await refused(
      await changed(same, { says: { SubjectRecipient: 'https://elsewhere.example/v3/sso/saml' } }),
      'recipient',
    )
    await refused(await changed(same, { says: { Destination: 'https://elsewhere.example/v3/sso/saml' } }), 'recipient')
    await refused(await changed(same, { says: { Issuer: 'https://elsewhere.example/metadata' } }), 'issuer')
    await refused(await changed(same, { says: { InResponseTo: '_another' } }), 'request')
    await refused(
      await changed(same, { says: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }),
      'declined',
    )
    await refused(await changed(same, { before: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') }), 'malformed')
    await refused(
      await changed(same, { says: { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } }),
      'identity',
    )
  })

  test('that is over or not good yet, by more than two minutes', async () => {
    const at = (seconds: number) => new Date(app.wall.nowMs() + seconds * 1000).toISOString()
    await refused(await changed(same, { says: { ConditionsNotOnOrAfter: at(-121) } }), 'time')
    await refused(await changed(same, { says: { SubjectConfirmationDataNotOnOrAfter: at(-121) } }), 'time')
    await refused(await changed(same, { says: { ConditionsNotBefore: at(121) } }), 'time')
    app.providers.sandboxes.saml!.forge({ says: { ConditionsNotOnOrAfter: at(-110), ConditionsNotBefore: at(-300) } })
    expect((await browser.signIn(acme, someone())).status).toBe(200)
  })

  test('that was given before, was never asked for, or comes too late', async () => {
    const { brought } = await browser.bring(acme, someone())
    const both = await Promise.all([browser.post(brought), browser.post(brought)])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401])
    await refused(brought)
    const { body } = await browser.begin({ teamId: acme })
    const { RelayState } = await browser.pick(body.data.url, someone())
    await refused({ ...brought, RelayState }, 'request')
    await refused({ ...brought, RelayState: 'no-one-asked' })
    app.providers.sandboxes.saml!.forge({ says: { AssertionID: '_twice' } })
    expect((await browser.signIn(acme, someone())).status).toBe(200)
    app.providers.sandboxes.saml!.forge({ says: { AssertionID: '_twice' } })
    await refused((await browser.bring(acme, someone())).brought, 'replayed')
    const late = await browser.bring(acme, someone())
    app.wall.advanceSeconds(901)
    await refused(late.brought)
  })

  test('that is larger than any is', async () => {
    const { brought } = await browser.bring(acme, someone())
    const answer = await browser.post({ ...brought, SAMLResponse: 'A'.repeat(300_000) })
    expect(answer.status).toBe(413)
  })

  test('of another team’s provider about an address that is not its own; nothing tells whether there is an account', async () => {
    const answers = []
    for (const email of ['admin@acme.test', 'subteam@acme.test', 'never.seen@acme.test']) {
      const { body, status } = await browser.signIn(globex, { email })
      answers.push([status, body] as const)
    }
    for (const answer of answers) expect(answer).toEqual([403, sameAnswer(answers[0]![1])])
    expect(await usersWith('never.seen@acme.test')).toEqual([])
    // Nor does it pass for Acme's, however much it says so.
    const { body } = await browser.begin({ teamId: acme })
    const own = await browser.bring(globex, { email: 'admin@acme.test' })
    const { RelayState } = await browser.pick(body.data.url, someone())
    await refused({ ...own.brought, RelayState }, 'issuer')
  })
})

describe('an accepted answer', () => {
  test('is redeemed once, by the browser that started, and leads to our own page whatever the RelayState', async () => {
    const { state, brought } = await browser.bring(acme, someone())
    const answer = await browser.post(brought)
    const { location } = answer.body.data
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
    expect(location).toMatch(/^http:\/\/posy\.localhost:3000\/sso\/saml\/return\?code=[\w-]+$/)
    const code = new URL(location).searchParams.get('code')!
    const { state: stranger } = (await browser.begin({ teamId: acme })).body.data
    expect((await browser.grant(code, stranger)).status).toBe(401)
    expect((await browser.grant(code, state)).status).toBe(200)
    expect((await browser.grant(code, state)).status).toBe(401)
    for (const RelayState of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      const hostile = await app.request('POST', '/v3/sso/saml', {
        body: new URLSearchParams({ ...brought, RelayState }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      })
      expect([hostile.status, hostile.headers.get('location')]).toEqual([
        303,
        'http://posy.localhost:3000/sso/saml/return?refused=1',
      ])
    }
  })

  test('in a test is shown to the admin, and signs no one in', async () => {
    const path = `/v3/teams/${acme}/saml/tests`
    const started = await app.request('POST', path, { as: admins[acme]! })
    const good = await browser.post(
      await browser.pick(started.body.data.url, { email: 'test@acme.test', nameId: 'n-1' }),
    )
    expect(good.body.data.location).toBe('http://posy.localhost:3000/team/sign-in')
    expect((await settings()).connection.lastTest).toMatchObject({
      refusal: null,
      nameId: 'n-1',
      email: 'test@acme.test',
    })
    const next = await app.request('POST', path, { as: admins[acme]! })
    app.providers.sandboxes.saml!.forge({ says: { Audience: 'someone else' } })
    await browser.post(await browser.pick(next.body.data.url, { email: 'test@acme.test' }))
    expect((await settings()).connection.lastTest).toMatchObject({ refusal: 'audience', nameId: null })
    expect(await usersWith('test@acme.test')).toEqual([])
  })
})

test('a provider that is disconnected no longer signs anyone in', async () => {
  const { brought } = await browser.bring(acme, someone())
  const gone = await app.request('DELETE', `/v3/teams/${acme}/saml`, { as: admins[acme]! })
  expect([gone.status, gone.body.data.connection]).toEqual([200, null])
  const late = await browser.post(brought)
  const isRefused = late.status >= 400 || /refused=1/.test(late.headers.get('location') ?? '')
  expect(isRefused, String(late.status)).toBe(true)
})
