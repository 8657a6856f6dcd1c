import type { Config } from '#server/platform/config.ts'

/** Hosts of outside parties that pages may reach, by what for. */
export interface ForeignHosts {
  images: readonly string[]
  /** Also where scripts in our pages may call. */
  frames: readonly string[]
  /** Whose script draws parts of itself into our pages: they bring style elements, and pictures from there. */
  drawn: readonly string[]
  /** Whether a script of theirs may write elements with style attributes, which can have no nonce (decision 422). */
  styled: boolean
}

interface PageFacts {
  pathname: string
  nonce: string
  publicUrl: string
  development: boolean
  foreign?: ForeignHosts
}

/**
 * Pictures that people upload are signed links into the bucket; card fields, the captcha and the page that connects an
 * HR system are frames of their providers' own.
 */
export const allowedHosts = ({
  s3,
  checkout,
  recaptcha,
  merge,
}: Pick<Config, 's3' | 'checkout' | 'recaptcha' | 'merge'>): ForeignHosts => ({
  images: s3 ? [new URL(s3.endpoint).origin] : [],
  drawn: checkout ? ['https://*.checkout.com'] : [],
  styled: Boolean(checkout ?? recaptcha),
  frames: [
    ...(checkout ? ['https://*.checkout.com'] : []),
    ...(merge ? ['https://*.merge.dev'] : []),
    ...(recaptcha ? [`${recaptcha.baseUrl}/`, 'https://recaptcha.google.com/recaptcha/'] : []),
  ],
})

/** Pages whose address is itself the key to what they show. */
const isRecipientPath = (pathname: string) => ['/a/', '/g/', '/s/', '/t/'].some((start) => pathname.startsWith(start))

/** Of tills: they read barcodes by the camera. */
const isTillPath = (pathname: string) => /^\/till(\/|$)/i.test(pathname)

/** Pages into which no one else draws. */
const isPlainPath = (pathname: string) =>
  pathname === '/' ||
  isTillPath(pathname) ||
  pathname.startsWith('/developers') ||
  isRecipientPath(pathname) ||
  pathname.startsWith('/sandbox-ui')

/** Pages whose address holds a key for a moment. */
const isSecretPath = (pathname: string) =>
  isRecipientPath(pathname) ||
  pathname.startsWith('/sso/') ||
  ['/reset-password', '/join', '/verify-email', '/change-email', '/operator/password'].includes(pathname)

/** Headers of every page. A header the page has set itself is kept: a document in a frame needs its own policy. */
export function addSecurityHeaders(headers: Headers, page: PageFacts): void {
  const https = page.publicUrl.startsWith('https:')
  const secret = isSecretPath(page.pathname)
  const defaults: Record<string, string | false> = {
    'Content-Security-Policy': contentSecurityPolicy({ ...page, https }),
    'Referrer-Policy': secret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'X-Robots-Tag': secret && 'noindex, nofollow, noarchive',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': `camera=(${isTillPath(page.pathname) ? 'self' : ''}), geolocation=(), microphone=(), browsing-topics=()`,
    'Strict-Transport-Security': https && 'max-age=63072000; includeSubDomains',
  }
  for (const [name, value] of Object.entries(defaults)) {
    if (value && !headers.has(name)) headers.set(name, value)
  }
}

function contentSecurityPolicy({ pathname, nonce, https, development, foreign }: PageFacts & { https: boolean }) {
  // A recipient's page reaches no one: pictures it may show, as the sender uploaded them.
  const { frames = [], drawn = [], styled = false } = isPlainPath(pathname) ? {} : (foreign ?? {})
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite injects and swaps styles while we work; only there may any style element speak.
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Nowhere that a gift is seen: what others draw into the page knows no nonce.
    ...(drawn.length ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
    ...(styled ? ["style-src-attr 'unsafe-inline'"] : []),
    ["img-src 'self' data:", ...(foreign?.images ?? []), ...drawn].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(development ? ['ws:', 'wss:'] : []), ...frames].join(' '),
    ["frame-src 'self'", ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Whether a request that changes something comes from one of our own pages. Browsers say so in Sec-Fetch-Site; older
 * ones only in Origin. Recipient pages send no referrer, which makes those older browsers say `Origin: null`; that is
 * let through there, where no cookie lends a forged request any power: who knows the address may act anyway.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  const { origin: requestOrigin, pathname } = new URL(request.url)
  if (origin === null || origin === 'null') return isRecipientPath(pathname)
  return origin === requestOrigin || origin === new URL(publicUrl).origin
}
