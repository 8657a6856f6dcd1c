import { type Context, Hono } from 'hono'
import { drop } from '#server/providers/sandbox/sandbox.ts'
import { answerChallenge, type ChangeName, changePayment } from './actions.ts'
import type { FailureAt } from './failures.ts'
import { fieldPage, flowScriptResponse } from './fields.ts'
import { newIdentifier } from './identifiers.ts'
import { challengePage } from './pages.ts'
import { serializeSandboxPayment } from './payment.ts'
import { findPayment, requestPayment } from './payments.ts'
import { type Provider, SandboxRefusal } from './provider.ts'
import { records, type SandboxAnswer } from './records.ts'
import { listReports, reportFile } from './reports.ts'
import { createSession, requireSession } from './sessions.ts'
import { createToken, publicCard } from './tokens.ts'

const failureByChange: Record<ChangeName, FailureAt> = { captures: 'capture', voids: 'void', refunds: 'refund' }

const key = (context: Context) => context.req.header('cko-idempotency-key')

/** The provider's HTTP: its API for the installation, its pages for browsers. The path it is mounted at does not matter. */
export function checkoutApi(provider: Provider): Hono {
  const app = new Hono()
  const { db, keys } = provider

  const requireKey = (context: Context, wanted: string): void => {
    if ((context.req.header('authorization') ?? '').replace(/^Bearer /i, '') !== wanted) throw new SandboxRefusal(401)
  }
  const secret = (context: Context) => requireKey(context, keys.secretKey)
  const readBody = async (context: Context): Promise<unknown> => {
    const text = await context.req.text()
    if (text === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw new SandboxRefusal(422, 'body_invalid')
    }
  }
  const answering = (context: Context, { status, body }: SandboxAnswer) => context.json(body as object, status as 200)

  app.onError((error, context) => {
    if (!(error instanceof SandboxRefusal)) {
      provider.log.error({ err: error }, 'sandbox: the card provider failed')
      return context.body(null, 500)
    }
    const { status, codes } = error
    if (!codes.length) return context.body(null, status as 404)
    return context.json(
      { request_id: newIdentifier('req'), error_type: 'request_invalid', error_codes: codes },
      status as 422,
    )
  })

  app.post('/tokens', async (context) => {
    requireKey(context, keys.publicKey)
    const session = context.req.header('cko-payment-session-secret')
    if (session !== undefined) await requireSession(provider, session)
    return context.json(await createToken(provider, await readBody(context)), 201)
  })
  app.post('/payment-sessions', (context) =>
    withFailure(provider, context, 'session', async () => {
      secret(context)
      return context.json(await createSession(provider, await readBody(context)), 201)
    }),
  )
  app.post('/payments', (context) =>
    withFailure(provider, context, 'payment', async () => {
      secret(context)
      return answering(context, await requestPayment(provider, await readBody(context), key(context)))
    }),
  )
  app.get('/payments', (context) =>
    withFailure(provider, context, 'read', async () => {
      secret(context)
      const [reference, limit, skip] = ['reference', 'limit', 'skip'].map((name) => context.req.query(name))
      if (!reference) throw new SandboxRefusal(422, 'reference_required')
      const all = await records.paymentsByReference(db, reference)
      const [first, count] = [Number(skip ?? 0), Number(limit ?? 10)]
      const data = all.slice(first, first + count).map((payment) => serializeSandboxPayment(payment, provider))
      return context.json({ limit: count, skip: first, total_count: all.length, data })
    }),
  )
  app.get('/payments/:id', (context) =>
    withFailure(provider, context, 'read', async () => {
      secret(context)
      return context.json(serializeSandboxPayment(await findPayment(provider, context.req.param('id') ?? ''), provider))
    }),
  )
  app.get('/payments/:id/actions', async (context) => {
    secret(context)
    return context.json((await findPayment(provider, context.req.param('id'))).actions)
  })
  for (const name of ['captures', 'voids', 'refunds'] as const) {
    app.post(`/payments/:id/${name}`, (context) =>
      withFailure(provider, context, failureByChange[name], async () => {
        secret(context)
        const body = await readBody(context)
        return answering(
          context,
          await changePayment(provider, name, context.req.param('id') ?? '', body, key(context)),
        )
      }),
    )
  }
  instruments(app, provider, { secret, readBody })
  pages(app, provider)
  return app
}

interface Helpers {
  secret(context: Context): void
  readBody(context: Context): Promise<unknown>
}

function instruments(app: Hono, provider: Provider, { secret, readBody }: Helpers): void {
  const { db } = provider
  app.post('/instruments', async (context) => {
    secret(context)
    const { token: id = '' } = ((await readBody(context)) ?? {}) as { token?: string }
    const token = await records.token(db, String(id))
    if (!token || token.used) throw new SandboxRefusal(422, token ? 'token_used' : 'token_invalid')
    await records.saveToken(db, String(id), { ...token, used: true })
    const instrument = newIdentifier('src')
    await records.saveInstrument(db, instrument, token.card)
    return context.json({ id: instrument, type: 'card', ...publicCard(token.card) }, 201)
  })
  app.get('/instruments/:id', async (context) => {
    secret(context)
    const card = await records.instrument(db, context.req.param('id'))
    if (!card) throw new SandboxRefusal(404)
    return context.json({ id: context.req.param('id'), type: 'card', ...publicCard(card) })
  })
  app.delete('/instruments/:id', async (context) => {
    secret(context)
    if (!(await records.deleteInstrument(db, context.req.param('id')))) throw new SandboxRefusal(404)
    return context.body(null, 204)
  })
  app.get('/reports', async (context) => {
    secret(context)
    return context.json(await listReports(provider, context.req.query()))
  })
  app.get('/reports/:id/files/:file', async (context) => {
    secret(context)
    return context.text(await reportFile(provider, context.req.param('id')), 200, { 'content-type': 'text/csv' })
  })
  app.get('/disputes/:id', async (context) => {
    secret(context)
    const dispute = await records.dispute(db, context.req.param('id'))
    if (!dispute) throw new SandboxRefusal(404)
    const { id, status, amount, currency, received_on, payment } = dispute
    return context.json({ id, category: 'general', status, amount, currency, received_on, payment: { id: payment } })
  })
}

function pages(app: Hono, provider: Provider): void {
  app.get('/index.js', () => flowScriptResponse())
  app.get('/fields/:name', (context) => {
    const field = fieldPage(context.req.param('name'))
    if (!field) throw new SandboxRefusal(404)
    return field
  })
  app.get('/3ds/:session', async (context) => {
    const payment = await findPayment(provider, context.req.param('session'))
    return challengePage(payment)
  })
  for (const verb of ['approve', 'fail'] as const) {
    app.post(`/3ds/:session/${verb}`, async (context) =>
      context.redirect(await answerChallenge(provider, context.req.param('session'), verb === 'approve'), 303),
    )
  }
}

/** Serves a request, or fails it in the way a test has planned. */
async function withFailure(
  { failures }: Provider,
  context: Context,
  at: FailureAt,
  serve: () => Promise<Response>,
): Promise<Response> {
  const failure = failures.take(at)
  if (failure === 'error') return context.body(null, 500)
  if (failure === 'drop-before') return drop(context)
  const response = await serve()
  if (failure === 'slow') await failures.released()
  return failure === 'drop-after' ? drop(context) : response
}
