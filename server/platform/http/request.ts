import { z } from 'zod'
import { closed } from '#contract/core/closed.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { fieldNames, fieldSchema, type SentBack } from '#contract/core/sent-back.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { issueMessage } from './issue-message.ts'
import { suggestion } from './misspelt-field.ts'
import { withoutNotGiven } from './not-given.ts'
import { type ListWords, listWords, NO_WORDS } from './paging.ts'
import { splitSentBack } from './sent-back.ts'

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024
const MAX_QUERY_BYTES = 64 * 1024

type Tree = { [key: string]: unknown }

/**
 * Reads a query string: `a=1&a=2`, `a[]=1` and `a[0]=1` become lists, `a[b]=1` becomes an object.
 * Keys that could reach an object's prototype are dropped.
 */
function parseQuery(search: URLSearchParams): Tree {
  const tree: Tree = Object.create(null)
  for (const [rawKey, value] of search) {
    const parts = rawKey.split('[').map((part) => part.replace(/\]$/, ''))
    if (
      parts.some((part) => part === '__proto__' || part === 'constructor' || part === 'prototype') ||
      parts.length > 4
    )
      continue
    while (parts.length > 1 && /^\d*$/.test(parts.at(-1)!)) parts.pop()
    const isList = rawKey.endsWith(']') && /\[\d*\]$/.test(rawKey)
    let node = tree
    for (const part of parts.slice(0, -1)) {
      if (typeof node[part] !== 'object' || node[part] === null) node[part] = Object.create(null)
      node = node[part] as Tree
    }
    const last = parts.at(-1)!
    const before = node[last]
    if (before === undefined) node[last] = isList ? [value] : value
    else node[last] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return tree
}

/** @throws payload_too_large (413) */
export function requireBodySize(bytes: number, limitBytes = DEFAULT_BODY_LIMIT_BYTES): void {
  if (bytes > limitBytes) throw new Problem('payload_too_large', `The body is larger than ${limitBytes} bytes.`)
}

/** Reads a body up to its limit, whatever Content-Length claims. @throws payload_too_large (413) */
async function readBytes(request: Request, limitBytes?: number): Promise<Buffer<ArrayBuffer>> {
  requireBodySize(Number(request.headers.get('content-length') ?? 0), limitBytes)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    requireBodySize(size, limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** As readBytes, as text. @throws payload_too_large (413) */
const readText = async (request: Request, limitBytes?: number): Promise<string> =>
  (await readBytes(request, limitBytes)).toString('utf8')

/** The fields of a multipart form; the first of each name. @throws payload_too_large (413), unsupported_media_type (415), bad_request (400) */
async function readForm(request: Request, limitBytes?: number): Promise<Tree> {
  const bytes = await readBytes(request, limitBytes)
  const type = request.headers.get('content-type') ?? ''
  const help = 'Send multipart/form-data.'
  const wrong = () => new Problem('bad_request', 'The body is not a valid form.', { help })
  if (!type.startsWith('multipart/form-data')) throw unreadableType(type, help)
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw wrong()
  })
  const tree: Tree = Object.create(null)
  for (const [name, value] of form) tree[name] ??= value
  return { ...tree }
}

const isJson = ({ headers }: Request) => headers.get('content-type')?.startsWith('application/json') ?? false

const unreadableType = (type: string, help?: string) =>
  new Problem('unsupported_media_type', `A body of the type ${type.split(';')[0] || '(none)'} is not read here.`, {
    ...(help && { help }),
  })

/** What programs name JSON that they send without a thought for its type: nothing, plain text, or the form that curl says. */
const MAY_BE_JSON = /^$|json\b|^text\/plain\b|^application\/x-www-form-urlencoded\b/i

/**
 * With a byte-order mark, as PowerShell and .NET write it, it is JSON all the same; and so it is under a wrong type.
 * @throws unsupported_media_type (415) for what is neither JSON nor says that it is; malformed_json (400)
 */
function parseJson(text: string, type: string): unknown {
  const json = text.replace(/^\uFEFF/, '')
  if (json === '') return undefined
  try {
    return JSON.parse(json)
  } catch {
    if (!MAY_BE_JSON.test(type)) throw unreadableType(type)
    throw new Problem('malformed_json', 'The body is not valid JSON.')
  }
}

/** Databases cannot store NUL: every text that holds one is named. */
function nulPaths(value: unknown, path: string, found: ErrorDetail[], depth = 0): void {
  if (depth > 100 || found.length > 20) return
  if (typeof value === 'string') {
    if (value.includes('\u0000')) found.push({ path, message: 'must not contain NUL', code: 'invalid_text' })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) nulPaths(item, path ? `${path}.${key}` : key, found, depth + 1)
  }
}

const NOTHING = z.object({})
/** Comparing a name with every field takes its time, and a stranger may send a million letters of names. */
const MOST_SUGGESTIONS = 20

/** Checks one part of a request; collects every wrong field into `details`, those that the schema does not name too. */
function check<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  details: ErrorDetail[],
  { prefix = '', isCreate = false } = {},
): z.output<S> | undefined {
  const strict = closed(schema ?? NOTHING)
  let parsed = strict.safeParse(value, { error: issueMessage })
  if (!parsed.success) {
    const given = withoutNotGiven(value, parsed.error.issues, isCreate)
    if (given) parsed = strict.safeParse(given, { error: issueMessage })
  }
  if (parsed.success) return schema && (parsed.data as z.output<S>)
  for (const [index, issue] of parsed.error.issues.flatMap(unwrapIssue).slice(0, 1000).entries()) {
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)].join('.') || 'body'
    const isMisspelt = issue.code === 'unrecognized_keys' && index < MOST_SUGGESTIONS
    const hint = isMisspelt ? suggestion(schema, issue.path.slice(0, -1), String(issue.path.at(-1))) : ''
    details.push({ path, message: `${issue.message}${hint}`, code: issue.code ?? 'custom' })
  }
  return undefined
}

/** One issue a field: unknown ones each by their own path, and those of the one variant that fits but for them. */
function unwrapIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      ...issue,
      path: [...issue.path, key],
      message: 'is not a field of this request',
    }))
  if (issue.code !== 'invalid_union') return [issue]
  const nearest = issue.errors.find((each) => each.length && each.every(({ code }) => code === 'unrecognized_keys'))
  if (!nearest) return [issue]
  return nearest.flatMap((each) => unwrapIssue({ ...each, path: [...issue.path, ...each.path] }))
}

interface RequestShape {
  method?: string
  path?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  bodyKind?: 'json' | 'form' | 'multipart'
  bodyLimitBytes?: number
  sentBack?: SentBack
  response?: z.ZodType
}

/** What was sent, by whichever door: nothing of it is checked yet. */
export interface Sent {
  params: Record<string, string>
  query: Tree
  /** Path and query. */
  where: string
  /** Not there where nothing was sent, or nothing is read. */
  body?: SentBody
}

interface SentBody {
  value: unknown
  /** As it came; empty where it came in parts. */
  text: string
  isForm?: boolean
}

/** What a request is, read and checked. */
export interface Read {
  params: unknown
  query: unknown
  body: unknown
  /** Names of a record that was sent back, and what they said. */
  kept: Record<string, unknown>
  words: ListWords
  /** What makes it the request it is: the same JSON in another order or indent is the same. */
  fingerprint(): string
  /** As it came. */
  asSent(): string
  rawBody: string
}

/**
 * What an HTTP request sends.
 * @throws malformed_json, unsupported_media_type, payload_too_large, bad_request
 */
export async function readRequest(
  request: Request,
  params: Record<string, string>,
  shape: RequestShape,
): Promise<Sent> {
  const url = new URL(request.url)
  if (url.search.length > MAX_QUERY_BYTES) throw new Problem('payload_too_large', 'The query string is too long.')
  const sent = { params, query: parseQuery(url.searchParams), where: `${url.pathname}${url.search}` }
  if (shape.body && shape.bodyKind === 'multipart')
    return { ...sent, body: { value: await readForm(request, shape.bodyLimitBytes), text: '' } }
  if (!shape.body && !isJson(request)) return sent

  const text = await readText(request, shape.bodyLimitBytes)
  const type = request.headers.get('content-type') ?? ''
  const isForm = shape.bodyKind === 'form' && type.startsWith('application/x-www-form-urlencoded')
  const value = isForm ? { ...parseQuery(new URLSearchParams(text)) } : parseJson(text, type)
  return { ...sent, body: { value, text, isForm } }
}

/**
 * Checks path, query and body against the contract, once; handlers trust the types.
 * @throws invalid_fields with every wrong field
 */
export function checkInput({ params, query: tree, where, body: sent }: Sent, shape: RequestShape): Read {
  const details: ErrorDetail[] = []
  const checked = { params: check(shape.params, params, details), words: forgive(tree, shape) }
  const query = check(shape.query, tree, details)
  const text = sent?.text ?? ''
  const read = {
    ...{ ...checked, query, rawBody: text },
    fingerprint: () => `${where}\n${sent?.isForm || !text ? text : canonical(sent?.value)}`,
    asSent: () => `${where}\n${text}`,
  }
  if (!sent || shape.bodyKind === 'multipart') {
    const body = sent && check(shape.body, sent.value, details)
    return { ...read, kept: {}, body: sound(body, details) }
  }
  if (HOLDS_NUL.test(text)) nulPaths(sent.value, '', details)
  const { value, kept } =
    shape.body && shape.sentBack
      ? splitSentBack(shape.body, shape.sentBack, sent.value)
      : { value: sent.value, kept: {} }
  const found = forgiveBody(value, shape)
  const body = check(shape.body, emptyAsObject(found.value) ?? {}, details, { isCreate: shape.method === 'POST' })
  return { ...read, kept, words: found.words ?? checked.words, body: sound(body, details) }
}

/** As it is, as JSON writes it, and as a form does. */
const HOLDS_NUL = /\u0000|\\u0000|%00/

/** PHP writes an empty object as an empty list. */
const emptyAsObject = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value)

function sound<T>(value: T, details: ErrorDetail[]): T {
  if (details.length) throw invalidFields(details)
  return value
}

/** JSON whose meaning is the same is written the same. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? ''
  )
}

/**
 * What callers send along everywhere, as programs written for the original do: `embed[]` on any call of v2, where it brings
 * what is known, `platform` and a cache-buster on reads, and the words of any kind of paging.
 */
function forgive(tree: Tree, { method, path, query, response }: RequestShape): ListWords {
  const names = fieldNames(query)
  if (path?.startsWith('/api/v2/') && !names.has('embed')) delete tree.embed
  if (method !== 'GET') return NO_WORDS
  for (const name of ['_', 'platform']) if (!names.has(name)) delete tree[name]
  renameEnd(tree, names)
  return isList(response) ? listWords(tree, names) : NO_WORDS
}

/** The end of a period is `to` or `until`, whichever of them an endpoint names. */
function renameEnd(tree: Tree, names: ReadonlySet<string>): void {
  if (!names.has('from') || names.has('to') === names.has('until')) return
  const [own, other] = names.has('to') ? ['to', 'until'] : ['until', 'to']
  if (tree[other!] === undefined || tree[own!] !== undefined) return
  tree[own!] = tree[other!]
  delete tree[other!]
}

/** A search is a list that is asked for by a body. */
function forgiveBody(value: unknown, { method, body, response }: RequestShape): { value: unknown; words?: ListWords } {
  if (method !== 'POST' || !isList(response) || typeof value !== 'object' || value === null) return { value }
  const names = fieldNames(body)
  if (!names.has('filter') && !names.has('query')) return { value }
  const tree = { ...value }
  return { words: listWords(tree, names), value: tree }
}

const isList = (response: z.ZodType | undefined): boolean => fieldSchema(response, 'data')?._zod.def.type === 'array'
