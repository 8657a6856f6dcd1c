import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { drop, type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { type FailureBook, openFailures, type TilloFailures } from './failures.ts'
import { type IssueBody, issueCard, notAuthentic, Refused, readIssue, type TilloAnswer } from './issue.ts'
import { type IssuedCard, issuedCards } from './issued-cards.ts'
import { tilloRoutes } from './routes.ts'

/** A voucher issuer of our own that speaks Tillo's HTTP, and the ways in which real ones fail. */
export interface TilloSandbox extends Sandbox {
  /** How the client reaches it. */
  settings: typeof KEYS & { baseUrl: string }
  failures: TilloFailures
  /** What it has issued, the first first. */
  issued(): Promise<IssuedCard[]>
  /** How many requests to issue have come in, good or bad, since it started. */
  requests(): number
}

/** Well known, and good for nothing but the sandbox. */
const KEYS = { apiKey: 'posy-sandbox', secret: 'posy-sandbox-tillo-secret', sector: 'employee-rewards' }
const CLOCKS_MAY_DIFFER_MS = 5 * 60_000

/** What it has issued is in the database: it outlives restarts, and several processes share it. */
export async function openTilloSandbox({ db, log }: { db: Db; log: Logger }): Promise<TilloSandbox> {
  const failures = openFailures()
  let requests = 0
  const app = new Hono()
  app.onError((error, context) => {
    log.error({ err: error }, 'sandbox: the voucher issuer failed')
    return context.json({ code: '600', status: 'error', message: 'Internal error', data: null }, 500)
  })
  app.post('/api/v2/digital/issue', (context) => {
    requests += 1
    return withFailure(failures, context, () => serveIssue(db, failures, context))
  })
  const socket = await serveApp(app)
  return {
    settings: { ...KEYS, baseUrl: `${socket.url}/api/v2` },
    failures,
    requests: () => requests,
    routes: tilloRoutes(db, failures),
    issued: () => issuedCards(db),
    close: async () => {
      failures.release()
      await socket.close()
    },
  }
}

async function serveIssue(db: Db, failures: FailureBook, context: Context): Promise<Response> {
  const request = readIssue(await context.req.json().catch(() => undefined))
  if ('status' in request) return answering(context, request)
  if (!isAuthentic(context, request)) return answering(context, notAuthentic)
  try {
    return answering(context, await issueCard(db, failures, request))
  } catch (error) {
    if (error instanceof Refused) return answering(context, error.answer)
    throw error
  }
}

const answering = (context: Context, { status, body }: TilloAnswer) => context.json(body, status as 200)

/** Signed with our secret, not long ago. Both forms of the signature that Tillo's guides show are taken. */
function isAuthentic(context: Context, { client_request_id, brand, face_value }: IssueBody): boolean {
  const [key, signature, timestamp] = ['api-key', 'signature', 'timestamp'].map(
    (name) => context.req.header(name) ?? '',
  )
  if (key !== KEYS.apiKey || Math.abs(Date.now() - Number(timestamp)) > CLOCKS_MAY_DIFFER_MS) return false
  const head = [KEYS.apiKey, 'POST', 'digital-issue', client_request_id, brand]
  const forms = [[...head, face_value.currency, String(face_value.amount)], head]
  return forms.some((parts) => {
    const expected = createHmac('sha256', KEYS.secret)
      .update([...parts, timestamp].join('-'))
      .digest('hex')
    return signature!.length === expected.length && timingSafeEqual(Buffer.from(signature!), Buffer.from(expected))
  })
}

/** Serves a request, or fails it in the way a test has planned. */
async function withFailure(failures: FailureBook, context: Context, serve: () => Promise<Response>): Promise<Response> {
  const failure = failures.take()
  const error = (status: 500 | 503, code: string) =>
    context.json({ code, status: 'error', message: 'Internal error', data: null }, status)
  if (failure === 'error') return error(500, '600')
  if (failure === 'unwell') return error(500, '603')
  if (failure === 'maintenance') return error(503, '602')
  if (failure === 'throttled') return context.json({ message: 'Too Many Attempts.' }, 429, { 'retry-after': '2' })
  if (failure === 'drop-before') return drop(context)
  const response = await serve()
  if (failure === 'slow') await failures.released()
  if (failure === 'drop-after') return drop(context)
  return failure === 'error-after' ? error(500, '600') : response
}
