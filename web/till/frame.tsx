import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OwnTill } from '#contract/hugggs/till-page.ts'
import type { WebContext } from '#web/context.ts'
import { Document } from '#web/document.tsx'
import { htmlResponse } from '#web/http/html-response.ts'
import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { PageSettingsContext } from '#web/ui/page-settings.ts'
import css from './till.css?inline'
import script from './till-script.js?raw'

interface Frame {
  title: string
  /** Null before it is signed in. */
  till: OwnTill | null
  /** Which of its two places this is. */
  place?: 'redeem' | 'day' | undefined
  status?: number
  headers?: Record<string, string>
}

/** A till's page. It is whole without its script, which opens the camera and says at once when there is no connection. */
export function renderTill(page: WebContext, { title, till, place, status = 200, headers }: Frame, content: ReactNode) {
  const { nonce, sandboxBanner } = page
  const html = renderToStaticMarkup(
    <PageSettingsContext value={{ nonce, sandboxBanner }}>
      <Document head={<title>{`${title} · Till`}</title>}>
        <meta name="robots" content="noindex" />
        <InlineStyle css={css} />
        <a className="skip-link" href="#main">
          Skip to the till
        </a>
        <div className="till">
          {till ? <Bar till={till} place={place} /> : null}
          <p className="notice danger" id="offline" role="alert" data-online={paths.tillOnline} hidden>
            No connection. Nothing was sent or taken. Try again once this page is online.
          </p>
          <main id="main">
            <h1>{title}</h1>
            {content}
          </main>
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, which holds nothing that people typed */}
        <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      </Document>
    </PageSettingsContext>,
  )
  return htmlResponse(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  })
}

/** On to a page by GET, so that reloading repeats nothing. */
export const goTo = (address: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { Location: address, ...headers } })

function Bar({ till: { name, merchant, location }, place }: Pick<Frame, 'place'> & { till: OwnTill }) {
  return (
    <header className="bar">
      <p>
        <strong>{merchant.name}</strong>
        <span className="muted">{[location?.name, name].filter(Boolean).join(', ')}</span>
      </p>
      <nav aria-label="Till">
        <a href={paths.till} aria-current={place === 'redeem' ? 'page' : undefined}>
          Redeem
        </a>
        <a href={paths.tillDay()} aria-current={place === 'day' ? 'page' : undefined}>
          Day’s list
        </a>
      </nav>
    </header>
  )
}

/** What was not done, before all else on its page. */
export function Refused({ children }: { children: string }) {
  return (
    <p className="notice danger" role="alert" id="problem">
      {children}
    </p>
  )
}
