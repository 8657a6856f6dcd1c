import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRecaptcha } from './client.ts'

let server: Server
let baseUrl: string
/** What the provider answers next, and what it was asked last. */
let answer = { status: 200, body: '{"success":true}' }
let asked = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked = `${request.method} ${request.url} ${body}`
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const isPerson = () =>
  openRecaptcha({ secretKey: 'a secret', baseUrl }).isPerson({ token: 't&t', address: '192.0.2.1' })

test('reCAPTCHA’s client asks about the token, and follows the verdict', async () => {
  answer = { status: 200, body: '{"success":true,"challenge_ts":"2026-03-02T10:00:00Z"}' }
  expect(await isPerson()).toBe(true)
  expect(asked).toBe('POST /api/siteverify secret=a+secret&response=t%26t&remoteip=192.0.2.1')
  answer.body = '{"success":false,"error-codes":["timeout-or-duplicate"]}'
  expect(await isPerson()).toBe(false)
})

test('reCAPTCHA’s client treats a low score as a program', async () => {
  answer = { status: 200, body: '{"success":true,"score":0.9}' }
  expect(await isPerson()).toBe(true)
  answer.body = '{"success":true,"score":0.1}'
  expect(await isPerson()).toBe(false)
})

test('reCAPTCHA’s client lets no one in while the provider does not answer sensibly', async () => {
  for (const broken of ['', '<html>', '{"ok":true}']) {
    answer = { status: 502, body: broken }
    await expect(isPerson()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  }
})
