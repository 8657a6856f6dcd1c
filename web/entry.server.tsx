import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type WebContext, webContext } from './context.ts'
import { readCookies } from './http/cookies.ts'
import { COLOUR_SCHEME_COOKIE, colourSchemeOf, PageSettingsContext } from './ui/page-settings.ts'

export const streamTimeout = 5_000

/**
 * Made here and not by the server: the router's context keys are objects, and a handler from another copy of the
 * router would not find them.
 */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  return (request: Request, page: WebContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(webContext, page)
    return handle(request, context)
  }
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) context.get(webContext).reportError(error)
}

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, reportError } = loadContext.get(webContext)
  const scripts = wantsScripts(routerContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (!scripts) {
    // Nothing will hydrate this page: leave out the copy of its data, and React's own marks.
    void routerContext.serverHandoffStream?.cancel()
    routerContext.serverHandoffStream = undefined
  }
  // A gift has colours of its own, for who it was made for.
  const chosen = scripts ? readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE) : undefined
  const colourScheme = colourSchemeOf(chosen)
  const page = (
    <PageSettingsContext value={{ nonce, scripts, colourScheme }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PageSettingsContext>
  )
  const html = await renderPage(page, { scripts, nonce, reportError })
  headers.set('Content-Length', String(html.byteLength))
  return new Response(html, { status, headers })
}

function wantsScripts({ staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  const wholePageFailed = errors?.root !== undefined
  return !wholePageFailed && matches.every(({ route }) => route.handle?.scripts !== false)
}

interface RenderOptions {
  scripts: boolean
  nonce: string
  reportError(error: unknown): void
}

/**
 * The page, whole: loaders have waited for everything, so that there is nothing to stream, and one answer in one piece
 * costs half of what dozens of small ones cost to pack and to send.
 */
async function renderPage(
  page: ReactNode,
  { scripts, nonce, reportError }: RenderOptions,
): Promise<Buffer<ArrayBuffer>> {
  if (!scripts) return Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(page)}`)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  const chunks: Buffer[] = []
  const whole = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
    final: (done) => {
      resolve(Buffer.concat(chunks))
      done()
    },
  })
  let shellRendered = false
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    onShellReady: () => {
      shellRendered = true
    },
    onAllReady: () => {
      clearTimeout(timer)
      pipe(whole)
    },
    onShellError: (error) => {
      clearTimeout(timer)
      reject(error)
    },
    onError: (error) => {
      // Errors of the shell reject, and are reported by whoever asked for the page.
      if (shellRendered) reportError(error)
    },
  })
  const timer = setTimeout(() => abort(), streamTimeout + 1_000)
  return promise
}
