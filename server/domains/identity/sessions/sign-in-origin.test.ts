import { expect, test } from 'vitest'
import { browserName, signInOrigin } from './sign-in-origin.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`,
    'Opera on macOS',
  ],
  ['curl/8.7.1', null],
  ['<script>Windows</script>', null],
  [null, null],
])('a sign-in’s origin calls %s by the name people know', (userAgent, name) =>
  expect(browserName(userAgent)).toBe(name),
)

test('a sign-in’s origin writes an IPv4 address as people know it', () => {
  const from = (address: string) => signInOrigin({ address, headers: new Headers() }, undefined).address
  expect(from('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(from('2001:db8::1')).toBe('2001:db8::1')
})
