import { callUrl } from '#contract/core/call-url.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { CallProblem, CallResult, Invoke, InvokeOptions } from '#contract/core/invoke.ts'
import type { Problem } from '#server/platform/problem/problem.ts'
import type { KnownTokens } from './admit.ts'
import type { Calls } from './calls.ts'
import { requireBodySize, type Sent } from './request.ts'

/** Whom a page is for. */
export interface Visitor {
  /** As the connection or a trusted proxy says. */
  address: string
  /** What their browser calls itself. */
  userAgent: string | undefined
}

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The door of pages: the calls of one page, made for whom it is for. */
export function createInvoke({ posy, routes, answer }: Calls): (visitor: Visitor) => Invoke {
  // By name, not by identity: the pages' build has a copy of the contract.
  const byId = new Map(routes.map((route) => [route.endpoint.id, route]))
  return ({ address, userAgent }) => {
    const knownTokens: KnownTokens = new Map()
    const invoke = async (named: Endpoint, input: Input, options: InvokeOptions = {}): Promise<CallResult<unknown>> => {
      const route = byId.get(named.id)
      if (!route) throw new Error(`Nothing answers ${named.id}.`)
      const { endpoint } = route
      const where = callUrl('', endpoint, input.params, input.query)
      const answered = await answer(route, {
        get url() {
          return new URL(`${posy.config.publicUrl}${where}`)
        },
        address,
        headers: toHeaders(options, userAgent),
        read: () => toSent(endpoint, input, where),
        outlined: () => null,
        knownTokens,
      })
      if (answered.ok) return { ok: true, value: answered.value }
      return { ok: false, problem: toCallProblem(answered.problem, answered.requestId) }
    }
    return invoke as Invoke
  }
}

/** What handlers look for among them: whose call it is, its name, and which browser it is from. */
function toHeaders({ token, idempotencyKey }: InvokeOptions, userAgent: string | undefined): Headers {
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  // A form holds it, and may be sent with anything in it: headers hold no other letters.
  if (idempotencyKey) headers.set('idempotency-key', encodeURI(idempotencyKey))
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

const toCallProblem = ({ status, code, message, help, details }: Problem, requestId: string): CallProblem => ({
  ...{ status, code, message, help, details, requestId },
})

/**
 * The input as it would come over HTTP: texts in path and query, and a body that went through JSON, so that what handlers get is theirs
 * alone and has no field that is undefined.
 * @throws payload_too_large (413)
 */
function toSent({ body: schema, bodyKind, bodyLimitBytes }: Endpoint, input: Input, where: string): Sent {
  const sent = { params: toTexts(input.params), query: toTexts(input.query), where } as Sent
  if (!schema && input.body === undefined) return sent
  if (bodyKind === 'multipart') {
    const fields = Object.entries(input.body as object).map(([name, value]) => [name, toField(value)] as const)
    const bytes = fields.map(([, value]) => (typeof value === 'string' ? Buffer.byteLength(value) : value.size))
    requireBodySize(
      bytes.reduce((sum, each) => sum + each, 0),
      bodyLimitBytes,
    )
    return { ...sent, body: { value: Object.fromEntries(fields), text: '' } }
  }
  const text = JSON.stringify(input.body) ?? ''
  requireBodySize(Buffer.byteLength(text), bodyLimitBytes)
  return { ...sent, body: { value: text ? JSON.parse(text) : undefined, text } }
}

/** As a form has them. */
const toField = (value: unknown): string | File =>
  value instanceof Blob
    ? value instanceof File
      ? value
      : new File([value], 'blob', { type: value.type })
    : String(value)

/** What was given, as an address says it. */
function toTexts(values: Record<string, unknown> = {}): Record<string, unknown> {
  const texts: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) {
      if (value.length) texts[name] = value.map(String)
    } else texts[name] = typeof value === 'object' ? toTexts(value as Record<string, unknown>) : String(value)
  }
  return texts
}
