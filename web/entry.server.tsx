import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { webContext } from './context.ts'
import { readCookies } from './http/cookies.ts'
import { COLOUR_SCHEME_COOKIE, PageSettingsContext, parseColourScheme } from './ui/page-settings.ts'

export { createPageHandler } from './page-handler.ts'

export const streamTimeout = 5_000

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) context.get(webContext).reportError(error)
}

/** As the router's own entry does it, in one piece: loaders wait for everything, so the start would not come sooner. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, sandboxBanner, monitoring, reportError } = loadContext.get(webContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const colourScheme = parseColourScheme(readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE))
  const html = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <PageSettingsContext value={{ nonce, colourScheme, sandboxBanner, monitoring }}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageSettingsContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => resolve(buffer(pipe(new PassThrough())) as Promise<Buffer<ArrayBuffer>>),
        onShellError: reject,
        onError: reportError,
      },
    )
  })
  return new Response(html, { status, headers })
}
