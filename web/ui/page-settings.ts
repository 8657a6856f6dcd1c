import { createContext, use } from 'react'

/** What a browser needs to report what went wrong there. */
export interface MonitoringSettings {
  dsn: string
  /** Our own address that passes reports on. */
  tunnel: string
  environment: string
  release: string | null
  /** Calls to these hosts carry the trace along. */
  propagationHosts: readonly string[]
}

/** How the document around a route is rendered; both entries and recipients' pages provide it. */
export interface PageSettings {
  nonce: string | undefined
  /** What the reader chose; undefined follows the browser. */
  colourScheme?: ColourScheme | undefined
  /** Nothing here is real, and anyone who reads it is told. */
  sandboxBanner?: boolean
  /** Who is told of bugs; never on a page without scripts. */
  monitoring?: MonitoringSettings | null
}

export type ColourScheme = 'light' | 'dark'

/** The name of the meta element that tells a page's scripts of `monitoring`. */
export const MONITORING_META = 'posy-monitoring'

export const SANDBOX_BANNER_ID = 'sandbox-banner'

export const COLOUR_SCHEME_COOKIE = 'colour_scheme'
export const parseColourScheme = (value: unknown): ColourScheme | undefined =>
  value === 'light' || value === 'dark' ? value : undefined

export const PageSettingsContext = createContext<PageSettings>({ nonce: undefined })

export const usePageSettings = () => use(PageSettingsContext)
