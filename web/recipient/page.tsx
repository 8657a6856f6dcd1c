import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { WebContext } from '#web/context.ts'
import { Document } from '#web/document.tsx'
import { htmlResponse } from '#web/http/html-response.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { PageSettingsContext } from '#web/ui/page-settings.ts'
import giftBoxCss from '#web/ui/wraps/gift-box.css?inline'
import choosing from './choosing.css?inline'
import { copy } from './copy.en-GB.ts'
import page from './public.css?inline'
import stage from './stage.css?inline'
import thanks from './thanks.css?inline'
import voucher from './voucher.css?inline'

const css = `${giftBoxCss}${stage}${page}${choosing}${thanks}${voucher}`

/** A recipient's page. It is whole without JavaScript, so it carries none. */
export function renderPage(
  { nonce, sandboxBanner }: WebContext,
  content: ReactNode,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const html = renderToStaticMarkup(
    <PageSettingsContext value={{ nonce, sandboxBanner }}>
      <Document>
        <InlineStyle css={css} />
        <a className="skip-link" href="#main">
          {copy.page.skip}
        </a>
        {content}
      </Document>
    </PageSettingsContext>,
  )
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...init.headers }
  return htmlResponse(html, { ...init, headers })
}

/** Back to a page by GET, so that reloading repeats nothing. */
export const goTo = (address: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { Location: address, ...headers } })
