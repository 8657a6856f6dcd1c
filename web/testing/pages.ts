import type { ServerBuild } from 'react-router'
import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { CallResult, Invoke, InvokeOptions } from '#contract/core/invoke.ts'
import type { WebContext } from '#web/context.ts'
import * as entry from '#web/entry.server.tsx'
import { answerRecipient } from '#web/recipient/routes.tsx'

export const publicUrl = 'https://posy.example'

type Module = NonNullable<ServerBuild['routes'][string]>['module']

/** A route as the bundler would list it. */
export interface BuiltRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: Module
}

/** What the bundler would make of routes, without the bundler. */
export const testServerBuild = (routes: BuiltRoute[]): ServerBuild => ({
  entry: { module: entry },
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  assets: {
    entry: { imports: [], module: '/entry.js' },
    routes: Object.fromEntries(routes.map(({ module, ...route }) => [route.id, { ...route, ...facts(module) }])),
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: {} as ServerBuild['future'],
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
})

function facts(module: Module) {
  return {
    hasAction: 'action' in module,
    hasLoader: 'loader' in module,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: 'ErrorBoundary' in module,
    module: '/route.js',
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  }
}

/** What the server gives a page to work with, in an installation that is nowhere. */
export const pageContext = (given: Partial<WebContext> = {}): WebContext => ({
  nonce: 'n0nce',
  publicUrl,
  sandbox: true,
  sandboxBanner: false,
  session: {
    clientId: 'web',
    clientSecret: 'secret',
    secureCookies: true,
    cookieSuffix: '',
    authenticationEverywhere: false,
  },
  links: { help: '/', sales: '/', assistance: '/' },
  legal: { operator: null, privacy: null, terms: null },
  captcha: null,
  signInWith: [],
  sendsTexts: true,
  takesCards: true,
  bank: null,
  monitoring: null,
  invoke: () => Promise.reject(new Error('no API here')),
  reportError: console.error,
  ...given,
})

/** Endpoints of an API that is a function from request to answer. */
export const invokeOver = (fetch: (request: Request) => Promise<Response>): Invoke => {
  const invoke = async (
    endpoint: Endpoint,
    call: Sent,
    { token }: InvokeOptions = {},
  ): Promise<CallResult<unknown>> => {
    const { params, query, body } = call
    const response = await fetch(
      new Request(callUrl(publicUrl, endpoint, params, query), {
        method: endpoint.method,
        headers: { ...(token && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const answer = await response.json().catch(() => null)
    const value = endpoint.response.safeParse(answer)
    if (response.ok && value.success) return { ok: true, value: value.data }
    return { ok: false, problem: { details: [], ...answer, status: response.ok ? 500 : response.status } }
  }
  return invoke as Invoke
}

interface Sent {
  params?: object
  query?: object
  body?: unknown
}

/** Recipient pages over an API that is a function: what the browser would get for a path. */
export function servePages(apiFetch: (request: Request) => Promise<Response>) {
  const errors: unknown[] = []
  const page = pageContext({ invoke: invokeOver(apiFetch), reportError: (error) => void errors.push(error) })
  const get = (path: string, headers: Record<string, string> = {}) =>
    answerRecipient(new Request(`${publicUrl}${path}`, { headers }), page)!
  const post = (path: string, fields: Record<string, string>) =>
    answerRecipient(new Request(`${publicUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) }), page)!
  return { get, post, errors }
}
