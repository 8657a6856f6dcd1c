import { renderToStaticMarkup } from 'react-dom/server'
import { htmlResponse } from '#web/http/html-response.ts'
import type { WebContext } from './context.ts'
import { Document } from './document.tsx'
import { readCookies } from './http/cookies.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { COLOUR_SCHEME_COOKIE, PageSettingsContext, parseColourScheme } from './ui/page-settings.ts'

/** The page of an answer that has a status and no more. */
export function renderRefusal(
  request: Request,
  { status, statusText, headers }: Response,
  { nonce, sandboxBanner }: WebContext,
): Response {
  const { pathname, search } = new URL(request.url)
  const colourScheme = parseColourScheme(readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE))
  const html = renderToStaticMarkup(
    <PageSettingsContext value={{ nonce, colourScheme, sandboxBanner, monitoring: null }}>
      <Document>
        <ErrorPage status={status} statusText={statusText} here={`${pathname}${search}`} />
      </Document>
    </PageSettingsContext>,
  )
  const answered = new Headers(headers)
  answered.set('Content-Type', 'text/html; charset=utf-8')
  return htmlResponse(html, { status, statusText, headers: answered })
}
