import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { drop } from '#server/providers/sandbox/sandbox.ts'
import { everyone, serializeEmployee } from './company.ts'
import type { HrFailures } from './failures.ts'
import { findToken, integrations, issueToken, takeToken } from './tokens.ts'

const LinkRequest = z.object({
  end_user_email_address: z.email(),
  end_user_organization_name: z.string().min(1).max(100),
  end_user_origin_id: z.string().min(1).max(100),
  categories: z.array(z.string()).min(1),
  integration: z.string().optional(),
})
const LARGEST_PAGE = 100

/** The provider's API, as far as a client needs it. */
export function hrApi({
  db,
  log,
  failures,
  apiKey,
}: {
  db: Db
  log: Logger
  failures: HrFailures
  apiKey: string
}): Hono {
  const app = new Hono()
  app.onError((error, context) => {
    log.error({ err: error }, 'sandbox: the HR provider failed')
    return context.json({ detail: 'Internal error' }, 500)
  })
  app.use(async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${apiKey}`)
      return context.json({ detail: 'Invalid API key.' }, 401)
    const failure = failures.take()
    if (failure === 'error') return context.json({ detail: 'Internal error' }, 500)
    if (failure === 'throttled') return context.json({ detail: 'Throttled.' }, 429, { 'retry-after': '1' })
    if (failure === 'throttled-long') return context.json({ detail: 'Throttled.' }, 429, { 'retry-after': '600' })
    if (failure === 'revoked') return context.json({ detail: 'This linked account was deleted.' }, 401)
    if (failure === 'garbage') return context.text('<html>Bad gateway</html>')
    if (failure === 'drop') return drop(context)
    return next()
  })
  app.get('/api/organizations/integrations', (context) => {
    const all = integrations.map(({ slug, name, color }) => ({
      ...{ slug, name, color, categories: ['hris'], image: null, square_image: null },
    }))
    // Two to a page: anyone who reads only the first misses some.
    return context.json(paged(context, all, 2))
  })
  app.post('/api/hris/v1/link-token', async (context) => {
    const body = LinkRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) return context.json({ detail: z.prettifyError(body.error) }, 400)
    const { end_user_origin_id: origin_id, integration = '' } = body.data
    const system = integrations.find(({ slug }) => slug === integration)
    if (integration && !system) return context.json({ integration: ['Unknown integration.'] }, 400)
    const link_token = await issueToken(db, 'link', { origin_id, integration })
    return context.json({ link_token, integration_name: system?.name ?? null, magic_link_url: null })
  })
  app.get('/api/hris/v1/account-token/:publicToken', async (context) => {
    const taken = await takeToken(db, 'public', context.req.param('publicToken'))
    if (!taken) return context.json({ detail: 'Not found.' }, 404)
    const account_token = await issueToken(db, 'account', taken)
    const system = integrations.find(({ slug }) => slug === taken.integration)!
    return context.json({ account_token, integration: { ...system, categories: ['hris'] }, id: taken.origin_id })
  })
  linkedAccount(app, db)
  return app
}

/** What is asked with an account's token. */
function linkedAccount(app: Hono, db: Db): void {
  const findCallerAccount = (context: Context) => findToken(db, 'account', context.req.header('x-account-token') ?? '')
  const refuse = (context: Context) => context.json({ detail: 'Invalid account token.' }, 401)
  app.get('/api/hris/v1/sync-status', async (context) => {
    if (!(await findCallerAccount(context))) return refuse(context)
    const status = { model_name: 'Employee', model_id: 'hris.Employee', status: 'DONE', is_initial_sync: false }
    return context.json(paged(context, [status], LARGEST_PAGE))
  })
  app.get('/api/hris/v1/employees', async (context) => {
    if (!(await findCallerAccount(context))) return refuse(context)
    const size = Math.min(LARGEST_PAGE, Number(context.req.query('page_size')) || 30)
    return context.json(paged(context, (await everyone(db)).map(serializeEmployee), size))
  })
  app.post('/api/hris/v1/delete-account', async (context) => {
    const taken = await takeToken(db, 'account', context.req.header('x-account-token') ?? '')
    return taken ? context.body(null, 200) : refuse(context)
  })
}

/** A page with the cursor of the next one. */
function paged<T>(context: Context, all: readonly T[], size: number) {
  const start = Number(Buffer.from(context.req.query('cursor') ?? '', 'base64url').toString()) || 0
  const end = start + size
  const cursor = (place: number) => Buffer.from(String(place)).toString('base64url')
  return {
    next: end < all.length ? cursor(end) : null,
    previous: start > 0 ? cursor(Math.max(0, start - size)) : null,
    results: all.slice(start, end),
  }
}
