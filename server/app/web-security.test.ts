import { expect, test } from 'vitest'
import { addSecurityHeaders, allowedHosts, isSameOrigin } from './web-security.ts'

const publicUrl = 'https://posy.example'

function securityHeaders(pathname: string, changes = {}, own: Record<string, string> = {}) {
  const headers = new Headers(own)
  addSecurityHeaders(headers, { pathname, nonce: 'n0nce', publicUrl, development: false, ...changes })
  return headers
}

test('the security headers let only scripts and styles with the nonce run, and no one frame the page', () => {
  const policy = securityHeaders('/').get('Content-Security-Policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic'")
  expect(policy).toContain("style-src 'self' 'nonce-n0nce';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('no page lets a style speak without the nonce, where no outside party draws into it', () => {
  const none = { s3: undefined, checkout: undefined, recaptcha: undefined, merge: undefined }
  for (const path of ['/', '/home', '/send/1/pay', '/sign-in', '/sign-up', '/operator', '/developers', '/g/abc123']) {
    const policy = securityHeaders(path, { foreign: allowedHosts(none) }).get('Content-Security-Policy')
    expect([path, policy?.match(/style-src[^;]*/g)]).toEqual([path, ["style-src 'self' 'nonce-n0nce'"]])
  }
})

test('the security headers allow the card provider, the captcha and the bucket where they are configured, and nothing of a gift’s page but its pictures', () => {
  const s3 = { endpoint: 'https://s3.example:9000/', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' }
  const baseUrl = 'https://www.google.com/recaptcha'
  const foreign = allowedHosts({
    s3,
    checkout: {} as never,
    merge: undefined,
    recaptcha: { siteKey: 'k', secretKey: 's', baseUrl },
  })
  const policy = securityHeaders('/send/1/pay', { foreign }).get('Content-Security-Policy')
  expect(policy).toContain("img-src 'self' data: https://s3.example:9000 https://*.checkout.com;")
  expect(policy).toContain("style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline';")
  const reached = `'self' https://*.checkout.com ${baseUrl}/ https://recaptcha.google.com/recaptcha/;`
  expect(policy).toContain(`frame-src ${reached}`)
  expect(policy).toContain(`connect-src ${reached}`)
  const gift = securityHeaders('/g/abc123', { foreign }).get('Content-Security-Policy')
  expect(gift).toContain('https://s3.example:9000')
  expect(gift).not.toMatch(/checkout\.com|recaptcha|unsafe/)
  const none = { s3: undefined, checkout: undefined, recaptcha: undefined, merge: undefined }
  const alone = securityHeaders('/send/1/pay', { foreign: allowedHosts(none) })
  expect(alone.get('Content-Security-Policy')).not.toMatch(/https:\/\/|style-src-elem/)
})

test('the security headers let the pages of tills use the camera, and no other page', () => {
  const camera = (path: string) => securityHeaders(path).get('Permissions-Policy')?.split(',')[0]
  for (const path of ['/till', '/till/redeem', '/TILL']) expect(camera(path)).toBe('camera=(self)')
  for (const path of ['/', '/tills', '/g/till', '/operator/merchants/tills']) expect(camera(path)).toBe('camera=()')
})

test('the security headers keep the address of a gift, its only key, from others', () => {
  const headers = securityHeaders('/g/abc123')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('X-Robots-Tag')).toContain('noindex')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(securityHeaders('/').get('X-Robots-Tag')).toBeNull()
})

test('the security headers keep the address of a page that holds a key for a moment from others', () => {
  for (const path of [
    '/reset-password',
    '/join',
    '/verify-email',
    '/change-email',
    '/operator/password',
    '/sso/google',
  ])
    expect([path, securityHeaders(path).get('Referrer-Policy')]).toEqual([path, 'no-referrer'])
})

test('the security headers ask for HTTPS only where there is HTTPS', () => {
  expect(securityHeaders('/').get('Strict-Transport-Security')).toContain('max-age')
  const local = securityHeaders('/', { publicUrl: 'http://localhost:3000' })
  expect(local.get('Strict-Transport-Security')).toBeNull()
  expect(local.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
})

test('the security headers leave a policy that a page has set itself', () => {
  expect(
    securityHeaders('/', {}, { 'Content-Security-Policy': "default-src 'none'" }).get('Content-Security-Policy'),
  ).toBe("default-src 'none'")
})

const cases: [string, string, Record<string, string>, boolean][] = [
  ['our own page', '/sandbox-ui', { 'sec-fetch-site': 'same-origin', origin: publicUrl }, true],
  ['a reload by the user', '/sandbox-ui', { 'sec-fetch-site': 'none' }, true],
  ['another site', '/sandbox-ui', { 'sec-fetch-site': 'cross-site', origin: publicUrl }, false],
  ['a sibling domain', '/sandbox-ui', { 'sec-fetch-site': 'same-site', origin: publicUrl }, false],
  ['an older browser on our page', '/sandbox-ui', { origin: publicUrl }, true],
  ['an older browser elsewhere', '/sandbox-ui', { origin: 'https://evil.example' }, false],
  ['a browser that hides its origin', '/sandbox-ui', { origin: 'null' }, false],
  ['no browser at all', '/sandbox-ui', {}, false],
  ['an older browser on a gift', '/g/abc123', { origin: 'null' }, true],
  ['another site, to a gift', '/g/abc123', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false],
  ['an older browser elsewhere, to a gift', '/g/abc123', { origin: 'https://evil.example' }, false],
]

test.each(cases)('a form from %s to %s: %o is %s', (_, path, headers, allowed) => {
  // Behind a proxy the request's own address is not the one people see.
  const request = new Request(`http://10.0.0.7:3000${path}`, { method: 'POST', headers })
  expect(isSameOrigin(request, publicUrl)).toBe(allowed)
})
