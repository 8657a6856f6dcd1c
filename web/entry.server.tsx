import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { webContext } from './context.ts'
import { readCookies } from './http/cookies.ts'
import { htmlResponse } from './http/html-response.ts'
import { COLOUR_SCHEME_COOKIE, PageSettingsContext, parseColourScheme } from './ui/page-settings.ts'

export { createPageHandler } from './page-handler.ts'

export const streamTimeout = 5_000

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) context.get(webContext).reportError(error)
}

/**
 * The page as one string: loaders have waited for everything, so there is nothing to stream, and streaming would cost half as much
 * again (decision 423).
 */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, sandboxBanner, monitoring } = loadContext.get(webContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const colourScheme = parseColourScheme(readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE))
  const { serverHandoffStream: data, ...context } = routerContext
  const html = renderToString(
    <PageSettingsContext value={{ nonce, colourScheme, sandboxBanner, monitoring }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </PageSettingsContext>,
  )
  const scripts = data && context.renderMeta?.didRenderScripts ? await dataScript(data, nonce) : ''
  const end = html.lastIndexOf('</body>')
  return htmlResponse(`${html.slice(0, end)}${scripts}${html.slice(end)}`, { status, headers })
}

type DataStream = NonNullable<EntryContext['serverHandoffStream']>

/** What the loaders answered, by the two calls that `HydratedRouter` reads from: the router's own way is for streams. */
async function dataScript(data: DataStream, nonce: string): Promise<string> {
  const literal = JSON.stringify(await text(data as NodeReadableStream)).replaceAll('<', '\\u003c')
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${literal});${controller}.close();</script>`
}
