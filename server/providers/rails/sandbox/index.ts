import { type Context, Hono } from 'hono'
import type { RailName } from '#contract/core/rails.ts'
import type { Logger } from '#server/platform/log.ts'
import { drop, type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import type { RailBook } from './book.ts'
import { type FailureBook, openFailures, type RailFailures } from './failures.ts'
import { answerRequest, FOLDER } from './folder.ts'
import { CAMPAIGNS, IMOVO_KEY, imovoRail, isImovoKey, requestVoucher, updateVoucher } from './imovo.ts'
import { railRoutes } from './routes.ts'

type FolderRail = Extract<RailName, 'post-office' | 'pin'>

/** Rails of our own: PayPoint's HTTP, and the folders of those that exchange files. */
export interface RailsSandbox extends Sandbox {
  /** How the clients reach them. */
  settings: {
    paypoint: { apiKey: string; baseUrl: string; campaigns: typeof CAMPAIGNS; filesKey: string }
    postOffice: { baseUrl: string; login: string; key: string }
    pin4cash: { baseUrl: string; login: string; key: string }
  }
  failures: RailFailures
}

/** What they have made is in the database: it outlives restarts, and several processes share it. */
export async function openRailsSandbox({ log, ...book }: RailBook & { log: Logger }): Promise<RailsSandbox> {
  const failures = openFailures()
  const app = new Hono()
  app.onError((error, context) => {
    log.error({ err: error }, 'sandbox: a rail failed')
    return context.body(null, 500)
  })
  serveImovo(app, book, failures)
  for (const rail of ['post-office', 'pin'] as const) serveFolder(app, book, failures, rail)
  const socket = await serveApp(app)
  const folder = (rail: FolderRail) => ({ ...FOLDER, baseUrl: `${socket.url}/${rail}` })
  return {
    settings: {
      paypoint: { apiKey: IMOVO_KEY, baseUrl: `${socket.url}/i-movo`, campaigns: CAMPAIGNS, filesKey: FOLDER.key },
      postOffice: folder('post-office'),
      pin4cash: folder('pin'),
    },
    failures,
    routes: railRoutes(book, failures),
    close: async () => {
      failures.release()
      await socket.close()
    },
  }
}

function serveImovo(app: Hono, book: RailBook, failures: FailureBook): void {
  app.post(
    '/i-movo/VoucherRequest/Request',
    async (context): Promise<Response> =>
      isImovoKey(context)
        ? withFailure(failures, imovoRail(context), context, (isLie) => requestVoucher(book, context, isLie))
        : context.body(null, 401),
  )
  app.get(
    '/i-movo/Voucher/Update/',
    async (context): Promise<Response> =>
      isImovoKey(context)
        ? withFailure(failures, 'cash-out', context, () => updateVoucher(book, context))
        : context.body(null, 401),
  )
}

/** `requests/` takes files, `results/` gives them. */
function serveFolder(app: Hono, book: RailBook, failures: FailureBook, rail: FolderRail): void {
  const isOurs = (context: Context) =>
    context.req.header('authorization') === `Basic ${Buffer.from(FOLDER.login).toString('base64')}`
  const readName = (context: Context) => context.req.param('file')!.replace(/\.csv$/, '')
  app.put(`/${rail}/requests/:file`, async (context) => {
    if (!isOurs(context)) return context.body(null, 401)
    const text = await context.req.text()
    return withFailure(failures, rail, context, async (isLie, isSlow) => {
      const result = await answerRequest(book, rail, readName(context), text, isLie)
      if (result === null) return context.body(null, 422)
      await keep(book, rail, readName(context), result, isSlow)
      return context.body(null, 201)
    })
  })
  app.get(`/${rail}/results/:file`, async (context) => {
    if (!isOurs(context)) return context.body(null, 401)
    const row = await book.db
      .selectFrom('sandbox_rail_answer')
      .select('result')
      .where('rail', '=', rail)
      .where('name', '=', readName(context))
      .executeTakeFirst()
    return row?.result ? context.text(row.result) : context.body(null, 404)
  })
}

/** Puts a result where it is looked for; a slow rail does so once it is let go. */
const keep = ({ db }: RailBook, rail: string, name: string, result: string, isSlow: boolean) =>
  db
    .insertInto('sandbox_rail_answer')
    .values({ rail, name, ...(isSlow ? { held: result } : { result }) })
    .onConflict((conflict) => conflict.columns(['rail', 'name']).doNothing())
    .execute()

/** Serves a request, or fails it in the way a test has planned. */
async function withFailure(
  failures: FailureBook,
  rail: RailName,
  context: Context,
  serve: (isLie: boolean, isSlow: boolean) => Promise<Response>,
): Promise<Response> {
  const failure = failures.take(rail)
  if (failure === 'error') return context.body(null, 500)
  if (failure === 'throttled') return context.body(null, 429, { 'retry-after': '2' })
  if (failure === 'drop-before') return drop(context)
  // A folder takes a file at once, however long its answer takes.
  const isFolder = rail === 'post-office' || rail === 'pin'
  const response = await serve(failure === 'lie', failure === 'slow')
  if (failure === 'slow' && !isFolder) await failures.released()
  if (failure === 'drop-after') return drop(context)
  return failure === 'error-after' ? context.body(null, 500) : response
}
