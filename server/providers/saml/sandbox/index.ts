import { Hono } from 'hono'
import type { WallClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { pickPage } from '#server/providers/sandbox/pick-page.ts'
import { type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { forgetKey, signingKey } from './keys.ts'
import { postPage } from './pages.ts'
import { openSamlProvider, type SamlForgery } from './provider.ts'

export { signingKey } from './keys.ts'
export type { SamlForgery } from './provider.ts'

/** Where browsers find the providers, under the installation's own address; each has a name of its own. */
const PATH = '/sandbox/saml'

/** Teams' own identity providers, played by one on a socket of this machine, with a page to pick a person. */
export interface SamlSandbox extends Sandbox {
  /** Where a provider's metadata is read, over the socket. */
  metadataUrl(provider: string): string
  /** Gives a provider another key, as when its certificate runs out. */
  changeKey(provider: string): Promise<void>
  /** What the next answer is to say. */
  forge(forgery: SamlForgery): void
}

export async function openSamlSandbox({
  publicUrl,
  db,
  wall,
}: {
  publicUrl: string
  db: Db
  wall: WallClock
}): Promise<SamlSandbox> {
  const forgeries: SamlForgery[] = []
  const opened = new Map<string, Promise<ReturnType<typeof openSamlProvider>>>()
  const providerNamed = (name: string) => {
    const known = opened.get(name)
    if (known) return known
    const baseUrl = `${publicUrl}${PATH}/${name}`
    const making = signingKey(db, name).then((key) => openSamlProvider({ name, baseUrl, key }))
    opened.set(name, making)
    return making
  }
  const app = new Hono()
  app.get(`/:name{[a-z0-9-]{1,40}}/metadata`, async (context) => {
    const { metadata } = await providerNamed(context.req.param('name'))
    return context.body(metadata, 200, { 'content-type': 'application/samlmetadata+xml' })
  })
  app.get(`/:name{[a-z0-9-]{1,40}}/sign-in`, ({ req }) => {
    const { pathname, search } = new URL(req.url)
    return pickPage({ title: `${req.param('name')} sign-in (sandbox)`, action: `${pathname}${search}` })
  })
  app.post(`/:name{[a-z0-9-]{1,40}}/sign-in`, async ({ req }) => {
    const provider = await providerNamed(req.param('name'))
    const asked = provider.readRequest(req.query())
    const form = await req.parseBody()
    const read = (field: string) => String(form[field] ?? '').trim()
    const person = {
      email: read('email').toLowerCase(),
      firstName: read('firstName'),
      surname: read('surname'),
      nameId: read('nameId'),
    }
    const SAMLResponse = await provider.answer(asked, person, { nowMs: wall.nowMs(), forgery: forgeries.shift() })
    return postPage(asked.assertionConsumerUrl, { SAMLResponse, RelayState: req.query('RelayState') ?? '' })
  })
  const socket = await serveApp(new Hono().route(PATH, app))
  return {
    metadataUrl: (provider) => `${socket.url}${PATH}/${provider}/metadata`,
    pages: { path: PATH, app },
    changeKey: async (provider) => {
      await forgetKey(db, provider)
      opened.delete(provider)
    },
    forge: (forgery) => void forgeries.push(forgery),
    close: socket.close,
  }
}
