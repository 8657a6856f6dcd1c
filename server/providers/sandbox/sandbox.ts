import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Route } from '#server/platform/http/route.ts'

/** Brings a request to the installation and returns the status of its answer. */
export type Deliver = (request: Request) => Promise<number>

/** The stand-in of an outside party, as the installation connects it; never in production. */
export interface Sandbox {
  /** Endpoints by which a person sees what it did, and says what it is to do. */
  routes?: Route[]
  /** What it shows to browsers, under a path of the installation. */
  pages?: { path: string; app: Hono }
  /** Where it tells what happened. */
  deliverTo?(deliver: Deliver): void
  close(): Promise<void>
}

export const LOOPBACK = '127.0.0.1'

/** Serves on a port that the operating system chooses, reachable from this machine only. */
export async function openSocket(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const serveApp = ({ fetch }: Hono) => openSocket(getRequestListener(fetch, { overrideGlobalObjects: false }))

/** Cuts the connection without an answer. */
export function drop(context: Context): Response {
  const socket = (context.env as { incoming?: { socket: { destroy(): void } } })?.incoming?.socket
  socket?.destroy()
  return context.body(null, 500)
}
