import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { PICTURE_COPIES } from '#contract/core/picture-address.ts'
import { identityProviders } from '#contract/identity/auth.ts'
import { bankAccount } from '#server/domains/wallets/index.ts'
import type { Config } from '#server/platform/config.ts'
import { callerAddress } from '#server/platform/http/address.ts'
import { answerProblem, internalError, newRequestId } from '#server/platform/http/answer.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { foreignTo } from '#server/platform/this-machine.ts'
import { tracedRequest } from '#server/platform/tracing.ts'
import type { Assembled } from './assemble.ts'
import { loadLegalTexts } from './legal-texts.ts'
import { closeServer, listen, listenAlso, UNNAMED_HOST } from './listen.ts'
import { targetPath } from './request-target.ts'
import { createWeb, type WebOptions } from './web.ts'
import { allowedHosts } from './web-security.ts'

export interface Server {
  port: number
  /** Requests that may change something wait for it; pages are shown meanwhile. */
  holdWritesUntil(done: Promise<void>): void
  close(): Promise<void>
}

/** The paths the API answers; everything else is a page. */
const API_PATHS = [
  '/api/',
  '/v3/',
  '/oauth/',
  '/public/',
  '/sandbox/',
  '/webhooks/',
  '/monitoring',
  '/files/',
  '/uploads/',
  '/looks/',
  `${PICTURE_COPIES}/`,
  '/printed/',
  '/openapi.json',
  '/.well-known/security.txt',
  '/health',
  '/ready',
  '/metrics',
]
const captchaSettings = ({ siteKey, baseUrl }: NonNullable<Config['recaptcha']>) => ({
  siteKey,
  scriptUrl: `${baseUrl}/api.js?render=explicit`,
})

/**
 * Longer than balancers and programs keep theirs, most for a minute: what closes first must not be the side that is asked, or
 * a request that was just sent is lost.
 */
const KEPT_OPEN_MS = 75_000

const isApiPath = (path: string) =>
  API_PATHS.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))

const siteSettings = async ({ posy: { providers } }: Assembled, config: Config): Promise<WebOptions['site']> => ({
  publicUrl: config.publicUrl,
  sandbox: config.sandbox,
  sandboxBanner: config.sandboxBanner,
  session: config.web,
  links: config.links,
  legal: await loadLegalTexts(config),
  signInWith: identityProviders.filter((name) => providers.identityProviders[name]),
  sendsTexts: providers.sms !== null,
  takesCards: providers.cards !== null,
  bank: bankAccount(config),
  captcha: config.recaptcha ? captchaSettings(config.recaptcha) : null,
  monitoring: providers.monitoring?.browser ?? null,
})

/** Listens, with the API, the pages, or both, by role. */
export async function serve(app: Assembled, config: Config): Promise<Server> {
  const httpServer = createServer({ keepAliveTimeout: KEPT_OPEN_MS })
  const web =
    config.role === 'api'
      ? null
      : await createWeb({
          mode: process.env.NODE_ENV === 'production' ? 'production' : 'development',
          site: await siteSettings(app, config),
          foreign: allowedHosts(config),
          invokeFor: app.invokeFor,
          httpServer,
          reportError: (error) => app.posy.log.error({ err: error }, 'page failed'),
        })
  const failed = (error: unknown, requestId: string) => {
    app.metrics.unhandledErrors.inc({ kind: 'request' })
    app.posy.log.error({ err: error, requestId }, 'a request failed outside its handler')
  }
  const route = async (request: Request, env: object): Promise<Response> => {
    if (!web || isApiPath(new URL(request.url).pathname))
      return withApiHeaders(await app.api.fetch(request, env), config)
    const forwarded = request.headers.get('x-forwarded-for')
    const peer = (env as HttpBindings).incoming.socket.remoteAddress
    return web.fetch(request, {
      address: callerAddress(forwarded, config.trustedProxies) ?? peer ?? 'unknown',
      userAgent: request.headers.get('user-agent') ?? undefined,
    })
  }
  const { monitoring } = app.posy.providers
  const listener = getRequestListener(
    (request, env) => {
      const answer = () => tracedRequest(request, () => route(request, env))
      return monitoring ? monitoring.trace(request, answer) : answer()
    },
    { hostname: UNNAMED_HOST, errorHandler: (error) => refuseOrFail(error, failed) },
  )
  let writesHeldUntil: Promise<void> | undefined
  const warnOfProxy = proxyWarning(app, config)
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // Anyone who keeps a connection open learns with this answer to open the next one elsewhere.
    if (app.lifecycle.stopping) outgoing.setHeader('connection', 'close')
    const path = targetPath(incoming.url)
    if (path === null) {
      await sendRefusal(outgoing, answerProblem(new Problem('bad_request', 'There is no such address.')))
      return
    }
    if (config.thisMachineOnly && refuseForeign(app, incoming, outgoing)) return
    warnOfProxy(incoming)
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') await writesHeldUntil
    if (!isApiPath(path) && (await web?.devAssets?.(incoming, outgoing))) return
    await listener(incoming, outgoing)
  }
  // Whatever a request does, it must not end the process: nothing below catches what is thrown here.
  httpServer.on('request', (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => sendRefusal(outgoing, refuseOrFail(error, failed)))
  })
  await listen(httpServer, config.port, config.host)
  const { port } = httpServer.address() as AddressInfo
  const also = config.thisMachineOnly && config.host === '127.0.0.1' ? await listenAlso(httpServer, port, '::1') : null
  return {
    port,
    holdWritesUntil: (done) => {
      writesHeldUntil = done
    },
    close: async () => {
      await Promise.all([closeServer(httpServer), also && closeServer(also)])
      await web?.close()
    },
  }
}

/** An answer of the API is never run as a page, and over HTTPS never asked for in clear. */
function withApiHeaders(response: Response, { publicUrl }: Config): Response {
  const { headers } = response
  headers.set('X-Content-Type-Options', 'nosniff')
  if (publicUrl.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  return response
}

const FOREIGN = {
  forwarded: [403, 'This sandbox answers this machine only, and nothing that came through a proxy.'],
  host: [421, 'This sandbox answers this machine only, by the name localhost.'],
} as const

/** A sandbox has passwords that anyone can read up: without SANDBOX=true no one elsewhere gets an answer. */
function refuseForeign({ posy }: Assembled, { headers, socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  const reason = foreignTo(headers)
  if (!reason) return false
  const requestId = newRequestId()
  posy.security.note('address-refused', { reason, requestId, address: socket.remoteAddress })
  const [status, words] = FOREIGN[reason]
  const help = 'Set SANDBOX=true to let others reach it; its pages then say that it is one.'
  outgoing
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': requestId })
    .end(`${words} ${help} Request id: ${requestId}\n`)
  return true
}

/** A request whose address or headers cannot be read is refused; anything else is a bug. */
function refuseOrFail(error: unknown, failed: (error: unknown, requestId: string) => void): Response {
  if (error instanceof RequestError)
    return answerProblem(new Problem('bad_request', 'The address or a header cannot be read.'))
  const requestId = newRequestId()
  failed(error, requestId)
  return answerProblem(internalError(requestId), { requestId })
}

async function sendRefusal(outgoing: ServerResponse, refusal: Response): Promise<void> {
  const body = await refusal.text()
  if (outgoing.headersSent) outgoing.end()
  else outgoing.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(body)
}

/** Says once that callers come through a proxy which the settings do not know: all of them would share one limit. */
function proxyWarning({ posy }: Assembled, config: Config): (incoming: IncomingMessage) => void {
  let warned = config.trustedProxies > 0
  return ({ headers }) => {
    if (warned || !headers['x-forwarded-for']) return
    warned = true
    posy.log.warn('requests come through a proxy, yet TRUSTED_PROXIES is 0: all its callers share one limit')
  }
}
