import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
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
import { buildsByFirstWord, firstWord } from './http/builds-by-first-word.ts'
import { readCookies } from './http/cookies.ts'
import { COLOUR_SCHEME_COOKIE, PageSettingsContext, parseColourScheme } from './ui/page-settings.ts'
import { prerenderSvg } from './ui/wraps/gift-box.tsx'
import { everyGiftwrap } from './ui/wraps/index.ts'
import { PrerenderedSvgContext } from './ui/wraps/prerendered-svg.ts'

export const streamTimeout = 5_000

/**
 * Made here and not by the server: the router's context keys are objects, and a handler from another copy of the
 * router would not find them.
 */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handleAny = createRequestHandler(build, mode)
  // Routes change under a development server; there the whole build answers for all.
  const builds = mode === 'production' ? [...buildsByFirstWord(build)] : []
  const handlers = new Map(builds.map(([word, narrow]) => [word, createRequestHandler(narrow, mode)]))
  return async (request: Request, page: WebContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(webContext, page)
    const handle = handlers.get(firstWord(new URL(request.url).pathname)) ?? handleAny
    const response = await handle(request, context)
    const body = bodies.get(response)
    return body ? new Response(body, { status: response.status, headers: response.headers }) : response
  }
}

/** What belongs into responses that pass through the router empty: it looks at each, which would make a stream of a body. */
const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) context.get(webContext).reportError(error)
}

const drawn = new Map(everyGiftwrap.map((wrap) => [wrap, prerenderSvg(wrap, renderToStaticMarkup)]))

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, pack, sandboxBanner, monitoring } = loadContext.get(webContext)
  const scripts = wantsScripts(routerContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const stream = routerContext.serverHandoffStream
  // Written below, whole; where nothing will hydrate the page, not at all. It is not cancelled there: the router would keep
  // a timer and the request until it times out.
  routerContext.serverHandoffStream = undefined
  // A gift has colours of its own, for who it was made for.
  const chosen = scripts ? readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE) : undefined
  const colourScheme = parseColourScheme(chosen)
  const page = (
    <PageSettingsContext value={{ nonce, scripts, colourScheme, sandboxBanner, monitoring }}>
      <PrerenderedSvgContext value={drawn}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PrerenderedSvgContext>
    </PageSettingsContext>
  )
  const packed = pack(scripts ? await renderWithData(page, stream!, nonce) : renderStatic(page), headers)
  headers.set('Content-Length', String(packed.byteLength))
  const response = new Response(null, { status, headers })
  bodies.set(response, packed)
  return response
}

function wantsScripts({ staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  const wholePageFailed = errors?.root !== undefined
  return !wholePageFailed && matches.every(({ route }) => route.handle?.scripts !== false)
}

type DataStream = NonNullable<EntryContext['serverHandoffStream']>

/** Without scripts: neither a copy of the data nor React's own marks. */
const renderStatic = (page: ReactNode): Buffer<ArrayBuffer> =>
  Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(page)}`)

/**
 * The page with what its loaders answered, in one piece. Loaders have waited for everything, so there is nothing to
 * stream; left to the router, both go through streams and Suspense piece by piece, about a seventh of a page of the
 * catalogue.
 * The two calls of the script are those that `HydratedRouter` reads from.
 */
async function renderWithData(page: ReactNode, stream: DataStream, nonce: string): Promise<Buffer<ArrayBuffer>> {
  const html = renderToString(page)
  const end = html.lastIndexOf('</body>')
  const literal = JSON.stringify(await readStreamText(stream)).replaceAll('<', '\\u003c')
  const controller = 'window.__reactRouterContext.streamController'
  const script = `<script nonce="${nonce}">${controller}.enqueue(${literal});${controller}.close();</script>`
  return Buffer.from(`<!DOCTYPE html>${html.slice(0, end)}${script}${html.slice(end)}`)
}

async function readStreamText(stream: DataStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(chunk, { stream: true })
  return text
}
