import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router'
import { paths } from '#web/paths.ts'
import { documentStyles, preloadedFonts } from './ui/document-styles.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { InlineStyle } from './ui/inline-style.tsx'
import { MONITORING_META, SANDBOX_BANNER_ID, usePageSettings } from './ui/page-settings.ts'

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, scripts, colourScheme, sandboxBanner, monitoring } = usePageSettings()
  return (
    // The control kit is told it is always light: its colours are ours (kit/mantine.css), which know light from dark.
    <html lang="en-GB" data-colour-scheme={colourScheme} data-mantine-color-scheme={scripts ? 'light' : undefined}>
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
        <Meta />
        {/* In development its style sheets need no nonce, and one would not match after the browser hides it. */}
        <Links nonce={import.meta.env.DEV ? '' : nonce} />
      </head>
      <body>
        {sandboxBanner ? (
          <aside id={SANDBOX_BANNER_ID} aria-label="Test site">
            Test site: no real money, cards or gifts.
          </aside>
        ) : null}
        {children}
        {scripts ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} here={`${pathname}${search}`} />
}
