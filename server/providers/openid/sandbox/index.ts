import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type IdentityProviderName, identityProviders } from '#contract/identity/auth.ts'
import { escapeHtml } from '#server/providers/sandbox/page.ts'
import { hidden, pickPage } from '#server/providers/sandbox/pick-page.ts'
import { openSocket, type Sandbox } from '#server/providers/sandbox/sandbox.ts'
import { type Forgery, openProvider } from './provider.ts'

export type { Forgery } from './provider.ts'

/** Where browsers find the providers, under the installation's own address. */
const PATH = '/sandbox/sign-in'

/** Well known, and good for nothing but the sandbox. */
const KEYS = { clientId: 'posy-sandbox', clientSecret: 'posy-sandbox-sign-in-secret' }

/** Google and Microsoft, played by a real OpenID provider on a socket of this machine, with a page to pick a person. */
export interface OpenIdSandbox extends Sandbox {
  /** How the client reaches a provider, whichever of its addresses it wants. */
  settingsFor(
    provider: IdentityProviderName,
  ): typeof KEYS & { fetch: (url: string, options: object) => Promise<Response> }
  /** What the next ID token is to say. */
  forge(forgery: Forgery): void
}

type Opened = Awaited<ReturnType<typeof openProvider>>

export async function openOpenIdSandbox({ publicUrl }: { publicUrl: string }): Promise<OpenIdSandbox> {
  const forgeries: Forgery[] = []
  const opened = new Map<IdentityProviderName, Promise<Opened>>()
  // Made for anyone who comes first: most processes never need them.
  const getProvider = (name: IdentityProviderName): Promise<Opened> => {
    const known = opened.get(name)
    if (known) return known
    const making = openProvider({
      name,
      ...KEYS,
      redirectUri: `${publicUrl}/sso/${name}`,
      pickUrl: (uid) => `${publicUrl}${PATH}/${name}/pick/${uid}`,
      takeForgery: () => forgeries.shift(),
    })
    opened.set(name, making)
    return making
  }
  const socket = await openSocket((incoming, outgoing) => {
    answer(getProvider, incoming, outgoing).catch(() => outgoing.writeHead(500).end())
  })
  const reach = (path: string, options: RequestInit) => {
    const headers = new Headers(options.headers)
    const { host, protocol } = new URL(publicUrl)
    headers.set('x-forwarded-host', host)
    headers.set('x-forwarded-proto', protocol.slice(0, -1))
    return fetch(`${socket.url}${path}`, { ...options, headers, redirect: 'manual' })
  }
  const app = new Hono()
  app.all('*', async ({ req: { raw } }) => {
    const { pathname, search } = new URL(raw.url)
    const body = raw.method === 'GET' || raw.method === 'HEAD' ? null : await raw.arrayBuffer()
    const headers = ['cookie', 'content-type'].flatMap((name) => {
      const value = raw.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    const answer = await reach(`${pathname}${search}`, { method: raw.method, headers, body })
    // Whose headers may be added to, unlike those of an answer from afar.
    return new Response(answer.body, answer)
  })
  return {
    settingsFor: (provider) => ({
      ...KEYS,
      fetch: (url, options) => {
        const { pathname, search } = new URL(url)
        const own = url.startsWith(publicUrl)
          ? pathname
          : `${PATH}/${provider}${pathname.replace(/^.*(?=\/\.well-known\/)/, '')}`
        return reach(`${own}${search}`, options as RequestInit)
      },
    }),
    pages: { path: PATH, app },
    forge: (forgery) => void forgeries.push(forgery),
    close: socket.close,
  }
}

async function answer(
  getProvider: (name: IdentityProviderName) => Promise<Opened>,
  incoming: IncomingMessage & { originalUrl?: string },
  outgoing: ServerResponse,
): Promise<void> {
  const [, name, path] = incoming.url?.match(/^\/sandbox\/sign-in\/(\w+)(\/.*)$/) ?? []
  if (!path || !isProvider(name)) return void outgoing.writeHead(404).end()
  const opened = await getProvider(name)
  incoming.originalUrl = incoming.url!
  incoming.url = path
  if (path.startsWith('/pick/')) return pick(name, opened, incoming, outgoing)
  // Each sign-in starts again: the page to pick a person is shown every time.
  if (path.startsWith('/auth?')) delete incoming.headers.cookie
  await opened.provider.callback()(incoming, outgoing)
}

const isProvider = (name: string | undefined): name is IdentityProviderName =>
  identityProviders.some((one) => one === name)

/** Google says whether it has confirmed an address; the two have words of their own for a company. */
const accountPage = (provider: IdentityProviderName, action: string): Response =>
  pickPage({
    title: `${provider === 'google' ? 'Google' : 'Microsoft'} (sandbox)`,
    action,
    more:
      provider === 'google'
        ? `<label>Company domain (optional) <input name="organisation" autocomplete="off"></label>
      <label class="tick"><input type="checkbox" name="emailVerified" checked> Google has confirmed the address</label>`
        : '<label>Tenant (optional) <input name="organisation" autocomplete="off"></label>',
    below: `<form method="post" action="${escapeHtml(action)}">${hidden({ cancel: 'on' })}<button>Cancel</button></form>`,
  })

/** The page to pick a person, and the person who was picked. */
async function pick(
  name: IdentityProviderName,
  { provider, admit }: Opened,
  incoming: IncomingMessage & { originalUrl?: string },
  outgoing: ServerResponse,
): Promise<void> {
  const show = getRequestListener(() => accountPage(name, incoming.originalUrl!), { overrideGlobalObjects: false })
  if (incoming.method !== 'POST') return show(incoming, outgoing)
  const form = new URLSearchParams(await readBody(incoming))
  const read = (field: string) => (form.get(field) ?? '').trim()
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The person went back' }
    : {
        select_account: {},
        login: {
          accountId: admit({
            email: read('email').toLowerCase(),
            firstName: read('firstName'),
            surname: read('surname'),
            organisation: read('organisation').toLowerCase(),
            emailVerified: form.get('emailVerified') === 'on',
          }),
        },
      }
  await provider.interactionFinished(incoming, outgoing, result)
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text
}
