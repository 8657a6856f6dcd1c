import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './guarded-address.ts'
import { openWebhookSender } from './webhook-sender.ts'

let reached = 0
const server = createServer((request, response) => {
  reached += 1
  if (request.url === '/slow') return
  if (request.url === '/long') response.write('x'.repeat(100_000))
  else response.end('ok')
})
let port: number
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('addresses that stand for this machine or a private network are refused', () => {
  test.each([
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.8/',
    'https://172.16.3.4/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://localhost./',
    'https://printer.local/',
    'https://orders.default.svc/',
    'https://[::7f00:1]/',
    'https://[::10.0.0.8]/',
    'https://intranet/',
    'http://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
  ])('%s', async (url) => {
    const sender = openWebhookSender({ allowPrivate: false })
    expect(sender.refusal(url)).not.toBeNull()
    expect(await sender.post({ url, headers: {}, body: '{}' })).toMatchObject({ status: null })
  })
  test('a public address is not refused', () => {
    const sender = openWebhookSender({ allowPrivate: false })
    for (const url of ['https://hooks.example.com/posy', 'https://93.184.215.14/', 'https://[2606:2800:21f::1]/'])
      expect(sender.refusal(url)).toBeNull()
    expect(isPublicAddress('93.184.215.14')).toBe(true)
  })
})

test('a webhook’s host that resolves to a private address is not connected to, whatever it resolved to before', async () => {
  const answers = [[{ address: '93.184.215.14', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  let asked = 0
  const before = reached
  const sender = openWebhookSender({
    allowPrivate: false,
    timeoutMs: 3000,
    // Public when it was looked at, private when it is connected to.
    resolve: async () => answers[Math.min(asked++, 1)]!,
  })
  const url = `https://rebind.example.com:${port}/`
  expect(sender.refusal(url)).toBeNull()
  await sender.post({ url, headers: {}, body: '{}' })
  expect(await sender.post({ url, headers: {}, body: '{}' })).toEqual({
    status: null,
    error: 'the name leads to a private address',
    text: '',
  })
  expect(reached).toBe(before)
})

test('a webhook’s host is refused if one of its addresses is private', async () => {
  const sender = openWebhookSender({
    allowPrivate: false,
    resolve: async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ],
  })
  expect((await sender.post({ url: 'https://mixed.example.com/', headers: {}, body: '{}' })).error).toContain('private')
})

test('the webhook sender keeps a kilobyte of a long answer and does not wait for the rest', async () => {
  const sender = openWebhookSender({ allowPrivate: true })
  const { status, text } = await sender.post({ url: `http://127.0.0.1:${port}/long`, headers: {}, body: '{}' })
  expect(status).toBe(200)
  expect(text).toHaveLength(1024)
})

test('the webhook sender gives up on a silent server', async () => {
  const sender = openWebhookSender({ allowPrivate: true, timeoutMs: 200 })
  expect(await sender.post({ url: `http://127.0.0.1:${port}/slow`, headers: {}, body: '{}' })).toEqual({
    status: null,
    error: 'no answer in time',
    text: '',
  })
})
