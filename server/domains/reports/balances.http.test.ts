import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { buildSearchWorld } from '#server/testing/search-world.ts'

const { users, teams, wallets } = demo
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await buildSearchWorld(app)
})
afterAll(() => app.close())

const report = async (userId: string, as: string) =>
  app.request('GET', `/api/v2/report/balances/user/${userId}?forceRefresh=true`, { as })

test('the balances report shows the wallets as the wallets’ own list does, with every gift in one state, and adds up', async () => {
  const { status, body } = await report(users.acmeAdmin, 'admin@acme.test')
  expect([status, body.data.userId]).toEqual([200, users.acmeAdmin])
  const list = (await app.request('GET', `/api/v2/user/${users.acmeAdmin}/wallets`, { as: 'admin@acme.test' })).body
    .data
  expect(
    body.data.wallets.map(({ id, balance, available, live }: Record<string, unknown>) => ({
      id,
      balance,
      available,
      live,
    })),
  ).toEqual(list.map(({ id, balance, available, live }: Record<string, unknown>) => ({ id, balance, available, live })))
  const { rows } = await sql<{ wallet_id: string; status_id: number; count: number; value: number }>`
    select wallet_id, status_id, count(*)::int as count, sum(face_pence + fee_pence + fee_vat_pence)::int as value from huggg group by 1, 2 order by 2`.execute(
    app.posy.db,
  )
  for (const wallet of body.data.wallets)
    expect(wallet.hugggs.map(({ id, count, value }: Record<string, unknown>) => ({ id, count, value }))).toEqual(
      rows
        .filter((row) => row.wallet_id === wallet.id)
        .map(({ status_id: id, count, value }) => ({ id, count, value })),
    )
  const [total, ...others] = body.data.totals
  expect([total.currency, others]).toEqual(['GBX', []])
  for (const part of ['balance', 'available', 'live'])
    expect(total[part]).toBe(
      body.data.wallets.reduce((sum: number, wallet: Record<string, number>) => sum + wallet[part]!, 0),
    )
  expect(total.balance).toBe(total.available + total.live)
  const acme = rows.filter((row) => row.wallet_id !== wallets.globexMain)
  expect(total.hugggs.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
    acme.reduce((sum, { count }) => sum + count, 0),
  )
})

test('a participant’s balances report counts their own gifts; a subteam’s shows its own wallet', async () => {
  const own = (await report(users.acmeParticipant, 'participant@acme.test')).body.data
  const counts = own.totals[0].hugggs.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  expect(counts).toBe(1)
  const north = (await report(users.acmeSubteam, 'subteam@acme.test')).body.data
  expect(north.wallets.map(({ id, teamName }: Record<string, string>) => [id, teamName])).toEqual([
    [wallets.acmeNorth, 'North'],
  ])
})

test('another person’s balances report needs view-statistics and a team in common; a stranger’s is not found', async () => {
  const viewed = await report(users.acmeSubteam, 'viewer@acme.test')
  expect([viewed.status, viewed.body.data.wallets.map((wallet: { teamId: string }) => wallet.teamId)]).toEqual([
    200,
    [teams.acmeNorth],
  ])
  expect((await report(users.acmeAdmin, 'participant@acme.test')).status).toBe(403)
  const foreign = await report(users.globexAdmin, 'admin@acme.test')
  const missing = await report('00000000-0000-4000-8000-00000000dead', 'admin@acme.test')
  expect([foreign.status, foreign.body]).toEqual([404, sameAnswer(missing.body)])
})
