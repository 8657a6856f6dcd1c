import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { WallClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { forgetKey, signingKey } from './keys.ts'
import { pickPage, postPage } from './pages.ts'
import { openSamlProvider, type SamlForgery } from './provider.ts'

export { signingKey } from './keys.ts'
export type { SamlForgery } from './provider.ts'

/** Where browsers find the providers, under the installation's own address; each has a name of its own. */
const PATH = '/sandbox/saml'
const LOOPBACK = '127.0.0.1'

/** Teams' own identity providers, played by a real one on a socket of this machine, with a page to pick a person. */
export interface SamlSandbox {
  /** Where a provider's metadata is read, over the socket. */
  metadataUrl(provider: string): string
  /** Its pages for browsers. */
  app: Hono
  path: string
  /** Gives a provider another key, as when its certificate runs out. */
  changeKey(provider: string): Promise<void>
  /** What the next answer is to say. */
  forge(forgery: SamlForgery): void
  close(): Promise<void>
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
  const opened = new Map<string, ReturnType<typeof openSamlProvider>>()
  const providerNamed = (name: string) => {
    const known = opened.get(name)
    if (known) return known
    const baseUrl = `${publicUrl}${PATH}/${name}`
    const making = signingKey(db, name).then((key) => openSamlProvider({ name, baseUrl, key }))
    opened.set(name, making)
    return making
  }
  const providers = new Hono()
  providers.get(`${PATH}/:name{[a-z0-9-]{1,40}}/metadata`, async (context) => {
    const { metadata } = await providerNamed(context.req.param('name'))
    return context.body(metadata, 200, { 'content-type': 'application/samlmetadata+xml' })
  })
  providers.get(`${PATH}/:name{[a-z0-9-]{1,40}}/sign-in`, ({ req }) => {
    const { pathname, search } = new URL(req.url)
    return pickPage(req.param('name'), `${pathname}${search}`)
  })
  providers.post(`${PATH}/:name{[a-z0-9-]{1,40}}/sign-in`, async ({ req }) => {
    const provider = await providerNamed(req.param('name'))
    const asked = await provider.readRequest(req.query())
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
  const server = createServer(getRequestListener(providers.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  const socket = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`
  const app = new Hono()
  app.all('*', async ({ req: { raw } }) => {
    const { pathname, search } = new URL(raw.url)
    const body = raw.method === 'GET' || raw.method === 'HEAD' ? null : await raw.arrayBuffer()
    const type = raw.headers.get('content-type')
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const answer = await fetch(`${socket}${pathname}${search}`, { method: raw.method, headers, body })
    // Whose headers may be added to, unlike those of an answer from afar.
    return new Response(answer.body, answer)
  })
  return {
    metadataUrl: (provider) => `${socket}${PATH}/${provider}/metadata`,
    app,
    path: PATH,
    changeKey: async (provider) => {
      await forgetKey(db, provider)
      opened.delete(provider)
    },
    forge: (forgery) => void forgeries.push(forgery),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
