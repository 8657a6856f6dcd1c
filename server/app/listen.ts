import type { Server } from 'node:http'

/** For requests that name no host, as HTTP/1.0 allows: health checks of older balancers. */
export const UNNAMED_HOST = 'localhost'

export const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

/** Takes no new connections, and ends once every request has been answered. */
export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
