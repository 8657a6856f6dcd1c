import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Config } from '#server/platform/config.ts'
import type { Assembled } from './assemble.ts'
import { closeServer, listen, UNNAMED_HOST } from './listen.ts'
import { mountWatch } from './operations.ts'

const DEFAULT_PORT = 3001

/** Where a worker, which serves no one, answers for itself: /health, /ready and /metrics. */
export async function serveHealth(
  app: Assembled,
  config: Config,
): Promise<{ port: number; close(): Promise<void> } | null> {
  const watched = new Hono()
  mountWatch(watched, app.posy, app.metrics, app.lifecycle)
  const server = createServer(getRequestListener(watched.fetch, { hostname: UNNAMED_HOST }))
  const port = config.healthPort ?? DEFAULT_PORT
  try {
    await listen(server, port, config.host)
  } catch (error) {
    // Several workers on one machine: only who named a port can count on it.
    if (config.healthPort !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    app.posy.log.warn({ port }, 'another process has the port for health and metrics; HEALTH_PORT names one')
    return null
  }
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}
