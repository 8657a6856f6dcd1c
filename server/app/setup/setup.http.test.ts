import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { bankReceive } from '#server/domains/bank/index.ts'
import { examine, senderDomain } from '#server/domains/operators/index.ts'
import { waitingActs } from '#server/platform/waiting-acts.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FINANCE, signedBy } from '#server/testing/operators.ts'
import { SetupError } from './command.ts'
import { setupCommands } from './commands.ts'
import { printExamination } from './doctor.ts'
import { guideSetup, setup } from './setup-command.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'posy-setup-'))
beforeAll(async () => {
  app = await startTestApp()
})
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
const documented = readFileSync('deploy/plans.json', 'utf8')
const mailsTo = async (address: string) => (await app.request('GET', `/sandbox/messages?to=${address}`)).body.data

test('the documented plans are made once, changed by their ids, and never in part', async () => {
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

test('a plan’s file says what its roles may do; roles that it leaves out keep what was set, and one that could administer nothing is refused', async () => {
  const roles = async () => {
    const { body } = await app.request('GET', `/v3/operator/plans/${PLUS}`, { as: 'operator:support@posy.test' })
    return Object.fromEntries(
      body.data.roles.map((role: { id: string; permissions: string[] }) => [role.id, role.permissions]),
    )
  }
  const withRoles = (...roleGroups: { id: string; permissions: string[] }[]) => {
    const document = JSON.parse(documented)
    document.plans[1].roleGroups = roleGroups
    return file(document)
  }
  await posy('plan import', [file(documented)])
  const before = await roles()
  const narrow = { id: 'team-viewer', permissions: ['view-teams', 'view-statistics'] }
  expect((await posy('plan import', [withRoles(narrow)])).output).toMatch(/unchanged +Free[\s\S]*updated +Plus/)
  expect(await roles()).toEqual({ ...before, 'team-viewer': ['view-teams', 'view-statistics'] })
  expect((await posy('plan import', [withRoles(narrow)])).output).toMatch(/unchanged +Plus/)
  expect((await posy('plan import', [file(documented)])).output).toMatch(/unchanged +Plus/)
  expect((await roles())['team-viewer']).toEqual(['view-teams', 'view-statistics'])

  const wrong = await posy('plan import', [
    withRoles(
      { id: 'team-admin', permissions: ['purchase-hugggs'] },
      { id: 'participant', permissions: ['team-admin'] },
      narrow,
      narrow,
    ),
  ])
  expect(wrong.output).toMatch(/team-admin is always held[\s\S]*manage-billing is always held/)
  expect(wrong.output).toMatch(/never held by participants[\s\S]*stands here twice[\s\S]*Nothing was changed/)
  expect((await posy('plan import', [withRoles({ id: 'boss', permissions: [] })])).code).toBe(1)
  expect((await posy('plan import', [withRoles({ id: 'team-viewer', permissions: ['fly'] })])).code).toBe(1)
})

test('a plan has a picture of this host and a price by the year, and ends on the day it was withdrawn, whatever changes after', async () => {
  const yearlyId = '6f1f6c1e-3d38-4a0c-9a53-0d1c8d3f8a03'
  const document = JSON.parse(documented)
  const [, plus] = document.plans
  const yearly = { ...plus, id: yearlyId, name: 'Plus by the year', price: 49_000, billingPeriod: 'year' }
  const importPlans = (changes: object, more: object = {}) =>
    posy('plan import', [
      file({
        plans: [
          { ...plus, ...changes },
          { ...yearly, ...more },
        ],
      }),
    ])
  const loadPlan = async (id: string) =>
    (await app.request('GET', `/api/v2/plans/${id}`, { as: 'admin@acme.test' })).body.data
  const pictured = { planImageURL: '/catalogue/meter-key.svg', priceVariationPlanIds: [yearlyId] }
  expect((await importPlans(pictured, { isActive: false })).code).toBe(0)
  expect(await loadPlan(PLUS)).toMatchObject({ ...pictured, dateDeactivated: null })
  const { dateDeactivated } = await loadPlan(yearlyId)
  expect(dateDeactivated).toEqual(expect.any(String))
  await app.advance('P1D')
  expect((await importPlans(pictured, { isActive: false, price: 48_000 })).output).toMatch(/updated +Plus by the year/)
  expect(await loadPlan(yearlyId)).toMatchObject({ price: 48_000, dateDeactivated })
  await importPlans(pictured)
  expect(await loadPlan(yearlyId)).toMatchObject({ isActive: true, dateDeactivated: null })

  const elsewhere = await importPlans({ planImageURL: 'https://elsewhere.example/plus.png' })
  expect(elsewhere.output).toMatch(
    /plans\.0\.planImageURL: must be the path of a picture on this host[\s\S]*Nothing was changed/,
  )
  const unknown = await importPlans({ priceVariationPlanIds: [yearlyId, crypto.randomUUID()] })
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('plans.0.priceVariationPlanIds.1')])
  expect(await loadPlan(PLUS)).toMatchObject(pictured)
})

test('a customer is set up with team, wallet and an admin who chooses a password by email, adds money and buys', async () => {
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

test('wrong options of a set-up command are named, and nothing is made', async () => {
  await expect(posy('team create', [], { name: 'X', plan: 'none', admin: 'no address' })).rejects.toThrow(SetupError)
  await expect(posy('team credit', [demo.teams.acme], { pence: '-1', reason: '' })).rejects.toThrow(
    /--pence[\s\S]*--reason/,
  )
  await expect(posy('client create', ['UPPER'], { kind: 'web' })).rejects.toThrow(SetupError)
  expect((await posy('client create', ['till-x'], { kind: 'till', brand: crypto.randomUUID() })).code).toBe(1)
})

test('a customer’s program acts in its team, a till for its brand, and neither once deactivated', async () => {
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

describe('a set-up from one file', () => {
  const wanted = {
    operators: [{ email: 'Olive@posy.example', role: 'owner', secondAddress: 'olive@home.example' }],
    seller: { name: 'Posy Gifts Ltd', address: '1 Market Street, Leeds' },
    bank: { accountName: 'Posy Gifts Ltd', sortCode: '20-00-00', accountNumber: '55779911' },
    plans: file(documented),
    teams: [{ name: 'Quay Street', plan: 'Plus', creditPence: 5000, admin: { email: 'quinn@quay.test' } }],
    clients: [
      { id: 'quay-crm', kind: 'customer', team: 'Quay Street' },
      { id: 'quay-till', kind: 'till', brand: 'Daisy Coffee' },
    ],
  }
  const settings = join(folder, 'posy.env')
  const run = async (document: object, values: Record<string, string | boolean> = {}) => {
    const lines: string[] = []
    const call = { words: [file(document)], values: { settings, ...values }, print: (line: string) => lines.push(line) }
    const code = await setup(app.posy, call)
    await app.settle()
    return { code, output: lines.join('\n') }
  }
  const counts = async () => {
    const count = (table: 'operator' | 'plan' | 'team' | 'client' | 'wallet') =>
      app.posy.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    return Promise.all((['operator', 'plan', 'team', 'client', 'wallet'] as const).map(count))
  }

  test('a dry run and a file with one wrong part change nothing', async () => {
    const before = await counts()
    const dry = await run(wanted, { 'dry-run': true })
    expect(dry).toEqual({
      code: 0,
      output: expect.stringMatching(/Dry run: nothing was changed[\s\S]*created +team Quay Street/),
    })
    const till = { id: 'lost-till', kind: 'till', brand: 'No such brand' }
    const refused = await run({ ...wanted, clients: [...wanted.clients, till] })
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/No such brand[\s\S]*Nothing was changed/) })
    await expect(run({ ...wanted, seller: { name: 'A "quoted" name', address: '' }, colour: 'red' })).rejects.toThrow(
      /seller.name: [\s\S]*seller.address: [\s\S]*colour/,
    )
    expect(await counts()).toEqual(before)
    expect(await mailsTo('quinn@quay.test')).toEqual([])
  })

  test('settings that cannot be written are named before anything is made, or fail the command with what to do', async () => {
    const before = await counts()
    for (const path of [folder, join(folder, 'no such folder/posy.env')])
      await expect(run(wanted, { settings: path })).rejects.toThrow(
        /^--settings: .* cannot be written here \(E\w+\), and nothing was changed\. Let the user .* or leave out --settings/,
      )
    expect(await counts()).toEqual(before)

    const passing = mkdtempSync(join(folder, 'passing-'))
    const path = join(passing, 'posy.env')
    const lines: string[] = []
    const code = await setup(app.posy, {
      words: [file({ seller: wanted.seller, operators: [{ email: 'finn@posy.example', role: 'support' }] })],
      values: { settings: path },
      print: (line) => {
        lines.push(line)
        rmSync(passing, { recursive: true, force: true })
      },
    })
    expect(lines.join('\n')).toMatch(
      /created +operator finn[\s\S]*Add these lines to the settings[\s\S]*SELLER_NAME="Posy Gifts Ltd"[\s\S]*Everything was made, but .* could not be written: add the lines above to it yourself\.$/,
    )
    expect(code).toBe(1)
  })

  test('a file makes all of it once, writes the settings, and says what is missing', async () => {
    writeFileSync(settings, 'PORT=3000')
    const made = await run(wanted)
    expect(made.output).toMatch(/created +operator olive@posy.example, owner[\s\S]*created +team Quay Street/)
    expect(made.output).toMatch(/created +quay-crm[\s\S]*CLIENT_SECRET=[\s\S]*created +quay-till[\s\S]*CLIENT_SECRET=/)
    // How the database is reached, and how many processes its connections are enough for.
    expect(made.output).toMatch(
      /ok +Database +PostgreSQL [\d.]+.*, (embedded|without TLS; its \d+ connections are enough for \d+ processes of \d+ each)/,
    )
    expect(made.output).toMatch(/ok +Seller[\s\S]*ok +Bank account[\s\S]*Ready for customers\.$/)
    expect(readFileSync(settings, 'utf8')).toBe(
      'PORT=3000\nSELLER_NAME="Posy Gifts Ltd"\nSELLER_ADDRESS="1 Market Street, Leeds"\nBANK_ACCOUNT_NAME="Posy Gifts Ltd"\nBANK_SORT_CODE="20-00-00"\nBANK_ACCOUNT_NUMBER="55779911"\n',
    )
    expect(await mailsTo('quinn@quay.test')).toHaveLength(1)
    const before = await counts()
    const again = await run(wanted)
    expect(again.output).not.toMatch(/created|SECRET/)
    expect(await counts()).toEqual(before)
    expect(await mailsTo('quinn@quay.test')).toHaveLength(1)
    expect(readFileSync(settings, 'utf8').match(/SELLER_NAME/g)).toHaveLength(1)
  })

  test('credit above what one operator may give waits for another, from a file as from a command', async () => {
    const creditPence = 100_000_000
    const team = (name: string) => ({ name, plan: PLUS, admin: { email: `${name}@quay.test` } })
    const creditIn = async (name: string) => {
      const at = app.posy.db.selectFrom('team').select(['id', 'credit_limit']).where('name', '=', name)
      return (await at.executeTakeFirst())?.credit_limit ?? null
    }
    const waiting = async () =>
      (await waitingActs(app.posy, app.posy.db)).map(({ says, askedBy }) => ({ says, askedBy }))

    const unproven = await run({ teams: [{ ...team('harbour'), creditPence }] })
    expect(unproven).toEqual({ code: 1, output: expect.stringMatching(/--operator .* --code .*Nothing was changed/s) })
    expect(await creditIn('harbour')).toBeNull()
    const asked = await run({ teams: [{ ...team('harbour'), creditPence }] }, signedBy(app, FINANCE))
    expect(asked.output).toMatch(
      /created +team harbour[\s\S]*£1,000,000\.00 by invoice.*this waits for another operator/,
    )
    expect(await creditIn('harbour')).toBe(0)

    const wanted = { name: 'pier', plan: PLUS, admin: 'pier@quay.test', 'credit-pence': String(creditPence) }
    expect(await posy('team create', [], wanted)).toMatchObject({ code: 1, output: expect.stringContaining('--code') })
    expect(await creditIn('pier')).toBeNull()
    expect((await posy('team create', [], { ...wanted, ...signedBy(app, FINANCE) })).output).toMatch(
      /created +pier[\s\S]*this waits for another operator/,
    )
    expect(await creditIn('pier')).toBe(0)
    expect(await waiting()).toEqual(
      ['harbour', 'pier'].map((name) => ({ says: expect.stringContaining(`Let ${name} owe up to`), askedBy: FINANCE })),
    )
  })

  test('a set-up at a terminal asks only for what is missing, and nothing happens without a yes', async () => {
    const talk = async (...answers: string[]) => {
      const asked: string[] = []
      const lines: string[] = []
      const ask = async (question: string, fallback = '') => {
        asked.push(question)
        return answers.shift() || fallback
      }
      const call = { words: [], values: {}, print: (line: string) => lines.push(line) }
      return {
        code: await guideSetup(app.posy, call, { ask, settingsPath: undefined }),
        asked,
        output: lines.join('\n'),
      }
    }
    const answers = ['Posy Gifts Ltd', '1 Market Street, Leeds', '', '', 'Posy Gifts Ltd', '20-00-00', '55779911']
    const refused = await talk(...answers, 'no')
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/Nothing was changed\.$/) })
    expect(refused.asked.filter((question) => /operator|owner|plan|first customer/.test(question))).toEqual([])
    const agreed = await talk(...answers, 'yes')
    expect(agreed).toMatchObject({ code: 0, output: expect.stringContaining('SELLER_NAME="Posy Gifts Ltd"') })
    await expect(talk('Posy Gifts Ltd', '')).rejects.toThrow(/seller.address/)
  })
})

test('posy doctor says which records receivers look for at the sender’s domain, and miss', async () => {
  const publish = (name: string, text?: string) => app.request('POST', '/sandbox/dns', { body: { name, text } })
  expect((await senderDomain(app.posy)).what).toMatch(
    /^posy\.test lacks SPF .* and DMARC .*: receivers may take gifts for spam$/,
  )
  await publish('posy.test', 'v=spf1 include:mail.example -all')
  expect((await senderDomain(app.posy)).what).toMatch(/^posy\.test lacks DMARC /)
  await publish('_dmarc.posy.test', 'v=DMARC1; p=quarantine')
  expect(await senderDomain(app.posy)).toMatchObject({ what: 'posy.test has SPF and DMARC' })
  for (const name of ['posy.test', '_dmarc.posy.test']) await publish(name)
})

test('posy doctor sends each provider one harmless request and names what is missing', async () => {
  const findings = Object.fromEntries((await examine(app.posy)).map(({ name, state }) => [name, state]))
  expect(findings).toEqual({
    Database: 'ok',
    'HR systems': 'sandbox',
    Mail: 'sandbox',
    Messages: 'ok',
    'Whom to ask': 'sandbox',
    Files: 'ok',
    Cards: 'sandbox',
    Issuers: 'sandbox',
    Rails: 'sandbox',
    Seller: 'sandbox',
    'Bank account': 'sandbox',
    Plans: 'ok',
    Catalogue: 'ok',
    'Web client': 'ok',
    Customers: 'ok',
    Operators: 'ok',
    'Owner’s second address': 'ok',
  })
  // An installation may do without each of these: it is ready all the same, and reads what its customers go without.
  const alone = { ...app.posy, providers: { ...app.posy.providers, cards: null, issuers: {}, hr: null, rails: {} } }
  const lines: string[] = []
  expect(await printExamination(alone, (line) => void lines.push(line))).toBe(0)
  expect(lines.filter((line) => line.startsWith('without ')).map((line) => line.slice(8, 32).trim())).toEqual([
    'Cards',
    'Issuers',
    'Rails',
    'HR systems',
  ])
  expect(lines.at(-1)).toBe('Ready for customers.')
  // What its processes would not start without is said before they are started.
  const silent = { ...alone, config: { ...app.posy.config, missingToStart: ['TRUSTED_PROXIES: must be set'] } }
  expect(await printExamination(silent, (line) => void lines.push(line))).toBe(1)
  expect(lines.at(-2)).toMatch(/^missing Start +TRUSTED_PROXIES: must be set$/)
  const { defaults } = app.posy.config
  const ofDefaults = async () => (await examine(app.posy)).filter(({ name }) => name.startsWith('Default'))
  const { id } = await app.posy.db.selectFrom('plan').select('id').where('price', '=', 0).executeTakeFirstOrThrow()
  defaults.planId = id
  defaults.brandingId = id
  expect(await ofDefaults()).toEqual([
    { name: 'Default plan', state: 'ok', what: '1' },
    { name: 'Default branding', state: 'missing', what: 'DEFAULT_BRANDING_ID: no theme uses a branding of this id' },
  ])
  Object.assign(defaults, { planId: null, brandingId: null })
})
