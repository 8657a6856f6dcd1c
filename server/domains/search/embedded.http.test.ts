import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp } from '#server/testing/app.ts'
import { holdsText } from '#server/testing/naive-filters.ts'
import { acmeTeams, buildSearchWorld, naiveGifts } from '#server/testing/search-world.ts'

test('gift search and its exports work alike on the embedded database', async () => {
  const app = await startTestApp({ database: 'pglite' })
  try {
    await buildSearchWorld(app)
    const gifts = (await naiveGifts(app.posy.db)).filter(({ teamId }) => acmeTeams.includes(teamId))
    const ask = async (path: string, body: object) =>
      (await app.request('POST', path, { as: 'admin@acme.test', body })).body.data
    for (const text of ['coffee', 'zoe birthday', 'ben', 'Ångström', 'nowhere']) {
      const found = await ask('/v3/searches/hugggs', { query: { text, size: 1000 } })
      expect(found.total, text).toBe(gifts.filter((gift) => holdsText(gift, text)).length)
    }
    expect((await ask('/v3/searches/transactions', { query: { text: 'ben' } })).total).toBe(2)
    const made = await ask('/v3/hugggs/exports', { format: 'xlsx' })
    const papers = `/v3/teams/${demo.teams.acme}/papers-exports`
    const period = await ask(papers, { from: '2026-01-01', until: '2026-03-31' })
    await app.settle()
    const put = await app.request('GET', `${papers}/${period.id}`, { as: 'admin@acme.test' })
    expect(put.body.data).toMatchObject({ status: 'completed', progress: 100 })
    // One that asks for a second connection waits for itself until it is refused.
    for (const holds of ['journals', 'bills']) {
      const file = await app.request('POST', `/v3/teams/${demo.teams.acme}/accounts-exports`, {
        ...{ as: 'admin@acme.test', body: { package: 'xero', holds, month: '2026-01' } },
      })
      expect([200, 422], `${holds} ${JSON.stringify(file.body)}`).toContain(file.status)
    }
    const done = await app.request('GET', `/v3/hugggs/exports/${made.id}`, { as: 'admin@acme.test' })
    expect(done.body.data).toMatchObject({ status: 'completed', totalHits: gifts.length })
  } finally {
    await app.close()
  }
})
