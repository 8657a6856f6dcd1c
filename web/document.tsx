import type { ReactNode } from 'react'
import { paths } from './paths.ts'
import { documentStyles, preloadedFonts } from './ui/document-styles.ts'
import { InlineStyle } from './ui/inline-style.tsx'
import { MONITORING_META, SANDBOX_BANNER_ID, usePageSettings } from './ui/page-settings.ts'

interface DocumentProps {
  /** What else its head holds. */
  head?: ReactNode
  /** What makes it come alive in the browser; a page without is whole as it is. */
  scripts?: ReactNode
  children: ReactNode
}

/** The document around every page. */
export function Document({ head, scripts, children }: DocumentProps) {
  const { nonce, colourScheme, sandboxBanner, monitoring } = usePageSettings()
  return (
    <html lang="en-GB" data-colour-scheme={colourScheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {colourScheme === 'dark' ? null : (
          <meta
            name="theme-color"
            content="#fbf7f2"
            media={colourScheme ? undefined : '(prefers-color-scheme: light)'}
          />
        )}
        {colourScheme === 'light' ? null : (
          <meta
            name="theme-color"
            content="#17121d"
            media={colourScheme ? undefined : '(prefers-color-scheme: dark)'}
          />
        )}
        {scripts && nonce ? <meta property="csp-nonce" content={nonce} /> : null}
        {scripts && monitoring ? <meta name={MONITORING_META} content={JSON.stringify(monitoring)} /> : null}
        {preloadedFonts.map((url) => (
          <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href={paths.icon} type="image/svg+xml" />
        <InlineStyle css={documentStyles} />
        {head}
      </head>
      <body>
        {sandboxBanner ? (
          <aside id={SANDBOX_BANNER_ID} aria-label="Test site">
            Test site: no real money, cards or gifts.
          </aside>
        ) : null}
        {children}
        {scripts}
      </body>
    </html>
  )
}
