import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { examine } from '#server/domains/operators/index.ts'
import { bankReceive } from '#server/domains/wallets/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { SetupError } from './command.ts'
import { setupCommands } from './commands.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'posy-setup-'))
beforeAll(async () => {
  app = await startTestApp()
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** A command as the operator types it. */
async function posy(command: string, words: string[] = [], values: Record<string, string | boolean> = {}) {
  const lines: string[] = []
  const code = await setupCommands[command]!(app.posy, { words, values, print: (line) => lines.push(line) })
  await app.settle()
  return { code, output: lines.join('\n') }
}
const PLUS = '6f1f6c1e-3d38-4a0c-9a53-0d1c8d3f8a02'
const file = (document: unknown) => {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document))
  return path
}
const documented = readFileSync('docs/operations/plans.md', 'utf8').match(/```json\n([\s\S]*?)```/)![1]!
const mailsTo = async (address: string) => (await app.request('GET', `/sandbox/messages?to=${address}`)).body.data

test('the documented plans are made once, changed by their ids, and never half', async () => {
  const dry = await posy('plan import', [file(documented)], { 'dry-run': true })
  expect(dry).toEqual({ code: 0, output: expect.stringMatching(/created.*Free[\s\S]*created.*Plus[\s\S]*Dry run/) })
  expect((await posy('plan import', [file(documented)])).output).toMatch(/created +Free[\s\S]*created +Plus/)
  expect((await posy('plan import', [file(documented)])).output).toMatch(/unchanged +Free[\s\S]*unchanged +Plus/)
  const changed = JSON.parse(documented)
  changed.plans[1].price = 5900
  changed.plans[0].isActive = false
  expect((await posy('plan import', [file(changed)])).output).toMatch(/updated +Free[\s\S]*updated +Plus/)
  const plan = await app.request('GET', `/api/v2/plans/${PLUS}`, { as: 'admin@acme.test' })
  expect(plan.body.data).toMatchObject({ name: 'Plus', price: 5900, isActive: true, clientId: 'demo-web' })

  changed.plans[0].price = 100
  changed.plans[1].price = -1
  changed.plans.push({ ...changed.plans[0] })
  const wrong = await posy('plan import', [file(changed)])
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(/plans\.1\.price: [\s\S]*Nothing was changed/)
})

test('a customer: team, wallet and an admin who chooses a password by mail, adds money and buys', async () => {
  await posy('plan import', [file(documented)])
  const wanted = {
    name: 'Harbour Homes',
    plan: PLUS,
    admin: 'Amy@harbour.test',
    'first-name': 'Amy',
    'credit-pence': '10000',
  }
  expect((await posy('team create', [], { ...wanted, 'dry-run': true })).output).toContain('Dry run')
  const made = await posy('team create', [], wanted)
  expect(made.output).toMatch(/^created +Harbour Homes/)
  const teamId = made.output.match(/\((.+?)\)/)![1]!

  const [mail] = await mailsTo('amy@harbour.test')
  expect(mail.subject).toBe('Harbour Homes is ready on Posy')
  const token = new URL(mail.links.find((link: string) => link.includes('reset-password'))).searchParams.get('token')
  const reset = { token, password: 'a fine harbour 2026' }
  expect(
    (await app.request('POST', '/api/v2/users/password/reset', { as: 'client:demo-web', body: reset })).status,
  ).toBe(200)
  const signedIn = await app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username: 'amy@harbour.test',
      password: reset.password,
    },
  })
  expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200)
  const as = signedIn.body.access_token
  const [wallet] = (await app.request('GET', `/api/v2/teams/${teamId}/wallets`, { as })).body.data
  expect(wallet).toMatchObject({ name: 'Main wallet', available: 0 })
  const paid = { reference: wallet.referenceId, amountPence: 5000, line: 'line-1', date: undefined }
  expect(await bankReceive(app.posy, paid)).toBe(0)
  const purchase = { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' }
  for (const payment of [{ method: 'walletCommitment', reference: wallet.id }, { method: 'invoice' }]) {
    const bought = await app.request('POST', '/api/v2/transactions', { as, body: { purchase, payment } })
    expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  }
  // Again: nothing new, and no second link, for a password was chosen.
  expect((await posy('team create', [], wanted)).output).toMatch(/^unchanged +Harbour Homes/)
  const links = (await mailsTo('amy@harbour.test')).filter(
    ({ subject }: { subject: string }) => !subject.includes('arrived'),
  )
  expect(links).toHaveLength(1)

  const lowered = await posy('team credit', [teamId], { pence: '0', reason: 'Pays by wallet from now on' })
  expect(lowered.output).toBe('Credit limit in pence: 10000 before, 0 now.')
  const refused = await app.request('POST', '/api/v2/transactions', {
    as,
    body: { purchase, payment: { method: 'invoice' } },
  })
  expect(refused.status).toBe(402)
})

test('an address that belongs to someone elsewhere is refused, and nothing is made', async () => {
  const taken = await posy('team create', [], { name: 'Other', plan: demo.plans.plus, admin: 'admin@acme.test' })
  expect(taken).toEqual({ code: 1, output: 'admin@acme.test already has an account.' })
  expect(await app.posy.db.selectFrom('team').select('id').where('name', '=', 'Other').execute()).toEqual([])
})

test('words that are wrong are named, and nothing is made', async () => {
  await expect(posy('team create', [], { name: 'X', plan: 'none', admin: 'no address' })).rejects.toThrow(SetupError)
  await expect(posy('team credit', [demo.teams.acme], { pence: '-1', reason: '' })).rejects.toThrow(
    /--pence[\s\S]*--reason/,
  )
  await expect(posy('client create', ['UPPER'], { kind: 'web' })).rejects.toThrow(SetupError)
  expect((await posy('client create', ['till-x'], { kind: 'till', brand: crypto.randomUUID() })).code).toBe(1)
})

test('programs: a customer’s acts in its team, a till for its brand, and none once deactivated', async () => {
  const secretFrom = (output: string) => output.match(/CLIENT_SECRET=(\S+)/)![1]!
  const customer = await posy('client create', ['acme-crm'], { kind: 'customer', team: demo.teams.acme, name: 'CRM' })
  const token = (client_id: string, client_secret: string) =>
    app.request('POST', '/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
  const granted = await token('acme-crm', secretFrom(customer.output))
  expect(granted.status).toBe(200)
  const wallets = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, {
    as: granted.body.access_token,
  })
  expect(wallets.status).toBe(200)
  expect(
    (await app.request('GET', `/api/v2/teams/${demo.teams.globex}/wallets`, { as: granted.body.access_token })).status,
  ).toBe(404)
  expect((await posy('client create', ['acme-crm'], { kind: 'customer', team: demo.teams.acme })).output).toMatch(
    /^unchanged/,
  )

  const brand = await app.posy.db.selectFrom('brand').select('id').executeTakeFirstOrThrow()
  const till = await posy('client create', ['corner-till'], { kind: 'till', brand: brand.id })
  expect((await token('corner-till', secretFrom(till.output))).status).toBe(200)
  await posy('client deactivate', ['corner-till'])
  expect((await token('corner-till', secretFrom(till.output))).status).toBe(401)
  await posy('client reactivate', ['corner-till'])
  expect((await token('corner-till', secretFrom(till.output))).status).toBe(200)
})

test('the doctor asks each provider one harmless thing and names what is missing', async () => {
  const findings = Object.fromEntries((await examine(app.posy)).map(({ name, state }) => [name, state]))
  expect(findings).toEqual({
    Database: 'ok',
    'HR systems': 'sandbox',
    Mail: 'sandbox',
    Files: 'ok',
    Cards: 'sandbox',
    Issuers: 'sandbox',
    Seller: 'missing',
    'Bank account': 'missing',
    Plans: 'ok',
    Catalogue: 'ok',
    'Web client': 'ok',
    Customers: 'ok',
    Operators: 'ok',
  })
})
