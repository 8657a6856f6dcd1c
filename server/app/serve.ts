import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Config } from '#server/platform/config.ts'
import { callerAddress } from '#server/platform/http/address.ts'
import type { Assembled } from './assemble.ts'
import { createWeb } from './web.ts'
import { foreignHostsOf } from './web-security.ts'

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
  '/files/',
  '/openapi.json',
  '/health',
  '/ready',
  '/metrics',
]
const captchaOf = ({ siteKey, baseUrl }: NonNullable<Config['recaptcha']>) => ({
  siteKey,
  scriptUrl: `${baseUrl}/api.js?render=explicit`,
})

const isApiPath = (path: string) =>
  API_PATHS.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))

/** Listens, with the API, the pages, or both, by role. */
export async function serve(app: Assembled, config: Config): Promise<Server> {
  const httpServer = createServer()
  const web =
    config.role === 'api'
      ? null
      : await createWeb({
          mode: process.env.NODE_ENV === 'production' ? 'production' : 'development',
          publicUrl: config.publicUrl,
          sandbox: config.sandbox,
          session: config.web,
          links: config.links,
          captcha: config.recaptcha ? captchaOf(config.recaptcha) : null,
          foreign: foreignHostsOf(config),
          apiFetch: async (request, { address, knownCallers }) => {
            if (address) request.headers.set('x-forwarded-for', address)
            return app.api.fetch(request, { knownCallers })
          },
          httpServer,
          reportError: (error) => app.posy.log.error({ err: error }, 'page failed'),
        })
  const listener = getRequestListener(async (request, env) => {
    if (!web || isApiPath(new URL(request.url).pathname)) return app.api.fetch(request, env)
    const forwarded = request.headers.get('x-forwarded-for')
    const address =
      callerAddress(forwarded, config.trustedProxies) ?? (env as HttpBindings).incoming.socket.remoteAddress
    return web.fetch(request, { address, knownCallers: new Map() })
  })
  let writesHeldUntil: Promise<void> | undefined
  httpServer.on('request', async (incoming, outgoing) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') await writesHeldUntil
    const isPage = !isApiPath(new URL(incoming.url ?? '/', 'http://localhost').pathname)
    if (isPage && (await web?.devAssets?.(incoming, outgoing))) return
    await listener(incoming, outgoing)
  })
  await new Promise<void>((resolve, reject) => {
    httpServer.once('error', reject)
    httpServer.listen(config.port, config.host, resolve)
  })
  return {
    port: (httpServer.address() as AddressInfo).port,
    holdWritesUntil: (done) => {
      writesHeldUntil = done
    },
    close: async () => {
      httpServer.closeIdleConnections()
      await new Promise((resolve) => httpServer.close(resolve))
      await web?.close()
    },
  }
}
