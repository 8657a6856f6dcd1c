import { invalidFields } from '#server/kit/problem.ts'

/** A request as someone pasted it. */
export interface PastedRequest {
  method: string
  /** Path and query, without the host that it was meant for. */
  address: string
  headers: Headers
  body: string | null
  /** What of it cannot be read from text. */
  notes: string[]
}

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'

/**
 * Reads a request: a curl command, or the lines of HTTP, of which the first may stand alone (`GET https://…`).
 * @throws invalid_fields (422) for text that is neither
 */
export function readPastedRequest(text: string): PastedRequest {
  const trimmed = text.trim().replaceAll('\r\n', '\n')
  return /^\$?\s*curl\s/.test(trimmed) ? readCurl(trimmed) : readHttp(trimmed)
}

const unreadable = (message: string) => invalidFields([{ path: 'request', message }])

function addressWith(url: string): string {
  const base = 'https://host.invalid'
  const parsed = URL.parse(/^(https?:)?\/\//i.test(url) || url.startsWith('/') ? url : `https://${url}`, base)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw unreadable(`has no address: ${url.slice(0, 100)}`)
  return `${parsed.pathname}${parsed.search}`
}

function getHeaders(pairs: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs)
    try {
      headers.append(name.trim(), value.trim())
    } catch {
      throw unreadable(`has a header that is none: ${name.slice(0, 100)}`)
    }
  return headers
}

const getPair = (line: string): readonly [string, string] => {
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
    address: addressWith(start[2]!),
    headers: getHeaders(head.filter((line) => line.trim() !== '').map(getPair)),
    body: body === '' ? null : body,
    notes: [],
  }
}

const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json'])
const WITH_VALUE = new Set(
  '-A -b -c -e -E -m -o -T -u -w -x --user --user-agent --cookie --max-time --output --proxy --referer --connect-timeout --retry'.split(
    ' ',
  ),
)

/** curl writes a short option and its value as one word too: `-XPOST`. */
const spread = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const short = /^(-[XHdFu])(.+)$/s.exec(word)
    const long = /^(--[\w-]+)=(.*)$/s.exec(word)
    const pair = short ?? long
    return pair ? [pair[1]!, pair[2]!] : [word]
  })

function readCurl(text: string): PastedRequest {
  const words = spread(shellWords(text.replace(/^\$\s*/, '')).slice(1))
  let [method, url]: (string | null)[] = [null, null]
  let isQuery = false
  const [headers, bodies, notes]: [(readonly [string, string])[], string[], string[]] = [[], [], []]
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const value = () => words[++at] ?? ''
    if (word === '-X' || word === '--request') method = value().toUpperCase()
    else if (word === '-H' || word === '--header') headers.push(getPair(value()))
    else if (word === '-G' || word === '--get') isQuery = true
    else if (word === '-I' || word === '--head') method = 'HEAD'
    else if (word === '--url') url = value()
    else if (word === '-F' || word === '--form') {
      value()
      notes.push('A form with files (-F) is not read here: only its address was looked at.')
    } else if (DATA.has(word)) {
      const sent = value()
      if (sent.startsWith('@')) notes.push(`The file ${sent.slice(1, 100)} is not read here: paste what is in it.`)
      else bodies.push(sent)
      if (word === '--json') headers.push(['content-type', 'application/json'])
    } else if (WITH_VALUE.has(word)) value()
    else if (!word.startsWith('-')) url ??= word
  }
  if (!url) throw unreadable('has no address')
  const body = bodies.length ? bodies.join('&') : null
  if (isQuery && body) url += `${url.includes('?') ? '&' : '?'}${body}`
  const sent = isQuery ? null : body
  return {
    method: method ?? (sent === null ? 'GET' : 'POST'),
    address: addressWith(url),
    headers: getHeaders(headers),
    body: sent,
    notes,
  }
}

/** Words as a POSIX shell takes them apart: quotes, `$'…'`, backslashes, lines that go on. Nothing is expanded. */
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
