import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { createWeb, type Web } from '#server/app/web.ts'
import { bankAccount } from '#server/domains/wallets/index.ts'
import type { TestApp } from '#server/testing/app.ts'
import { OWNER } from '#server/testing/operators.ts'
import { ACME, buildTenant } from '#server/testing/tenant.ts'
import { appCode } from '#server/testing/totp.ts'
import { ensureBuilt } from '#tools/build.mjs'
import type { SiteSettings } from '#web/context.ts'
import { FormBrowser } from './browser.ts'
import type { FormWorld, Reader } from './form-places.ts'

const root = join(import.meta.dirname, '../../..')

export interface FormWeb {
  build: ServerBuild
  /** What the pages have reported as bugs. */
  bugs: unknown[]
  /** Someone who has just signed in. */
  enter(reader: Reader): Promise<FormBrowser>
  /** The same of anyone who has the demo's password. */
  signIn(email: string): Promise<FormBrowser>
}

/** The pages as they are shipped, over an app in this process, in an installation of these settings. */
export async function openFormWeb(app: TestApp, given: Partial<SiteSettings> = {}): Promise<FormWeb> {
  ensureBuilt('web')
  const { config } = app.posy
  const bugs: unknown[] = []
  const web = await createWeb({
    mode: 'production',
    site: {
      ...{ publicUrl: config.publicUrl, sandbox: true, sandboxBanner: false, session: config.web, links: config.links },
      ...{ legal: { operator: null, privacy: null, terms: null }, captcha: null, monitoring: null },
      ...{ signInWith: ['google', 'microsoft'], sendsTexts: true, takesCards: true },
      bank: bankAccount(config),
      ...given,
    },
    invokeFor: app.invokeFor,
    reportError: (error) => void bugs.push(error),
  })
  const build = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as ServerBuild
  return { build, bugs, enter: (reader) => enter(app, web, reader), signIn: (email) => signIn(app, web, email) }
}

async function signIn(app: TestApp, web: Web, username: string): Promise<FormBrowser> {
  const browser = new FormBrowser(web, app.posy.config.publicUrl)
  await browser.post('/sign-in', new URLSearchParams({ username, password: DEMO_PASSWORD, next: '/home' }))
  return browser
}

async function enter(app: TestApp, web: Web, reader: Reader): Promise<FormBrowser> {
  if (reader === 'admin') return signIn(app, web, ACME.as)
  const browser = new FormBrowser(web, app.posy.config.publicUrl)
  const send = (path: string, fields: Record<string, string>) => browser.post(path, new URLSearchParams(fields))
  if (reader === 'operator') {
    // Each code is good for one sign-in.
    app.wall.advanceSeconds(30)
    const { text } = await send('/operator/sign-in', { email: OWNER, password: DEMO_PASSWORD })
    const challenge = /name="challenge" value="([^"]*)"/.exec(text)?.[1] ?? ''
    const code = appCode(DEMO_AUTHENTICATOR_KEY, app.wall.nowMs())
    await send('/operator/sign-in', { step: 'code', challenge, code, next: '/operator/overview' })
  }
  return browser
}

/** A team with records of every kind, and drafts at every step. */
export async function makeFormWorld(app: TestApp, { enter }: FormWeb): Promise<FormWorld> {
  const acme = await buildTenant(app, ACME)
  await app.settle()
  const order = async (body: object): Promise<string> => {
    const wanted = { productId: demo.products.daisyFlatWhite, reasonCode: acme.reasonCode, ...body }
    const made = await app.request('POST', '/api/v2/orders', { as: acme.as, body: wanted })
    if (made.status !== 201) throw new Error(`No order: ${JSON.stringify(made.body)}`)
    return made.body.data.id
  }
  const readyOrder = await order({ type: 'bulkHugggs', name: 'Ready', receivers: [{ email: 'ada@example.test' }] })
  const shareableOrder = await order({ type: 'superhuggg', name: 'Shareable' })
  const budget = { attempt: crypto.randomUUID(), name: 'Draft', amount: '10', amounts: 'same', unspent: 'return' }
  const created = await (await enter('admin')).post('/budgets/new', new URLSearchParams({ ...budget, intent: 'next' }))
  const budgetDraft = /budgets\/([0-9a-f-]{36})/.exec(created.headers.get('location') ?? '')?.[1]
  if (!budgetDraft) throw new Error(`No budget: ${created.status}`)
  return { ...acme, readyOrder, shareableOrder, budgetDraft }
}
