import {
  type ClientOptions,
  createStackParser,
  createTransport,
  type Event,
  propagationContextFromHeaders,
  Scope,
  setHttpStatus,
  startInactiveSpan,
} from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { isRecipientPath, pathKind, withoutPersonalDataIn } from '#contract/core/personal-data.ts'
import { RequestBudget } from '#server/platform/throttle.ts'
import type { ForwardAnswer, Monitoring } from '#server/providers/sentry/types.ts'
import { type Dsn, readDsn, tunnelQuery } from './dsn.ts'
import { envelopeRefusal } from './envelope.ts'

/** Of all traces (specification, section 9). */
const TRACE_SAMPLE_RATE = 0.1
/** A failure that repeats itself must not become a flood. */
const EVENTS_PER_MINUTE = 120
const TRACES_PER_MINUTE = 1200
const TIMEOUT_MS = 10_000
const FLUSH_MS = 2000
/** How the receiver says that it has had enough; SDKs obey. */
const PASSED_ON = ['retry-after', 'x-sentry-rate-limits']

export interface SentryOptions {
  dsn: string
  environment: string
  release: string | null
  /** Where people reach this installation. */
  publicUrl: string
  propagationHosts: readonly string[]
  nowMs: () => number
}

/** Sentry, or whatever else speaks its protocol. Its own SDK for Node brings a package that we may not ship (decision 200). */
export function openSentry({
  dsn: text,
  environment,
  release,
  publicUrl,
  propagationHosts,
  nowMs,
}: SentryOptions): Monitoring {
  const dsn = readDsn(text)
  const client = openClient(dsn, { environment, ...(release ? { release } : {}) })
  const events = new RequestBudget(EVENTS_PER_MINUTE)
  const traces = new RequestBudget(TRACES_PER_MINUTE)
  const isAllowed = (budget: RequestBudget) => budget.spend('all', nowMs()).excess === 0
  const createScope = (tags: Record<string, unknown>) => {
    const scope = new Scope()
    scope.setClient(client)
    scope.setExtras(tags)
    return scope
  }
  return {
    browser: {
      dsn: dsn.text,
      tunnel: `/monitoring?${tunnelQuery(dsn)}`,
      environment,
      release,
      propagationHosts: [new URL(publicUrl).host, ...propagationHosts],
    },
    report: (error, about) => {
      if (isAllowed(events)) client.captureException(error, undefined, createScope(about))
    },
    trace: async (request, answer) => {
      const { pathname } = new URL(request.url)
      if (isRecipientPath(pathname) || !isFollowed(pathname) || !isAllowed(traces)) return answer()
      const name = `${request.method} ${pathKind(pathname)}`
      const scope = createScope({})
      const { headers } = request
      scope.setPropagationContext(
        propagationContextFromHeaders(headers.get('sentry-trace') ?? undefined, headers.get('baggage')),
      )
      const span = startInactiveSpan({ name, op: 'http.server', scope, attributes: { 'sentry.source': 'route' } })
      try {
        const response = await answer()
        setHttpStatus(span, response.status)
        // What nothing expected has been reported as the error it is.
        if (response.status > 500 && isAllowed(events))
          client.captureMessage(`${response.status} ${name}`, 'error', {}, scope)
        return response
      } finally {
        span.end()
      }
    },
    refusal: (query, body) => envelopeRefusal(dsn, query, body),
    forward: async ({ body, address }) => {
      const response = await fetch(dsn.envelopeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope', 'x-forwarded-for': address },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      return forwardAnswer(response)
    },
    close: async () => {
      await client.close(FLUSH_MS)
    },
  }
}

/** Not the machines that look every few seconds, nor files, nor the reports themselves. */
const isFollowed = (pathname: string): boolean =>
  !/^\/(health|ready|metrics|monitoring|openapi\.json|favicon\.svg)$|^\/(assets|catalogue|sandbox|sandbox-ui)\//.test(
    pathname,
  )

const forwardAnswer = ({ status, headers }: Response): ForwardAnswer => ({
  status,
  headers: Object.fromEntries(PASSED_ON.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))),
})

function openClient(dsn: Dsn, labels: Pick<ClientOptions, 'environment' | 'release'>): ServerRuntimeClient {
  const client = new ServerRuntimeClient({
    ...labels,
    dsn: dsn.text,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // Whole transactions, which servers of one's own know; spans one by one are for the newest only.
    traceLifecycle: 'static',
    transport: (options) => createTransport(options, ({ body }) => send(dsn, body)),
    // Requests hold other people's names and addresses.
    dataCollection: { httpBodies: [], cookies: false, urlQueryParams: false, stackFrameVariables: false },
  })
  client.init()
  client.addEventProcessor(scrubEvent)
  return client
}

async function send(dsn: Dsn, body: string | Uint8Array) {
  const response = await fetch(dsn.envelopeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: body as BodyInit,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  const { status: statusCode, headers } = response
  return {
    statusCode,
    headers: {
      'retry-after': headers.get('retry-after'),
      'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
    },
  }
}

/** Messages quote what went wrong, and that can be someone's address. What the SDK itself keeps beside an event stays as it is. */
function scrubEvent<E extends Event>(event: E): E {
  const { sdkProcessingMetadata, ...told } = event
  return { ...withoutPersonalDataIn(told), ...(sdkProcessingMetadata ? { sdkProcessingMetadata } : {}) } as E
}
