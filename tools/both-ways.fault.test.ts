import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { chromium } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openFront } from '#e2e/support/rehearsal/front.ts'
import { findChromium, unpackChromium } from './chromium.mjs'
import { ensurePostgresWithClients, freePort, startPostgres } from './postgres.mjs'
import { ensureProgram } from './programs.mjs'

/** What tests find on a machine or bring with them works either way, whichever of both the other tests ran with. */
const haproxy = ensureProgram('haproxy')
const hasPostgres = ensurePostgresWithClients()
const installedChromium = findChromium()

describe('a Chromium', () => {
  const show = async (executablePath: string) => {
    const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage()
      await page.setContent('<title>Posy</title><p style="width: 50px; font: 16px sans-serif">Zoë Łukasz 王芳</p>')
      expect([await page.title(), (await page.locator('p').boundingBox())!.height > 20]).toEqual(['Posy', true])
    } finally {
      await browser.close()
    }
  }
  test('that npm brought is unpacked once and shows a page', async () => {
    const path = unpackChromium()!
    await show(path)
    expect(unpackChromium()).toBe(path)
  })
  test.skipIf(!installedChromium)('that the machine has shows a page', () => show(installedChromium!))
})

describe('a PostgreSQL', () => {
  const answer = async (options: { withClients: boolean }) => {
    const server = await startPostgres({ fsync: false, ...options })
    const client = new Client({ connectionString: server.url })
    try {
      await client.connect()
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      return server.control.binaries
    } finally {
      await client.end()
      server.stop()
    }
  }
  test('that npm brought answers where the machine’s own is hidden', async () => {
    const hidden = process.env.BARE_MACHINE
    process.env.BARE_MACHINE = 'true'
    try {
      const binaries = await answer({ withClients: false })
      expect(existsSync(join(binaries, 'pg_dump'))).toBe(false)
    } finally {
      if (hidden === undefined) delete process.env.BARE_MACHINE
      else process.env.BARE_MACHINE = hidden
    }
  })
  test.skipIf(!hasPostgres)('that the machine has answers, with its clients beside it', async () => {
    await answer({ withClients: true })
  })
})

describe('the address of an installation', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  /** A process that lives, says who it is and what came; one that is not ready answers 503. */
  async function openProcess(name: string, isReady = true) {
    const state = { isReady, looks: 0, seen: [] as string[] }
    const server: Server = createServer((incoming, outgoing) => {
      if (incoming.url === '/health' || incoming.url === '/ready') {
        state.looks += 1
        outgoing.writeHead(state.isReady || incoming.url === '/health' ? 200 : 503).end()
        return
      }
      state.seen.push(`${incoming.method} ${incoming.url}`)
      outgoing.writeHead(state.isReady ? 200 : 503).end(`${name} ${incoming.headers['x-forwarded-for']}`)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    open.push({
      close: () => {
        server.closeAllConnections()
        server.close()
      },
    })
    return { state, port: (server.address() as AddressInfo).port }
  }

  async function openShipped(program: string | null) {
    const [api, resting, web] = [
      await openProcess('api'),
      await openProcess('resting', false),
      await openProcess('web'),
    ]
    const port = await freePort()
    const file = join(mkdtempSync(join(tmpdir(), 'posy-front-')), 'haproxy.cfg')
    writeFileSync(
      file,
      readFileSync('deploy/haproxy.cfg', 'utf8')
        .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${port}`)
        .replace(':3001', `:${api.port}`)
        .replace(':3002', `:${resting.port}`)
        .replace(':3000', `:${web.port}`),
    )
    open.push(await openFront(port, file, program))
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.text())
    await expect.poll(() => get('/api/v2/anything')).toContain('api')
    await expect.poll(() => get('/anything')).toContain('web')
    return { api, resting, web, get }
  }

  for (const [name, program] of [
    ['through the stand-in', null],
    ['through HAProxy', haproxy],
  ] as const) {
    test.skipIf(program === undefined)(
      `${name}: programs reach an API that is ready, people the pages, and each is told who asked`,
      async () => {
        const { api, resting, web, get } = await openShipped(program!)
        // HAProxy takes a process for ready until it has failed two looks.
        const four = () => Promise.all([1, 2, 3, 4].map(() => get('/v3/products')))
        await expect.poll(four, { interval: 500 }).toEqual(Array(4).fill('api 127.0.0.1'))
        for (let request = 0; request < 6; request += 1) expect(await get('/v3/teams')).toBe('api 127.0.0.1')
        expect(await get('/openapi.json')).toBe('api 127.0.0.1')
        expect(await get('/home')).toBe('web 127.0.0.1')
        expect(web.state.seen).not.toContain('GET /v3/teams')
        expect(api.state.seen.filter((line) => line === 'GET /v3/teams')).toHaveLength(6)
        expect(resting.state.seen.filter((line) => line === 'GET /v3/teams')).toEqual([])
      },
    )

    test.skipIf(program === undefined)(
      `${name}: where no process is ready, people still get the page of one that lives, programs none`,
      async () => {
        const { api, web, get } = await openShipped(program!)
        for (const { state } of [api, web]) Object.assign(state, { isReady: false, looks: 0 })
        await expect.poll(() => Math.min(api.state.looks, web.state.looks)).toBeGreaterThan(3)
        expect(await get('/v3/teams')).not.toContain('api')
        expect(await get('/home')).toBe('web 127.0.0.1')
        for (const { state } of [api, web]) state.isReady = true
        await expect.poll(() => get('/v3/teams')).toBe('api 127.0.0.1')
      },
    )
  }
})
