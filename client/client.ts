import { callUrl } from '#contract/core/call-url.ts'
import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import { type Contract, contract } from '#contract/index.ts'
import { attempt } from './attempts.ts'
import { ApiError, type CallError, InvalidJsonError, MalformedResponseError } from './errors.ts'
import { apiHost } from './hosts.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { fail, pass, type Result } from './result.ts'

export type { CallOptions, ClientOptions }

type Method<E extends Endpoint> =
  object extends Call<E>
    ? (call?: Call<E>, options?: CallOptions) => Promise<Result<Answer<E>, CallError>>
    : (call: Call<E>, options?: CallOptions) => Promise<Result<Answer<E>, CallError>>

export type Client = { [Id in keyof Contract]: Method<Contract[Id]> }

/**
 * The typed client: one method per endpoint of the contract, each answering a pass or a fail.
 * A network failure (no answer at all) throws, as `fetch` does. Nothing is tried twice unless `retries` says so.
 */
export function createClient(options: ClientOptions): Client {
  // An environment that there is not is refused now, not with the first call.
  baseUrlIn(options)
  const call =
    (endpoint: Endpoint) =>
    (input: Sent = {}, callOptions: CallOptions = {}) =>
      request(options, endpoint, input, callOptions)
  return Object.fromEntries(Object.entries(contract).map(([id, endpoint]) => [id, call(endpoint)])) as unknown as Client
}

/** @throws an error for an environment that there is not */
const baseUrlIn = ({ baseUrl, hosts, environment }: ClientOptions): string => baseUrl ?? apiHost(hosts!, environment)

interface Sent {
  params?: object
  query?: object
  body?: unknown
}

async function request(
  options: ClientOptions,
  endpoint: Endpoint,
  input: Sent,
  { idempotencyKey, onReplayed, signal }: CallOptions,
): Promise<Result<unknown, CallError>> {
  const url = callUrl(baseUrlIn(options), endpoint, input.params, input.query)
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (options.apiKey) headers.set('x-huggg-api-key', options.apiKey)
  // With a key a try whose answer was lost can be repeated: it has its effect once.
  const key = idempotencyKey ?? (options.retries && endpoint.idempotent ? newKey() : undefined)
  if (key) headers.set('idempotency-key', key)
  const init: RequestInit = { method: endpoint.method, headers }
  if (endpoint.bodyKind === 'multipart') init.body = toFormData(input.body as object)
  else if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(input.body)
  }
  const isRepeatable = endpoint.method === 'GET' || (endpoint.idempotent === true && key !== undefined)
  const send = (token: string | undefined) => {
    if (token) headers.set('authorization', `Bearer ${token}`)
    return attempt(options, { isRepeatable, signal }, async (limit) => {
      const response = await (options.fetch ?? fetch)(
        new Request(url, { ...init, ...(limit ? { signal: limit } : {}) }),
      )
      return options.timeoutMs ? wholeAnswer(response) : response
    })
  }
  const token = await options.token?.()
  let response = await send(token)
  if (response.status === 401 && token && (await options.renew?.(token))) response = await send(await options.token?.())
  if (response.headers.get('idempotent-replayed') === 'true') onReplayed?.()
  const text = await response.text()
  const body = parse(text)
  if (!response.ok) return fail(new ApiError(response, body))
  if (endpoint.status === 204) return pass(undefined)
  if (body === undefined) return fail(new InvalidJsonError(url))
  if (isErrorBody(body)) return fail(new ApiError(response, body))
  const parsed = endpoint.response.safeParse(body)
  return parsed.success ? pass(parsed.data) : fail(new MalformedResponseError(url, { cause: parsed.error }))
}

/** `randomUUID` is not there on pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, '0')).join('')

/** With its body, which belongs to the time that an answer may take. */
async function wholeAnswer(response: Response): Promise<Response> {
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

/** Sent as a form: the browser or Node names its boundary itself. */
function toFormData(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

const isErrorBody = (body: unknown) =>
  typeof body === 'object' && body !== null && (body as { isError?: unknown }).isError === true

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
