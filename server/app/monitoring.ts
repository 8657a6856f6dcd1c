import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { callerAddress } from '#server/platform/http/address.ts'
import type { Posy } from '#server/platform/posy.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { RequestBudget, refuseExcess } from '#server/platform/throttle.ts'
import type { Monitoring } from '#server/providers/sentry/types.ts'
import { isSameOrigin } from './web-security.ts'

/** A packed replay of several minutes is a tenth of it. */
export const MOST_REPORT_BYTES = 2_000_000
/** A page that reports sends one every five seconds; a whole office may share an address. */
export const REPORTS_PER_MINUTE = 240
/** In all: reports of a bug that everyone meets must not crowd out what people came for. */
const MOST_UNDER_WAY = 8

/**
 * `POST /monitoring`: what browsers report goes through us to the configured project, and to no one else. Only our own
 * pages may send it, so many a minute and so large.
 */
export function mountMonitoring(api: Hono, posy: Posy): void {
  const budget = new RequestBudget(REPORTS_PER_MINUTE)
  let underWay = 0
  api.post('/monitoring', async (context) => {
    const { monitoring } = posy.providers
    if (!monitoring) throw notFound('endpoint POST /monitoring')
    if (!isSameOrigin(context.req.raw, posy.config.publicUrl))
      throw new Problem('forbidden', 'Only pages of this installation report here.')
    const address = trustedClientAddress(context, posy.config.trustedProxies)
    refuseExcess(budget.spendFrom('reports', address, posy.wall.nowMs()))
    if (underWay >= MOST_UNDER_WAY)
      throw new Problem('too_many_requests', 'Too many reports are under way.', { retryAfterSeconds: 30 })
    underWay += 1
    try {
      return await passOn(posy, monitoring, context.req.raw, address)
    } finally {
      underWay -= 1
    }
  })
}

async function passOn(posy: Posy, monitoring: Monitoring, request: Request, address: string): Promise<Response> {
  if (request.headers.has('content-encoding')) throw new Problem('bad_request', 'Reports are not packed.')
  const body = await readLimited(request)
  const refusal = monitoring.refusal(new URL(request.url).searchParams, body)
  if (refusal === 'malformed') throw new Problem('bad_request', 'This is no report.')
  if (refusal) throw new Problem('forbidden', 'This report is for another project.')
  const answer = await monitoring.forward({ body, address }).catch((cause: unknown) => {
    // Not an error: it would be reported in turn.
    posy.log.warn({ err: cause }, 'a report could not be passed on')
    throw new Problem('unavailable', 'The report could not be passed on.', { retryAfterSeconds: 60, cause })
  })
  return new Response(null, answer)
}

/** @throws payload_too_large (413) */
async function readLimited(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const refuse = () => new Problem('payload_too_large', 'The report is too large.')
  if (Number(request.headers.get('content-length') ?? 0) > MOST_REPORT_BYTES) throw refuse()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_REPORT_BYTES) throw refuse()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const trustedClientAddress = ({ req, env }: Context, trustedProxies: number): string =>
  callerAddress(req.header('x-forwarded-for'), trustedProxies) ??
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ??
  'unknown'
