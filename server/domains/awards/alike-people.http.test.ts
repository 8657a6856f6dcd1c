import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let grantId: string
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await ok('POST', '/v3/grants', {
    ...{ name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2026-12-31', rails: ['cash-out'] },
  })
  await ok('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 50_000 })
  grantId = id
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, as = 'admin@acme.test') =>
  app.request(method, path, { as, body })
async function ok(...wanted: Parameters<typeof call>) {
  const { status, body } = await call(...wanted)
  expect(status, `${wanted[0]} ${wanted[1]} ${JSON.stringify(body)}`).toBeLessThan(300)
  return body.data
}

let cases = 0
async function help(person: { name: string; [detail: string]: string }): Promise<string> {
  const award = await ok('POST', '/v3/awards', {
    ...{ grantId, person, caseReference: `case ${++cases}`, reason: 'Food', amount: 1_000, rails: ['cash-out'] },
    duplicateReason: 'They have moved',
  })
  return award.person.id
}
const alike = async (id: string) =>
  (await ok('GET', `/v3/people/${id}/alike`)).map(({ id, knownBy }: { id: string; knownBy: string[] }) => [id, knownBy])

test('a person has others of their team who may be the same named, with what is the same; not who was erased, nor people of other teams', async () => {
  const nia = await help({ name: 'Nia Rhys', phoneNumber: '+447700900811', dateOfBirth: '1984-02-29' })
  expect(await alike(nia)).toEqual([])
  const moved = await help({ name: 'nia rhys', email: 'nia@alike.test', dateOfBirth: '1984-02-29' })
  const shared = await help({ name: 'Ewan Rhys', phoneNumber: '+447700900811', dateOfBirth: '1981-01-05' })
  await help({ name: 'Nia Rhys', phoneNumber: '+447700900812', dateOfBirth: '1990-12-01' })
  const found = await alike(nia)
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      [moved, ['name-and-birth-date']],
      [shared, ['phone']],
    ]),
  )
  expect(await alike(moved)).toEqual([[nia, ['name-and-birth-date']]])
  const [first] = await ok('GET', `/v3/people/${shared}/alike`)
  expect(first).toMatchObject({ id: nia, name: 'Nia Rhys', awards: [{ amount: 1_000, caseReference: 'case 1' }] })

  const foreign = await call('GET', `/v3/people/${nia}/alike`, undefined, 'admin@globex.test')
  expect([403, 404]).toContain(foreign.status)
  const { db } = app.posy
  await sql`insert into person (id, team_id, name, phone_number, created_at, updated_at)
    values (gen_random_uuid(), ${demo.teams.globex}, 'Nia Rhys', '+447700900811', now(), now())`.execute(db)
  await sql`update person set name = null, email = null, date_of_birth = null, erased_at = now() where id = ${moved}`.execute(
    db,
  )
  expect(await alike(nia)).toEqual([[shared, ['phone']]])
  expect((await call('GET', `/v3/people/${moved}/alike`)).status).toBe(404)
})

test('someone of many names is looked up by the first of them and compared by all', async () => {
  const name = 'Ana da Paz de Sá Eva Ema Ida Iva Leo Lia Luz Mar Mel Noa Ria Rui Sol Teo Uma Zoe'
  const [one, other] = [await help({ name }), await help({ name })]
  await help({ name: `${name} Silva` })
  expect(await alike(one)).toEqual([[other, ['name']]])
})
