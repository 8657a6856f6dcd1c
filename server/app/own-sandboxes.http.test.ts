import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { startOwnSandbox } from './start-own-sandbox.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const here = (method: string, path: string) => app.request(method, path)

interface Own {
  id: string
  url: string
  apiKey: string
  now: string
}

async function call({ url, apiKey }: Own, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'x-huggg-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** A gift to be sent a week from now, there. */
async function scheduleGift(own: Own, email: string) {
  const { now } = (await call(own, '/sandbox/clock')).body.data
  const sendDate = new Date(Date.parse(now) + 7 * 86_400_000).toISOString()
  return call(own, '/api/v2/transactions', {
    purchase: {
      type: 'huggg',
      reference: demo.products.daisyFlatWhite,
      deliveryMethod: 'email',
      sendDate,
      receivers: [{ email }],
    },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  })
}

const mailedTo = async (own: Own, email: string): Promise<number> =>
  (await call(own, `/sandbox/messages?to=${email}`)).body.data.length

/** Every row of every table here. */
async function everyRow(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1`.execute(
    app.posy.db,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${name} t`,
  )
  const { rows } = await sql.raw<{ name: string; hash: string }>(parts.join(' union all ')).execute(app.posy.db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

test('a sandbox that others share starts no sandboxes, and says where they can be started', async () => {
  expect((await here('GET', '/sandbox/own')).body).toEqual({ data: { most: 0, running: [] } })
  expect(await here('POST', '/sandbox/own')).toMatchObject({
    status: 409,
    body: { code: 'wrong_state', help: 'Run npm start on a machine of your own: that sandbox starts others.' },
  })
})

test('a month in a sandbox of one’s own leaves every row here and in a second one as it was', async () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('posy-sandbox-'))
  const before = new Set(folders())
  app.providers.sandboxes.controls!.ownSandboxes.startBy(() =>
    startOwnSandbox({ logLevel: 'silent', showsPages: false }),
  )
  await buyGifts(app, { receivers: [{ email: 'here@one.test' }], sendDate: '2026-03-09T10:00:00Z' })
  await app.settle()
  const started = [await here('POST', '/sandbox/own'), await here('POST', '/sandbox/own')]
  expect(started.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = started.map(({ body }) => body.data) as [Own, Own]
  for (const own of [first, second]) expect((await scheduleGift(own, 'due@one.test')).status).toBe(201)

  const rows = await everyRow()
  const moved = await call(first, '/sandbox/clock', { advance: 'P1M' })
  expect(moved.status).toBe(200)
  expect(await mailedTo(first, 'due@one.test')).toBe(1)
  expect(await mailedTo(second, 'due@one.test')).toBe(0)
  expect(await everyRow()).toEqual(rows)
  const { running } = (await here('GET', '/sandbox/own')).body.data
  expect(running.map(({ id }: Own) => id)).toEqual([first.id, second.id])
  const [ahead, present] = running.map(({ now }: Own) => Date.parse(now))
  expect(ahead - present).toBeGreaterThan(27 * 86_400_000)

  // What is stopped is gone, with all that it kept; the other still runs.
  const own = folders().filter((name) => !before.has(name))
  expect(own).toHaveLength(2)
  const left = (await here('DELETE', `/sandbox/own/${first.id}`)).body.data.running
  expect(left.map(({ id }: Own) => id)).toEqual([second.id])
  await expect(fetch(first.url)).rejects.toThrow()
  expect((await call(second, '/sandbox/clock')).status).toBe(200)
  expect(await here('DELETE', `/sandbox/own/${first.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await call(second, '/sandbox/own', {})).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  await app.providers.sandboxes.controls!.ownSandboxes.stopAll()
  expect(own.filter((name) => existsSync(`${tmpdir()}/${name}`))).toEqual([])
})
