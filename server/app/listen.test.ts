import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.ts'

test('a server that closes waits for the answer under way, and not for the connection that its caller would keep', async () => {
  const server = createServer({ keepAliveTimeout: 600_000 })
  await listen(server, 0, '127.0.0.1')
  const agent = new Agent({ keepAlive: true })
  const asked = once(server, 'request')
  const request = get({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [, outgoing] = (await asked) as [IncomingMessage, ServerResponse]
  const closed = closeServer(server)
  outgoing.end('answered')
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect((await answer.toArray()).join('')).toBe('answered')
  await closed
  agent.destroy()
})
