import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Invoke } from '#contract/core/invoke.ts'
import type { Visitor } from '#server/platform/http/invoke.ts'
import type { SiteSettings, WebContext } from '#web/context.ts'
import type { createPageHandler } from '#web/entry.server.tsx'
import { type Assets, loadAssets } from './web-assets.ts'
import { compressResponse } from './web-compression.ts'
import { addSecurityHeaders, type ForeignHosts, isSameOrigin } from './web-security.ts'

const root = join(import.meta.dirname, '../..')
/** Ample for every form of ours without a file or a list of people; what takes one has room for it. */
const bodyLimit = (pathname: string): number =>
  /^\/(send|activity|budgets|support\/batches|team\/(brand|sign-in)|operator\/(bank|catalogue|plans\/import|rails|stock))(\/|\.data|$)/.test(
    pathname,
  )
    ? 5 * 1024 * 1024
    : 256 * 1024

export interface WebOptions {
  mode: 'production' | 'development'
  site: SiteSettings
  /** The API's endpoints, as the pages of one visitor call them. */
  invokeFor: (visitor: Visitor) => Invoke
  foreign?: ForeignHosts
  /** Development only: the server whose socket hot reloading shares. */
  httpServer?: Server
  reportError: (error: unknown) => void
}

export interface Web {
  fetch(request: Request, visitor: Visitor): Promise<Response>
  /** Development only: lets Vite answer for modules and hot reloading; true when it has answered. Call before `fetch`. */
  devAssets?: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}

type PageHandler = (request: Request, page: WebContext) => Promise<Response>

interface Pages {
  handler(): Promise<PageHandler>
  assets?: Assets
  devAssets?: Web['devAssets']
  close(): Promise<void>
}

/** The web app as one function from request to response. */
export async function createWeb(options: WebOptions): Promise<Web> {
  const pages = options.mode === 'production' ? await builtPages() : await developmentPages(options.httpServer)
  return {
    fetch: async (request, visitor) => pages.assets?.(request) ?? (await servePage(request, visitor, pages, options)),
    ...(pages.devAssets && { devAssets: pages.devAssets }),
    close: pages.close,
  }
}

async function servePage(request: Request, visitor: Visitor, pages: Pages, options: WebOptions): Promise<Response> {
  const { site, invokeFor, mode, reportError } = options
  const nonce = randomBytes(16).toString('base64url')
  const answer = async () => {
    const checked = await checkRequest(request, site.publicUrl)
    if (checked instanceof Response) return checked
    const handler = await pages.handler()
    const response = await handler(checked, {
      ...site,
      nonce,
      reportError,
      invoke: invokeFor(visitor),
    })
    return compressResponse(request, response)
  }
  const response = await answer().catch((error: unknown) => {
    reportError(error)
    return refusal(500, 'Something went wrong on our side. Try again in a moment.')
  })
  addSecurityHeaders(response.headers, {
    pathname: new URL(request.url).pathname,
    nonce,
    publicUrl: site.publicUrl,
    development: mode === 'development',
    ...(options.foreign && { foreign: options.foreign }),
  })
  return response
}

/** The request as pages may see it, or the refusal. */
async function checkRequest(request: Request, publicUrl: string): Promise<Request | Response> {
  if (request.method === 'GET' || request.method === 'HEAD') return request
  if (request.method !== 'POST') return refusal(405, 'Pages answer GET and POST.', { Allow: 'GET, HEAD, POST' })
  if (!isSameOrigin(request, publicUrl))
    return refusal(403, 'This form was not sent from this site. Nothing was changed.')
  const body = await readLimited(request)
  if (!body)
    return refusal(
      413,
      'What you sent is too large: a file may have 4 MB. Nothing was changed. Go back: your browser still has what you typed.',
    )
  const headers = new Headers(request.headers)
  // Checked above; the router's own check does not know the address in front of a proxy.
  headers.delete('origin')
  headers.delete('content-length')
  if (body.length === 0) headers.set('content-type', FORM)
  if (!(await isForm(headers.get('content-type') ?? '', body)))
    return refusal(415, 'This is no form of ours. Nothing was changed.')
  return new Request(request.url, {
    method: request.method,
    headers,
    body: new Uint8Array(body),
    signal: request.signal,
  })
}

const FORM = 'application/x-www-form-urlencoded'

/** Whether pages can read it: a form as browsers send it. */
async function isForm(contentType: string, body: Buffer): Promise<boolean> {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (type !== 'multipart/form-data') return type === FORM
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().then(
    () => true,
    () => false,
  )
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })

async function readLimited(request: Request): Promise<Buffer | undefined> {
  const bodyLimitBytes = bodyLimit(new URL(request.url).pathname)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyLimitBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface EntryServer {
  createPageHandler: typeof createPageHandler
}

/** The handler comes from the build itself: see entry.server. */
const createHandler = (build: ServerBuild, mode: WebOptions['mode']): PageHandler =>
  (build.entry.module as unknown as EntryServer).createPageHandler(build, mode)

async function builtPages(): Promise<Pages> {
  const path = pathToFileURL(join(root, 'build/server/index.js')).href
  const handler = createHandler((await import(path)) as ServerBuild, 'production')
  return { handler: async () => handler, assets: await loadAssets(join(root, 'build/client')), close: async () => {} }
}

async function developmentPages(httpServer: Server | undefined): Promise<Pages> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: httpServer ? { server: httpServer } : false },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment to run the pages in')
  return {
    // Imported per request: Vite answers from its cache until a file changes.
    handler: async () => createHandler(await ssr.runner.import('virtual:react-router/server-build'), 'development'),
    devAssets: (incoming, outgoing) =>
      new Promise((resolve, reject) => {
        outgoing.once('close', () => resolve(true))
        vite.middlewares(incoming, outgoing, (error?: unknown) => (error ? reject(error) : resolve(false)))
      }),
    close: () => vite.close(),
  }
}
