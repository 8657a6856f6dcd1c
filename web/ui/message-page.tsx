import type { ReactNode } from 'react'
import { InlineStyle } from './inline-style.tsx'
import messageCss from './message-page.css?inline'
import giftBoxCss from './wraps/gift-box.css?inline'
import { Backdrop, GiftwrapDefinitions } from './wraps/gift-box.tsx'
import { peony } from './wraps/peony.tsx'
import { wrapStyles } from './wraps/wrap-styles.ts'

interface MessagePageProps {
  title: string
  text: string
  /** Where to go from here, if anywhere. */
  action?: { label: string; href: string } | undefined
  /** What can be done here. */
  children?: ReactNode
}

/** A whole page with nothing but a few kind words: what was looked for is not here, or we are in trouble. */
export function MessagePage({ title, text, action, children }: MessagePageProps) {
  return (
    <div className="calm">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <InlineStyle css={`${wrapStyles(peony)}${giftBoxCss}${messageCss}`} />
      <GiftwrapDefinitions wrap={peony} />
      <Backdrop />
      <main id="main" className="card">
        <svg className="calm-flower" viewBox="-40 -40 80 80" aria-hidden="true">
          <use href="#bloom" />
        </svg>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
        {action ? (
          <a className="button" href={action.href}>
            {action.label}
          </a>
        ) : null}
      </main>
    </div>
  )
}
