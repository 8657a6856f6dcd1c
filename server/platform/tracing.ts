import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { isRecipientPath, pathKind } from '#contract/core/personal-data.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/**
 * What requests, jobs and their queries take, as OpenTelemetry has it: recorded where `app/open-tracing.ts` was told to.
 * Spans hold kinds, ids of requests and SQL without its values, never what someone typed.
 */
const tracer = trace.getTracer('posy')

/** One piece of work, as part of whatever is under way; an error is named by its kind and thrown on. */
export const traced = <T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: { kind?: SpanKind; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      const isRefusal = error instanceof Problem
      span.setAttribute('error.type', isRefusal ? error.code : error instanceof Error ? error.name : 'unknown')
      if (!isRefusal || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

/** A request from outside, as part of the trace that its caller began (`traceparent`). */
export function tracedRequest(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (isFromMachines(pathname)) return answer()
  const route = tracedRoute(pathname)
  const parent = propagation.extract(context.active(), request.headers, { keys: headerNames, get: readHeader })
  const attributes = { 'http.request.method': request.method, 'http.route': route }
  return context.with(parent, () =>
    traced(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, async (span) => {
      const response = await answer()
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      return response
    }),
  )
}

/** A gift's code opens it, and may look like a word: of recipients' paths only the beginning is told. */
const tracedRoute = (pathname: string) =>
  isRecipientPath(pathname) ? `/${pathname.split('/')[1]}/{id}` : pathKind(pathname)

const headerNames = (headers: Headers) => [...headers.keys()]
const readHeader = (headers: Headers, name: string) => headers.get(name) ?? undefined

/** They look every few seconds. */
const isFromMachines = (pathname: string) => /^\/(health|ready|metrics)$/.test(pathname)

/** A job, which begins a trace of its own. */
export const tracedJob = (name: string, work: () => Promise<void>): Promise<void> =>
  traced(name, { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': name } }, work)
