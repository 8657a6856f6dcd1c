import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { WebContext } from '#web/context.ts'
import { htmlResponse } from '#web/http/html-response.ts'
import css from './award.css?inline'
import type { Say } from './words/index.ts'

interface Frame {
  language: AwardLanguage
  say: Say
  /** Where its forms go. */
  action: string
  /** That it was opened, to be handed on by each form. */
  proof: string | null
  status?: number
}

/**
 * The page of someone in need: large, plain, and none of a gift's looks or words. It carries no script, no font and no picture, and only CSS that
 * old phones know.
 */
export function renderAwardPage(
  { nonce, sandboxBanner }: WebContext,
  { language, say, action, proof, status = 200 }: Frame,
  content: ReactNode,
): Response {
  const html = renderToStaticMarkup(
    <html lang={language} dir={awardLanguages[language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{say('title')}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: CSS of ours must not be escaped as text */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        {sandboxBanner ? (
          <aside className="sandbox" aria-label="Test site">
            Test site: no real money.
          </aside>
        ) : null}
        <header>
          <form className="languages" method="post" action={action} aria-label={say('language')}>
            {proof ? <input type="hidden" name="proof" value={proof} /> : null}
            <input type="hidden" name="step" value="look" />
            {Object.entries(awardLanguages).map(([code, { name, direction }]) => (
              <button
                key={code}
                type="submit"
                name="lang"
                value={code}
                lang={code}
                dir={direction}
                aria-current={code === language ? 'true' : undefined}
              >
                {name}
              </button>
            ))}
          </form>
        </header>
        <main id="main">{content}</main>
      </body>
    </html>,
  )
  return htmlResponse(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language },
  })
}
