import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { until } from './support/processes.ts'
import { claim, clientToken, done, redeem, signInFirstTime, tokenIn } from './support/rehearsal/customer.ts'
import { type Machine, openMachine } from './support/rehearsal/machine.ts'
import { openProviders, type Providers } from './support/rehearsal/providers.ts'
import { openReplicatedPostgres, type ReplicatedPostgres } from './support/rehearsal/replicated.ts'

/**
 * From an empty machine to a customer who is served, by the operations pages alone: their commands are read from them and run.
 */
const AMY = 'amy@harbour.example'
const PLUS = '6f1f6c1e-3d38-4a0c-9a53-0d1c8d3f8a02'
const FLAT_WHITE = demo.products.daisyFlatWhite
const TILLO_CARD = '00000000-0000-4000-8000-a00000002701'
/** Each of the operator's commands is a process of its own, which takes its time on a busy machine. */
const PATIENCE_MS = 900_000

let server: ReplicatedPostgres
let machine: Machine
let providers: Providers
let db: pg.Pool
/** What the steps before have shown: ids and secrets that an operator reads from the screen. */
const seen = { team: '', crm: '', crmPrinted: '', till: '', tillPrinted: '', wallet: '', walletReference: '' }
let bankDay = 0

beforeAll(async () => {
  server = await openReplicatedPostgres()
  machine = await openMachine(server.url)
  providers = await openProviders(machine.url)
  db = new pg.Pool({ connectionString: server.url.replace(/postgres$/, 'posy'), max: 2 })
  db.on('error', () => {})
}, 300_000)

afterAll(async () => {
  await machine?.close()
  await providers?.close()
  await db?.end()
  await server?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: rows are read by name
const rows = async (sql: string, values: unknown[] = []): Promise<any[]> => (await db.query(sql, values)).rows
const install = (section: string, variables = {}) => machine.follow('install.md', section, { variables })
const inTime = (what: string, look: () => Promise<boolean>) => until(60, look, () => `${what}\n${saying()}`)
const saying = () =>
  machine.units
    .names()
    .map((unit) => `${unit}: ${machine.units.output(unit).slice(-3000)}`)
    .join('\n')
const api = (path: string) => `${machine.url}${path}`
const today = async () =>
  new Date(Date.now() + Number((await rows('select offset_ms from business_clock'))[0].offset_ms))

test(
  'an empty machine is opened for business by the page alone, every provider by its address and key',
  async () => {
    await install('The database')
    await install('The program')
    const settings = {
      ...providers.settings,
      PUBLIC_URL: machine.url,
      DATABASE_URL: `postgres://posy:CHANGE-ME@127.0.0.1:${server.port}/posy`,
      DATABASE_POOL_SIZE: '8',
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '1000000',
    }
    await machine.follow('install.md', 'The settings', { settings })
    const printed = await install('The schema, and what business needs')
    expect(await install('Start')).toMatch(/Ready for customers\.\n$/)
    seen.team = printed.match(/created +team Harbour Homes +\((.+)\)/)![1]!
    const [crm, till] = printed.split('created    daisy-leeds')
    Object.assign(seen, { crmPrinted: crm, tillPrinted: till })
    await renewTokens()
    const again = await machine.shell('posy setup /opt/posy/deploy/setup.json --settings /etc/posy/posy.env')
    expect(again).not.toMatch(/^created/m)
  },
  PATIENCE_MS,
)

/** They hold for an hour, and the rounds take longer. */
async function renewTokens(): Promise<void> {
  seen.crm = await clientToken(machine.url, seen.crmPrinted)
  seen.till = await clientToken(machine.url, seen.tillPrinted)
}

/** The bank's file of the next days: lines of amount and text. Imported as every day, which proves the ledger too. */
async function bankFile(...lines: [pounds: string, text: string][]): Promise<string> {
  const day = (await today()).toLocaleDateString('en-GB')
  const path = machine.path('/var/lib/posy/bank.csv')
  bankDay += 1
  writeFileSync(
    path,
    `Number,Date,Account,Amount,Subcategory,Memo\n${lines.map(([pounds, text]) => ` ,${day},20-00-00 55779911,${pounds},Counter Credit,"${text} ${bankDay}"\n`).join('')}`,
  )
  return install('Every day', { BANK_FILE: path })
}

const available = async (): Promise<number> =>
  (await done(api(`/api/v2/teams/${seen.team}/wallets`), { token: seen.crm })).body.data[0].available

/** Receivers are all mailed or texted: what they were sent, by address. */
const linksOf = async (addresses: string[]) => {
  const links = new Map<string, string>()
  await inTime(`no mail for some of ${addresses}`, async () => {
    for (const address of addresses) {
      const link = (await providers.messagesTo(address))
        .flatMap((message) => message.links)
        .find((each) => each.includes('/g/'))
      if (link) links.set(address, link)
    }
    return links.size === addresses.length
  })
  return links
}

const buyGifts = async (
  token: string,
  product: string,
  receivers: object[],
  payment: object,
  key: string = crypto.randomUUID(),
) =>
  (
    await done(api('/api/v2/transactions?embed[]=hugggs'), {
      method: 'POST',
      token,
      key,
      body: {
        purchase: { type: 'bulkHugggs', reference: product, fromName: 'Amy', message: 'Thank you!', receivers },
        payment,
      },
    })
  ).body.data

test(
  'a customer signs in, pays by bank and card, buys; gifts are claimed and redeemed',
  async () => {
    const mailed = await providers.messagesTo(AMY)
    const link = mailed[0]!.links.find((each) => each.includes('reset-password'))!
    const cookies = await signInFirstTime(machine.url, link, AMY)
    expect((await done(api('/home'), { cookies })).text).toContain('Harbour Homes')
    const token = tokenIn(cookies)
    const [wallet] = (await done(api(`/api/v2/teams/${seen.team}/wallets`), { token })).body.data
    Object.assign(seen, { wallet: wallet.id, walletReference: wallet.referenceId })
    await bankFile(['200000.00', `HARBOUR ${wallet.referenceId}`])
    expect(await available()).toBe(20_000_000)

    const card = { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' }
    const { cards } = providers
    const entered = await fetch(`${cards.baseUrl}/tokens`, {
      method: 'POST',
      headers: { authorization: cards.keys.public, 'content-type': 'application/json' },
      body: JSON.stringify(card),
    })
    const charge = (
      await done(api('/api/v2/charges'), {
        method: 'POST',
        token,
        body: { token: ((await entered.json()) as { token: string }).token, amount: 5000 },
      })
    ).body.data
    expect(charge.status).toBe('processed')
    await done(api(`/api/v2/wallets/${wallet.id}/top-up`), {
      method: 'POST',
      token,
      body: { payment: { reference: charge.id }, purchase: { reference: wallet.id, amount: 5000 } },
    })
    expect(await available()).toBe(20_005_000)

    const upgraded = await done(api('/api/v2/users/b2b/upgrade'), {
      method: 'POST',
      token,
      body: { planId: PLUS, paymentMethod: 'invoice' },
    })
    expect(upgraded.body.data).toMatchObject({ status: 'upgraded', amount: 5880 })

    const fromWallet = { method: 'walletCommitment', reference: wallet.id }
    const people = ['ada', 'bob', 'cyd'].map((name) => `${name}@friends.example`)
    const coffees = await buyGifts(
      token,
      FLAT_WHITE,
      people.map((email) => ({ email })),
      fromWallet,
    )
    await buyGifts(token, TILLO_CARD, [{ email: 'dee@friends.example' }], { method: 'invoice' })
    const links = await linksOf([...people, 'dee@friends.example'])
    await claim(machine.url, links.get(people[0]!)!)
    const card10 = await claim(machine.url, links.get('dee@friends.example')!)
    expect((await providers.tillo.issued()).map(({ code }) => code)).toEqual([card10.code])
    for (const { id } of coffees.embedded.hugggs.slice(0, 2))
      expect((await redeem(machine.url, seen.till, id)).status).toBe(201)
  },
  PATIENCE_MS,
)
