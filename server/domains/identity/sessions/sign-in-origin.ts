import type { RequestInfo } from '#server/platform/http/route.ts'
import { plainAddress } from '#server/platform/networks.ts'

/** Where a sign-in comes from. It is shown and told, and lets no one in: a caller can write what it likes. */
export interface SignInOrigin {
  address: string
  /** Such as `Firefox on Windows`. */
  browser: string | null
  /** The mark that a browser keeps, so that it is known again. */
  device: string | null
}

export const signInOrigin = (
  { address, headers }: Pick<RequestInfo, 'address' | 'headers'>,
  device: string | undefined,
): SignInOrigin => ({
  address: plainAddress(address),
  browser: browserName(headers.get('user-agent')),
  device: device || null,
})

/** The first that fits: most browsers also claim to be those below them. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What people call the browser of a User-Agent header; null for what is no browser. */
export function browserName(userAgent: string | null): string | null {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = named(browsers)
  if (!browser) return null
  const system = named(systems)
  return system ? `${browser} on ${system}` : browser
}
