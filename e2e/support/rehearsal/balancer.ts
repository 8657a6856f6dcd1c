import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface Route {
  /** Of the path; the first route that has one takes the request. */
  prefixes: readonly string[]
  ports: readonly number[]
  /** The path at which its processes say that they take requests. */
  check: string
}

/**
 * What stands in for HAProxy where there is none: sends each request to the next process that passes its check, appends to
 * X-Forwarded-For, and tries another only where a process could not be reached.
 */
export async function openBalancer(port: number, routes: readonly Route[]): Promise<{ close(): Promise<void> }> {
  const able = new Map(routes.map((route) => [route, new Set<number>()]))
  /** Those that failed the last look: one is out after two, as in the shipped configuration. */
  const failed = new Set<string>()
  const look = () =>
    Promise.all(
      [...able].flatMap(([{ ports, check }, passing]) =>
        ports.map(async (each) => {
          const isAble = await fetch(`http://127.0.0.1:${each}${check}`, { signal: AbortSignal.timeout(5000) }).then(
            ({ ok }) => ok,
            () => false,
          )
          const name = `${each}${check}`
          if (isAble) passing.add(each)
          else if (failed.has(name)) passing.delete(each)
          if (isAble) failed.delete(name)
          else failed.add(name)
        }),
      ),
    )
  await look()
  let timer: NodeJS.Timeout | undefined
  const lookAgain = () => {
    timer = setTimeout(() => void look().then(() => timer && lookAgain()), 1000)
  }
  lookAgain()
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const route = routes.find(({ prefixes }) => prefixes.some((prefix) => incoming.url?.startsWith(prefix)))!
    const ports = route.ports.filter((each) => able.get(route)!.has(each))
    turn += 1
    const order = ports.map((_, n) => ports[(n + turn) % ports.length]!)
    send(order, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send([port, ...others]: number[], incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!port) {
    outgoing.writeHead(503).end()
    return
  }
  const seen = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ')
  const headers = { ...incoming.headers, 'x-forwarded-for': seen }
  const inner = request({ port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers, agent: false })
  let connected = false
  inner.once('socket', (socket) =>
    socket
      .once('connect', () => incoming.pipe(inner))
      .once('connect', () => {
        connected = true
      }),
  )
  inner.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  inner.once('error', () => {
    if (!connected) send(others, incoming, outgoing)
    else if (!outgoing.headersSent) outgoing.writeHead(502).end()
    else outgoing.destroy()
  })
}
