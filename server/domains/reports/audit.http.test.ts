import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEntry, auditAreas } from '#contract/reports/audit.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const { teams, users, wallets } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ADMIN = 'admin@acme.test'
const send = (method: string, path: string, body?: unknown, as = ADMIN) => app.request(method, path, { as, body })
const audit = async (query = '', { team = teams.acme as string, as = ADMIN } = {}): Promise<AuditEntry[]> => {
  const { status, body } = await send('GET', `/v3/teams/${team}/audit${query}`, undefined, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

test('the audit log has acts on money and membership with who, what, when and how much', async () => {
  await app.advance('PT1M')
  const before = new Date(app.posy.clock.now().epochMilliseconds).toISOString()
  const wallet = (await send('POST', `/api/v2/teams/${teams.acme}/wallets`, { name: 'Petty cash' })).body.data.id
  await send('POST', `/v3/wallets/${wallets.acmeMain}/transfers`, { toWalletId: wallet, amount: 250 })
  await send('POST', `/v3/wallets/${wallet}/transfers`, { toWalletId: wallets.acmeMain, amount: 250 })
  await send('DELETE', `/v3/wallets/${wallet}`)
  const subteam = (await send('POST', `/v3/teams/${teams.acme}/subteams`, { name: 'East' })).body.data.id
  await send('DELETE', `/v3/teams/${teams.acme}/subteams/${subteam}`)
  await send('PUT', `/v3/teams/${teams.acme}/users/${users.acmeViewer}`, { roleGroupId: 'participant' })
  await send('PUT', `/v3/teams/${teams.acme}/users/${users.acmeViewer}`, { roleGroupId: 'team-viewer' })

  const entries = (await audit(`?from=${encodeURIComponent(before)}&limit=20`)).reverse()
  const told = entries.map(({ action, subject, target, amount, roleGroupId }) => [
    action,
    subject.name,
    amount?.pence ?? roleGroupId,
    target?.name ?? null,
  ])
  expect(told).toEqual([
    ['wallet.created', 'Petty cash', null, null],
    ['wallet.transferred', 'Acme main', 250, 'Petty cash'],
    ['wallet.transferred', 'Petty cash', 250, 'Acme main'],
    ['wallet.closed', 'Petty cash', null, null],
    ['team.created', 'East', null, null],
    ['wallet.created', 'East', null, null],
    ['team.closed', 'East', null, null],
    ['team.role-changed', 'Victor Vale', 'participant', null],
    ['team.role-changed', 'Victor Vale', 'team-viewer', null],
  ])
  const alice = { kind: 'user', id: users.acmeAdmin, name: 'Alice Archer' }
  for (const { actor, at } of entries) expect([actor, at >= before]).toEqual([alice, true])
  expect(entries[5]!.team).toEqual({ id: subteam, name: 'East' })
})

test('each area of the audit log holds its own acts, and all of them together everything', async () => {
  await send('POST', `/v3/teams/${teams.acme}/api-keys`, { name: 'Till' })
  await send('PUT', `/api/v2/teams/${teams.acme}`, { businessTradingName: 'Acme' })
  const all = await audit('?limit=1000')
  const parts = await Promise.all(auditAreas.map((area) => audit(`?limit=1000&area=${area}`)))
  for (const [index, area] of auditAreas.entries())
    expect(parts[index]).toEqual(all.filter((entry) => entry.area === area))
  for (const area of ['money', 'people', 'access', 'settings'])
    expect(all.some((entry) => entry.area === area)).toBe(true)
})

test('the audit log filters by person and by time, and pages through everything once', async () => {
  await send('PUT', `/v3/wallets/${wallets.acmeNorth}/low-balance-alert`, { amount: 100 }, 'subteam@acme.test')
  const [entry, ...others] = await audit(`?actorId=${users.acmeSubteam}&area=money`)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'wallet.alert-set', team: { name: 'North' }, amount: { pence: 100 } })
  expect(await audit('?from=2030-01-01T00:00:00Z')).toEqual([])
  expect(await audit('?to=2020-01-01T00:00:00Z')).toEqual([])

  const all = await audit('?limit=1000')
  const paged: AuditEntry[] = []
  let next: string | null = ''
  while (next !== null) {
    const { body } = await send('GET', `/v3/teams/${teams.acme}/audit?limit=7${next && `&next=${next}`}`)
    paged.push(...body.data)
    next = body.next
  }
  expect(paged).toEqual(all)
  expect((await send('GET', `/v3/teams/${teams.acme}/audit?next=nonsense`)).status).toBe(422)
})

test('the audit log shows a team nothing of its parent, its sibling or another team, and lesser roles nothing at all', async () => {
  await send('POST', `/v3/teams/${teams.globex}/api-keys`, { name: 'Theirs' }, 'admin@globex.test')
  const own = await audit('?limit=1000', { team: teams.acmeNorth, as: 'subteam@acme.test' })
  expect(own.length).toBeGreaterThan(0)
  expect(new Set(own.map(({ team }) => team.id))).toEqual(new Set([teams.acmeNorth]))
  expect((await audit('?limit=1000')).some(({ team }) => team.id === teams.globex)).toBe(false)
  const refused = await Promise.all([
    send('GET', `/v3/teams/${teams.globex}/audit`),
    send('GET', `/v3/teams/${teams.acme}/audit`, undefined, 'subteam@acme.test'),
    send('GET', `/v3/teams/${teams.acme}/audit?actorId=${users.globexAdmin}`),
    send('GET', `/v3/teams/${teams.acme}/audit`, undefined, 'viewer@acme.test'),
    send('GET', `/v3/teams/${teams.acme}/audit`, undefined, 'participant@acme.test'),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 403, 403])
})

test('a person who left the team stays in its audit log, by name', async () => {
  await send('PUT', `/v3/teams/${teams.acme}/users/${users.acmeViewer}`, { roleGroupId: 'team-admin' })
  await send('PUT', `/api/v2/teams/${teams.acme}`, { businessTradingName: 'Vale' }, 'viewer@acme.test')
  await send('DELETE', `/v3/teams/${teams.acme}/users/${users.acmeViewer}`)
  const [entry] = await audit(`?actorId=${users.acmeViewer}&area=settings`)
  expect(entry).toMatchObject({ action: 'team.updated', actor: { name: 'Victor Vale' } })
})
