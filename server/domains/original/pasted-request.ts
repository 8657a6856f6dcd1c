import { invalidFields } from '#server/platform/problem/problem.ts'

/** A request as someone pasted it. */
export interface PastedRequest {
  method: string
  /** Path and query, without the host that it was meant for. */
  address: string
  headers: Headers
  body: string | null
}

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD'

/**
 * Reads a request: a curl command, or the lines of HTTP, of which the first may stand alone (`GET https://…`).
 * @throws invalid_fields (422) for text that is neither
 */
export function readPastedRequest(text: string): PastedRequest {
  const trimmed = text.trim().replaceAll('\r\n', '\n')
  return /^\$?\s*curl\s/.test(trimmed) ? readCurl(trimmed) : readHttp(trimmed)
}

const unreadable = (message: string) => invalidFields([{ path: 'request', message }])

function pathAndQuery(url: string): string {
  const base = 'https://host.invalid'
  const parsed = URL.parse(/^(https?:)?\/\//i.test(url) || url.startsWith('/') ? url : `https://${url}`, base)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw unreadable(`has no address: ${url.slice(0, 100)}`)
  return `${parsed.pathname}${parsed.search}`
}

function toHeaders(pairs: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs)
    try {
      headers.append(name.trim(), value.trim())
    } catch {
      throw unreadable(`has a header that is none: ${name.slice(0, 100)}`)
    }
  return headers
}

const splitHeader = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
}

function readHttp(text: string): PastedRequest {
  const [first = '', ...rest] = text.split('\n')
  const start = new RegExp(`^(${METHODS})\\s+(\\S+)(\\s+HTTP/[\\d.]+)?$`, 'i').exec(first.trim())
  if (!start) throw unreadable('must begin with curl, or with a method and an address: POST https://…')
  // The body follows an empty line, or begins where JSON does.
  const ends = rest.findIndex((line) => line.trim() === '' || /^[[{]/.test(line.trim()))
  const [head, tail] = ends < 0 ? [rest, []] : [rest.slice(0, ends), rest.slice(ends)]
  const body = tail.join('\n').trim()
  return {
    method: start[1]!.toUpperCase(),
    address: pathAndQuery(start[2]!),
    headers: toHeaders(head.filter((line) => line.trim() !== '').map(splitHeader)),
    body: body === '' ? null : body,
  }
}

const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json'])
/** Options of curl that take a value, other than those that are read. */
const SHORT_WITH_VALUE = 'AbcCDeEmoPQrtTuwxyYzXHdF'
const LONG_WITH_VALUE = new Set([
  ...['--cacert', '--capath', '--cert', '--ciphers', '--config', '--connect-timeout', '--connect-to', '--cookie'],
  ...[
    '--cookie-jar',
    '--dump-header',
    '--interface',
    '--key',
    '--limit-rate',
    '--max-redirs',
    '--max-time',
    '--noproxy',
  ],
  ...['--output', '--pass', '--proxy', '--proxy-user', '--range', '--referer', '--resolve', '--retry', '--retry-delay'],
  ...['--retry-max-time', '--user-agent', '--write-out'],
])

/** curl takes `-sXPOST` for `-s -X POST`, and `--url=x` for `--url x`. */
function spread(word: string): string[] {
  const long = /^(--[\w-]+)=(.*)$/s.exec(word)
  if (long) return [long[1]!, long[2]!]
  if (!/^-[^-]/.test(word)) return [word]
  const options: string[] = []
  for (let at = 1; at < word.length; at++) {
    options.push(`-${word[at]}`)
    if (!SHORT_WITH_VALUE.includes(word[at]!)) continue
    if (at + 1 < word.length) options.push(word.slice(at + 1))
    break
  }
  return options
}

/** What a curl command says, option by option. */
interface Curl {
  method: string | null
  url: string | null
  isQuery: boolean
  headers: (readonly [string, string])[]
  bodies: string[]
}

function readOption(curl: Curl, option: string, value: () => string): void {
  if (option === '-X' || option === '--request') curl.method = value().toUpperCase()
  else if (option === '-H' || option === '--header') curl.headers.push(splitHeader(value()))
  else if (option === '-G' || option === '--get') curl.isQuery = true
  else if (option === '-I' || option === '--head') curl.method = 'HEAD'
  else if (option === '--url') curl.url = value()
  else if (option === '-u' || option === '--user' || option === '--oauth2-bearer') {
    value()
    curl.headers.push(['authorization', 'given'])
  } else if (['-F', '--form', '-T', '--upload-file'].includes(option))
    throw unreadable('sends files, which are not read here')
  else if (DATA.has(option)) {
    const sent = value()
    if (sent.startsWith('@')) throw unreadable('names a file: paste what is in it in its place')
    curl.bodies.push(sent)
    if (option === '--json') curl.headers.push(['content-type', 'application/json'])
  } else if (LONG_WITH_VALUE.has(option) || (/^-\w$/.test(option) && SHORT_WITH_VALUE.includes(option[1]!))) value()
  else if (!option.startsWith('-')) curl.url ??= option
}

function readCurl(text: string): PastedRequest {
  const words = shellWords(text.replace(/^\$\s*/, '')).slice(1)
  const curl: Curl = { method: null, url: null, isQuery: false, headers: [], bodies: [] }
  for (let at = 0; at < words.length; at++) {
    words.splice(at, 1, ...spread(words[at]!))
    readOption(curl, words[at]!, () => words[++at] ?? '')
  }
  const { method, url, isQuery, headers, bodies } = curl
  if (!url) throw unreadable('has no address')
  if (method !== null && !new RegExp(`^(${METHODS})$`).test(method))
    throw unreadable('has a method that is not taken here')
  const body = bodies.length ? bodies.join('&') : null
  const query = isQuery && body ? `${url.includes('?') ? '&' : '?'}${body}` : ''
  const sent = isQuery ? null : body
  return {
    method: method ?? (sent === null ? 'GET' : 'POST'),
    address: pathAndQuery(`${url}${query}`),
    headers: toHeaders(headers),
    body: sent,
  }
}

/** Words as a POSIX shell splits them: quotes, `$'…'`, backslashes, continued lines. Nothing is expanded. */
function shellWords(text: string): string[] {
  const words: string[] = []
  const part = /\\\n|\s+|'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\$]+|\$)/gsy
  let word: string | null = null
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    if (!found) throw unreadable('has a quote that does not end')
    const [all, single, ansi, double, escaped, plain] = found
    if (/^(\\\n|\s+)$/.test(all)) {
      if (word !== null && all !== '\\\n') {
        words.push(word)
        word = null
      }
      continue
    }
    word =
      (word ?? '') + (single ?? unescapeAnsi(ansi) ?? double?.replace(/\\([$`"\\\n])/g, '$1') ?? escaped ?? plain ?? '')
  }
  if (word !== null) words.push(word)
  return words
}

const ANSI: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
const unescapeAnsi = (text: string | undefined): string | undefined =>
  text?.replace(/\\u([\da-f]{4})|\\(.)/gis, (_, code?: string, letter?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ANSI[letter!] ?? letter!),
  )
