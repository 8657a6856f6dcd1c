import { Hono } from 'hono'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { RequestCheck } from '#contract/original/original.ts'
import { answerProblem, grantHeaders } from '#server/platform/http/answer.ts'
import { idempotencyKey } from '#server/platform/http/calls.ts'
import { mountRoutes } from '#server/platform/http/mount-routes.ts'
import { checkInput, type Read, readRequest } from '#server/platform/http/request.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type PastedRequest, readPastedRequest } from './pasted-request.ts'
import { readNames } from './read-names.ts'

/** What a request met on its way. */
interface Met {
  endpoint: Endpoint | null
  input: Read | null
}

const readers = new Hono<{ Bindings: Met }>({ strict: false })
const routes = (Object.values(contract) as Endpoint[]).map((endpoint) => ({ endpoint }))
mountRoutes(readers as unknown as Hono, routes, async ({ endpoint }, context) => {
  const met: Met = context.env
  met.endpoint = endpoint
  try {
    const sent = await readRequest(context.req.raw, context.req.param() as Record<string, string>, endpoint)
    met.input = checkInput(sent, endpoint)
    if (endpoint.idempotent) idempotencyKey(context.req.raw.headers)
    return new Response(null, { status: endpoint.status ?? 200 })
  } catch (error) {
    if (error instanceof Problem)
      return answerProblem(error, { grant: grantHeaders(endpoint.path, context.req.raw.headers) })
    throw error
  }
})

/** Of HTTP itself, a request with these never has a body. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE'])

/**
 * Says what would be done with a request, by the code that reads real ones, and does nothing of it: no one is asked who they
 * are, nothing is looked up, kept or logged of it.
 * @throws invalid_fields (422) for text that is no request
 */
export async function checkRequest(text: string): Promise<RequestCheck> {
  const pasted = readPastedRequest(text)
  const { method, address, body } = pasted
  const met: Met = { endpoint: null, input: null }
  // HEAD is answered as GET is, without the body.
  const asked = method === 'HEAD' ? 'GET' : method
  const sent = { method: asked, headers: toContentHeaders(pasted), ...(body !== null && asked !== 'GET' && { body }) }
  const response = await readers.request(address, sent, met)
  const { endpoint, input } = met
  const refusal = response.status < 400 ? null : await response.json()
  return {
    method,
    path: address,
    endpoint: endpoint && { id: endpoint.id, method: endpoint.method, path: endpoint.path, summary: endpoint.summary },
    isAccepted: refusal === null,
    status: response.status,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    help: refusal?.help ?? null,
    details: (refusal?.details ?? []).map(({ path, message }: { path: string; message: string }) => ({
      path,
      message,
    })),
    names: readNames(pasted, endpoint, input),
    notes: notesOn(pasted, endpoint, input),
  }
}

/** As the program would send it; a body without a type is what curl makes of it. */
function toContentHeaders({ headers, body }: PastedRequest): Headers {
  const sent = new Headers()
  const type = headers.get('content-type') ?? (body === null ? null : 'application/x-www-form-urlencoded')
  if (type) sent.set('content-type', type)
  const key = headers.get('idempotency-key')
  if (key !== null) sent.set('idempotency-key', key)
  return sent
}

function notesOn({ method, headers, body }: PastedRequest, endpoint: Endpoint | null, input: Read | null) {
  const said: string[] = []
  if (!endpoint) return said
  const hasCaller = headers.has('authorization') || headers.has('x-huggg-api-key')
  if (endpoint.access !== 'public' && !hasCaller)
    said.push('It says nothing of who is calling: without a bearer token or X-Huggg-API-Key the answer is 401.')
  if (body !== null && BODILESS.has(method) && !endpoint.body) said.push(`A body is not read with ${method} here.`)
  if (input) said.push('Ids, permissions, states and money are looked at only when it is really sent.')
  return said
}
