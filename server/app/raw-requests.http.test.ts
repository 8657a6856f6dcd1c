import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { collectFailures, readRaw, sendRaw } from '#server/testing/raw-requests.ts'
import { mountWatch } from './operations.ts'
import { type Server, serve } from './serve.ts'
import { watchUnhandledErrors } from './unhandled-errors.ts'

let app: TestApp
let server: Server
beforeAll(async () => {
  app = await startTestApp()
  server = await serve(app, { ...app.posy.config, role: 'api', port: 0, host: 'localhost' })
})
afterAll(async () => {
  await server?.close()
  await app?.close()
})

const request = (target: string, method = 'GET') =>
  sendRaw(server.port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

test('a request target that is no path is refused with 400, and the server keeps running', async () => {
  for (const target of ['//', '/\\', '//:', 'http://[', '///x', '*'])
    expect([target, await request(target), await request(target, 'POST')]).toEqual([target, 400, 400])
  expect(await request('/health')).toBe(200)
  expect(await request('http://localhost/health')).toBe(200)
})

test('what is refused before there is a route names its request as every refusal does', async () => {
  for (const target of ['//', '*', 'http://[']) {
    const answer = await readRaw(server.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const id = answer.match(/^x-request-id: (\S+)/im)?.[1]
    expect([target, answer.match(/"requestId":"([^"]+)"/)?.[1]]).toEqual([target, id])
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('an installation with the embedded database is not ready while its disk is full, and one with a server is', async () => {
  const ready = async (kind: 'pglite' | 'postgres', freeMb: number) => {
    const api = new Hono()
    const posy = { ...app.posy, database: { ...app.posy.database, kind } }
    const disk = () => ({ bavail: freeMb, bsize: 1024 * 1024, blocks: 1000 })
    mountWatch(api, posy, app.metrics, { stopping: false }, disk)
    const answer = await api.request('/ready')
    return [answer.status, ((await answer.json()) as { data: { status: string } }).data.status]
  }
  expect(await ready('pglite', 15)).toEqual([503, 'disk full'])
  expect(await ready('pglite', 16)).toEqual([200, 'ready'])
  expect(await ready('postgres', 0)).toEqual([200, 'ready'])
})

test('security.txt says whom to tell of a hole, until when that holds and where it is said', async () => {
  const answer = await fetch(`http://localhost:${server.port}/.well-known/security.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const said = Object.fromEntries(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  expect(said).toMatchObject({
    Contact: app.posy.config.links.security,
    Canonical: `${app.posy.config.publicUrl}/.well-known/security.txt`,
  })
  const days = (Date.parse(said.Expires!) - app.posy.wall.nowMs()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('a connection is kept open longer than the minute for which balancers keep theirs, so that no request is lost', async () => {
  const answer = await fetch(`http://localhost:${server.port}/health`)
  expect(Number(answer.headers.get('keep-alive')?.match(/^timeout=(\d+)$/)?.[1])).toBeGreaterThan(60)
})

test('nothing written to a socket gets a 5xx from the API, or stops it', async () => {
  expect(await collectFailures(server.port)).toEqual([])
  expect(await request('/health')).toBe(200)
})

test('while the OpenAPI document is made for the first who asks, others are answered', async () => {
  const answered: string[] = []
  const asked = async (path: string) => {
    const answer = await fetch(`http://localhost:${server.port}${path}`)
    answered.push(`${path} ${answer.status}`)
    return answer
  }
  const [document] = await Promise.all([asked('/openapi.json'), asked('/health')])
  expect(answered).toEqual(['/health 200', '/openapi.json 200'])
  const again = await (await asked('/openapi.json')).text()
  expect(again).toBe(await document.text())
  expect(Object.keys(JSON.parse(again).paths)).toContain('/api/v2/transactions')
})

test('an uncaught error is logged and counted, and the process continues', async () => {
  const logged: string[] = []
  const log = { error: (_: object, message: string) => logged.push(message) } as never
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const stop = watchUnhandledErrors({ posy: { ...app.posy, log }, metrics: app.metrics })
  void Promise.reject(new Error('forgotten'))
  await new Promise((resolve) => setImmediate(resolve))
  stop()
  for (const listener of others) process.on('unhandledRejection', listener)
  expect(logged).toEqual(['unhandled rejection'])
  expect(await app.metrics.registry.metrics()).toContain('posy_unhandled_errors_total{kind="rejection"} 1')
})
