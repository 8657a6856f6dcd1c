import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** For requests that name no host, as HTTP/1.0 allows: health checks of older balancers. */
export const UNNAMED_HOST = 'localhost'

export const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

/**
 * Listens at another address of the same port too, for the same answers: `localhost` is 127.0.0.1 to some and ::1 to others.
 * Null where that cannot be had.
 */
export async function listenAlso(server: Server, port: number, host: string): Promise<Server | null> {
  const also = createServer({ keepAliveTimeout: server.keepAliveTimeout })
  for (const event of ['request', 'upgrade'] as const) also.on(event, (...args) => void server.emit(event, ...args))
  try {
    await listen(also, port, host)
    return also
  } catch {
    return null
  }
}

/** Takes no new connections, and ends once every request has been answered. */
export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    // A connection is idle once its last answer is sent, which may be later.
    const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    server.close(() => {
      clearInterval(closing)
      resolve()
    })
    server.closeIdleConnections()
  })

const CLOSE_IDLE_EVERY_MS = 50

/** Below those that the system gives to connections: one of these could take it before it is used. */
const PORTS = [20_000, 32_000] as const

/** A port of this machine that no one listens at. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS)
    const server = createServer()
    try {
      await listen(server, port, '127.0.0.1')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      continue
    }
    await closeServer(server)
    return port
  }
}
