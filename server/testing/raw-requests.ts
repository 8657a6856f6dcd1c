import { connect } from 'node:net'

const line = (method: string, target: string, headers = 'Host: localhost', body = '') =>
  `${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n${body}`

const targets = [
  '//',
  '///',
  '/\\',
  '\\',
  '//:',
  '//[',
  'http://[',
  'http://',
  'http://a b/',
  'https://user:pass@/',
  '*',
  '?',
  '.',
  'localhost:80',
  'ftp://x/',
  '/%',
  '/%00',
  '/%ff%fe',
  '/..//x',
  '/.//',
  '/g/%',
  '/g/%c0%80',
  '/v3/%',
  '/v3/products/%00',
  '/api/v2/orders/%e0%a4%a',
  '/files/%',
  '/__manifest?p=%',
  '/_root.data',
  '//x.data',
  '/home.data?_routes=%00',
  '/sign-in?next=//x',
  `/${'a'.repeat(12_000)}`,
  '/?%',
  '/?a[=1&a[]]=2&__proto__[x]=1',
  '/\u00e9',
  '/\ud83d\ude00',
]
const headerLines = [
  '',
  'Host:',
  'Host: [',
  'Host: a b',
  'Host: a@b',
  'Host: //',
  'Host: \u00e9',
  'Host: localhost:99999',
  'Host: localhost\r\nHost: other',
  'Host: localhost\r\nCookie: =; ;;a=%;b',
  'Host: localhost\r\nCookie: posy_user_access_token=%ff',
  'Host: localhost\r\nAuthorization: Bearer',
  'Host: localhost\r\nAuthorization: Basic %%%',
  'Host: localhost\r\nX-Forwarded-For: ,,,',
  'Host: localhost\r\nX-Forwarded-Proto: javascript',
  'Host: localhost\r\nAccept-Encoding: ;q=;,',
  'Host: localhost\r\nAccept-Language: *;q=x',
  'Host: localhost\r\nIf-Modified-Since: never',
  'Host: localhost\r\nIf-None-Match: "',
  'Host: localhost\r\nRange: bytes=9-1',
  'Host: localhost\r\nOrigin: null',
  'Host: localhost\r\nOrigin: http://[',
  'Host: localhost\r\nSec-Fetch-Site: \u00ff',
  'Host: localhost\r\nExpect: 100-continue',
  'Host: localhost\r\nExpect: other',
  'Host: localhost\r\nUpgrade: websocket\r\nConnection: upgrade',
  'Host: localhost\r\nUpgrade: h2c\r\nHTTP2-Settings: x',
  'Host: localhost\r\nTransfer-Encoding: gzip',
  'Host: localhost\r\nContent-Length: -1',
  'Host: localhost\r\nContent-Length: x',
  `Host: localhost\r\nX-Long: ${'x'.repeat(20_000)}`,
  'Host: localhost\r\n\u0000: x',
  'Host: localhost\r\nNo colon here',
]
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'PURGE',
  'get',
  'X',
  '',
]
const bodies: [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', '\u0000'],
  ['text/plain', 'x'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n'],
  ['application/x-www-form-urlencoded', '%=%&=%ff'],
  ['\u00ff/;;', 'x'],
]
const posted = (target: string, [type, body]: [string, string]) =>
  line(
    'POST',
    target,
    `Host: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}`,
    body,
  )

/** What anybody may write on a socket of ours: odd targets, headers, methods and bodies, to pages and to the API. */
const oddRequests: string[] = [
  ...targets.flatMap((target) => ['GET', 'POST', 'HEAD'].map((method) => line(method, target))),
  ...headerLines.flatMap((headers) => ['/', '/v3/features', '/sign-in'].map((target) => line('GET', target, headers))),
  ...methods.flatMap((method) =>
    ['/', '/sign-in', '/v3/features', '/g/x', '/assets/x.js'].map((target) => line(method, target)),
  ),
  ...methods.map((method) => line(method, '/sign-in', 'Host: localhost\r\nSec-Fetch-Site: same-origin')),
  ...bodies.flatMap((body) =>
    [
      '/sign-in',
      '/sign-up',
      '/g/AAAAAAAA',
      '/oauth/token',
      '/webhooks/checkout',
      '/sandbox/clock',
      '/api/v2/transactions',
    ].map((target) => posted(target, body)),
  ),
  // Ends before its body does.
  'POST /sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\nshort',
  'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
  'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /\r\n\r\n',
  '\u0016\u0003\u0001\u0000',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\r\n\r\n\r\n',
  'x'.repeat(100_000),
]

/** Writes it, says no more, and reads the answer; nothing where the connection was closed without one. */
export const readRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, 'localhost', () => socket.end(Buffer.from(text, 'latin1')))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

/** The status of the answer; null where there was none. */
export const sendRaw = async (port: number, text: string): Promise<number | null> =>
  Number((await readRaw(port, text)).match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0) || null

/** Which of the odd requests were answered with a 5xx. */
export async function collectFailures(port: number, requests = oddRequests): Promise<string[]> {
  const failures: string[] = []
  for (let at = 0; at < requests.length; at += 20) {
    const batch = requests.slice(at, at + 20)
    const statuses = await Promise.all(batch.map((request) => sendRaw(port, request)))
    statuses.forEach((status, index) => {
      if (status !== null && status >= 500) failures.push(`${status} ${JSON.stringify(batch[index]!.slice(0, 120))}`)
    })
  }
  return failures
}
