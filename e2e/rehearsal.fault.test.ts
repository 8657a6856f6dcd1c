import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { ensurePostgresWithClients } from '#tools/postgres.mjs'
import { startBuyers, until } from './support/processes.ts'
import { claim, clientToken, done, redeem, signInFirstTime, tokenIn } from './support/rehearsal/customer.ts'
import { type Machine, openMachine } from './support/rehearsal/machine.ts'
import { openProviders, type Providers } from './support/rehearsal/providers.ts'
import { openReplicatedPostgres, type ReplicatedPostgres } from './support/rehearsal/replicated.ts'
import { canMakeUsers } from './support/rehearsal/user.ts'

/**
 * From an empty machine to a closed month, by the operations pages alone: their commands are read from them and run. Then
 * again under faults, where the client's log, the providers' records and the database must tell the same story.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const AMY = 'amy@harbour.example'
const PLUS = '6f1f6c1e-3d38-4a0c-9a53-0d1c8d3f8a02'
const BRAND = demo.brands.daisyCoffee
const FLAT_WHITE = demo.products.daisyFlatWhite
const TILLO_CARD = '00000000-0000-4000-8000-a00000002701'
const DAY_MS = 86_400_000
/** Each of the operator's commands is a process of its own, which takes its time on a busy machine. */
const PATIENCE_MS = 900_000

let server: ReplicatedPostgres
let machine: Machine
let providers: Providers
let db: pg.Pool
/** What the steps before have shown: ids and secrets that an operator reads from the screen. */
const seen = { team: '', crm: '', crmPrinted: '', till: '', tillPrinted: '', wallet: '', walletReference: '' }
let bankDay = 0
/** What the account holds, as the bank's files say. */
let heldPence = 0

beforeAll(async () => {
  server = await openReplicatedPostgres()
  machine = await openMachine(server.url)
  providers = await openProviders(machine.url)
  db = new pg.Pool({ connectionString: server.url.replace(/postgres$/, 'posy'), max: 2 })
  db.on('error', () => {})
})

afterAll(async () => {
  await machine?.close()
  await providers?.close()
  await db?.end()
  await server?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: rows are read by name
const rows = async (sql: string, values: unknown[] = []): Promise<any[]> => (await db.query(sql, values)).rows
const install = (section: string, variables = {}) => machine.follow('install.md', section, { variables })
const inTime = (what: string, look: () => Promise<boolean>) => until(300, look, () => `${what}\n${saying()}`)
const saying = () =>
  machine.units
    .names()
    .map((unit) => `${unit}: ${machine.units.output(unit).slice(-3000)}`)
    .join('\n')
const api = (path: string) => `${machine.url}${path}`
const today = async () =>
  new Date(Date.now() + Number((await rows('select offset_ms from business_clock'))[0].offset_ms))

test(
  'an empty machine is set up for business by the operations page alone, every provider by its address and key',
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
    `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n${lines.map((line) => lloydsLine(day, line)).join('')}`,
  )
  const printed = await install('Every day', { BANK_FILE: path })
  const [, STATEMENT, SEEN] = /posy bank confirm (\S+) --seen (\S+)/.exec(printed) ?? []
  return STATEMENT && SEEN ? install('A bank file that waits', { STATEMENT, SEEN }) : printed
}

function lloydsLine(day: string, [pounds, text]: [pounds: string, text: string]): string {
  heldPence += Math.round(Number(pounds) * 100)
  const [out, into] = pounds.startsWith('-') ? [pounds.slice(1), ''] : ['', pounds]
  return `${day},FPI,20-00-00,55779911,${text} ${bankDay},${out},${into},${(heldPence / 100).toFixed(2)}\n`
}

const available = async (): Promise<number> =>
  (await done(api(`/api/v2/teams/${seen.team}/wallets`), { token: seen.crm })).body.data[0].available

/** Receivers are all mailed or texted: what they were sent, by address. */
const waitForLinks = async (addresses: string[]) => {
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
    const findLink = async () =>
      (await providers.messagesTo(AMY)).flatMap(({ links }) => links).find((each) => each.includes('reset-password'))
    await inTime(`no mail for ${AMY}`, async () => (await findLink()) !== undefined)
    const cookies = await signInFirstTime(machine.url, (await findLink())!, AMY)
    expect((await done(api('/home'), { cookies })).text).toContain('Harbour Homes')
    const token = tokenIn(cookies)
    const [wallet] = (await done(api(`/api/v2/teams/${seen.team}/wallets`), { token })).body.data
    Object.assign(seen, { wallet: wallet.id, walletReference: wallet.referenceId })
    await bankFile(['200000.00', `HARBOUR ${wallet.referenceId}`])
    expect(await available()).toBe(20_000_000)

    const card = { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' }
    const { cards } = providers
    const entered = await fetch(`${cards.settings.baseUrl}/tokens`, {
      method: 'POST',
      headers: { authorization: cards.settings.publicKey, 'content-type': 'application/json' },
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
    const links = await waitForLinks([...people, 'dee@friends.example'])
    await claim(machine.url, links.get(people[0]!)!)
    const card10 = await claim(machine.url, links.get('dee@friends.example')!)
    expect((await providers.tillo.issued()).map(({ code }) => code)).toEqual([card10.code])
    for (const { shortcode } of coffees.embedded.hugggs.slice(0, 2))
      expect((await redeem(machine.url, seen.till, shortcode)).status).toBe(201)
  },
  PATIENCE_MS,
)

/** Months go by, and everything is started again. @returns the last day of the last one */
async function passMonths(months = 1): Promise<string> {
  const now = await today()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 2, 9))
  await rows('update business_clock set offset_ms = $1', [next.getTime() - Date.now()])
  const output = await machine.follow('upgrades.md', 'One process after the other')
  expect(output).toContain('The database is up to date.')
  return new Date(next.getTime() - 2 * DAY_MS).toISOString().slice(0, 10)
}

/** Statements are drawn, a file is built, released and fetched, and the bank says that it was paid. */
async function payMerchants(until: string): Promise<void> {
  const built = await install('Every month', { UNTIL: until })
  const FILE = built.match(/MPF-\d+/)![0]
  const SHA256 = built.match(/\b[0-9a-f]{64}\b/)![0]
  const path = machine.path('/var/lib/posy/payments.csv')
  const fetched = await install('The payment file', { FILE, SHA256, PAYMENT_FILE: `${path}.${FILE}` })
  const digests = [...fetched.matchAll(/\b[0-9a-f]{64}\b/g)].map(([digest]) => digest)
  expect(new Set(digests).size).toBe(1)
  const [{ total }] = await rows('select total from merchant_payment_file where number = $1', [FILE])
  await bankFile([`-${(Number(total) / 100).toFixed(2)}`, `MERCHANTS ${FILE}`])
  expect(await machine.shell('posy settlement list')).not.toMatch(/MST-\d+ .*, (drawn|in a file|released)/)
}

test(
  'the month is closed: the plan is invoiced, the merchant paid, and the books agree',
  async () => {
    await install('Merchants’ bank details', { BRAND })
    // A plan is billed on the day of the month on which it began.
    const until = await passMonths(2)
    await inTime(
      'no second invoice for the plan',
      async () => (await rows('select count(*)::int as count from plan_invoice'))[0].count === 2,
    )
    await payMerchants(until)
  },
  PATIENCE_MS,
)

const FAULTS = {
  'a process is killed': async () => {
    for (const unit of shuffled(machine.units.names()).slice(0, 2)) {
      machine.units.kill(unit)
      await pause(1500)
    }
  },
  'everything is restarted, one after the other': async () => {
    expect(await machine.follow('upgrades.md', 'One process after the other')).toContain('The books are in order.')
  },
  'the database crashes and its replica takes over': async () => {
    await server.failOver()
    await pause(1500)
  },
}

test(
  `${ROUNDS} ${ROUNDS === 1 ? 'month' : 'months'} of business under faults: nothing lost, nothing twice, the books agree`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await server.replicate()
      await renewTokens()
      const prefix = `round-${round}`
      const buyers = startBuyers(() => [machine.url], {
        prefix,
        token: seen.crm,
        wallet: seen.wallet,
        buyers: 2,
        pauseMs: 200,
      })
      const people = Array.from({ length: 12 }, (_, n) => `${prefix}-${n}@friends.example`)
      const fromWallet = { method: 'walletCommitment', reference: seen.wallet }
      const gifts = await buyGifts(
        seen.crm,
        FLAT_WHITE,
        people.map((email) => ({ email })),
        fromWallet,
        prefix,
      )
      await buyGifts(seen.crm, TILLO_CARD, [{ email: `${prefix}-card@friends.example` }], fromWallet, `${prefix}-card`)
      for (const [name, fault] of shuffled(Object.entries(FAULTS))) {
        const before = buyers.log.confirmed.length
        await fault()
        await inTime(`no purchase after: ${name}`, async () => buyers.log.confirmed.length > before)
      }
      const log = await buyers.stop()
      await checkPurchases(log.confirmed)
      await checkRecipients([...people, `${prefix}-card@friends.example`])
      await checkTills(gifts.embedded.hugggs.map(({ shortcode }: { shortcode: string }) => shortcode).slice(0, 4))
      await payMerchants(await passMonths())
      const issued = await providers.tillo.issued()
      expect(issued).toHaveLength(round + 2)
    }
  },
  ROUNDS * PATIENCE_MS,
)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each) => [Math.random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)

/** Each purchase that a customer heard was made is there, and was paid for once. */
async function checkPurchases(confirmed: string[]): Promise<void> {
  const paid = await rows(
    "select reference_id as id, count(*)::int as count from ledger_transfer where kind = 'purchase' and reference_id = any($1) group by 1",
    [confirmed],
  )
  expect(new Set(confirmed).size).toBe(confirmed.length)
  expect(paid.map(({ id }) => id).sort()).toEqual([...confirmed].sort())
  expect(paid.filter(({ count }) => count !== 1)).toEqual([])
}

/** Everyone is mailed; again only what a killed worker could not know was sent, under the same Message-ID. */
async function checkRecipients(addresses: string[]): Promise<void> {
  const links = await waitForLinks(addresses)
  for (const address of addresses)
    expect(new Set((await providers.messagesTo(address)).map(({ messageId }) => messageId)).size, address).toBe(1)
  await claim(machine.url, links.get(addresses.at(-1)!)!)
}

/** Four tills at once for each gift: one takes it. */
async function checkTills(gifts: string[]): Promise<void> {
  for (const gift of gifts) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(machine.url, seen.till, gift)))
    expect(
      answers.filter(({ status }) => status === 201),
      answers.map(({ text }) => text).join(),
    ).toHaveLength(1)
  }
  const [{ count }] = await rows(
    'select count(*)::int as count from redemption join huggg on huggg.id = huggg_id where shortcode = any($1)',
    [gifts],
  )
  expect(count).toBe(gifts.length)
}

// npm brings a server without pg_dump: a machine that may install nothing has no backup to take.
test.skipIf(!ensurePostgresWithClients())(
  'a backup taken under load is restored elsewhere with its files, its books agree, and business continues there',
  async () => {
    const buyers = startBuyers(() => [machine.url], {
      prefix: 'backup',
      token: seen.crm,
      wallet: seen.wallet,
      buyers: 2,
    })
    const taken = await machine.follow('backup.md', 'Back up')
    await buyers.stop()
    const EMPTY_DATABASE_URL = `postgres://posy:CHANGE-ME@127.0.0.1:${server.port}/restored`
    const restored = await machine.follow('backup.md', 'Restore', {
      variables: { BACKUP: taken.match(/^backup +(\S+)$/m)![1]!, EMPTY_DATABASE_URL },
    })
    expect(restored).toContain('The books are in order.')
    process.stdout.write(`${[...`${taken}${restored}`.matchAll(/^.*(?:took|bytes).*$/gm)].join('\n')}\n`)
    const continued = await machine.follow('backup.md', 'Continue with what was restored', {
      variables: { EMPTY_DATABASE_URL },
    })
    expect(continued).toContain('The books are in order.')
    await checkWhatWasRestored()
  },
  PATIENCE_MS,
)

/** It sells, mails and redeems, out of the restored database, and the plain role and user that the pages make own it all. */
async function checkWhatWasRestored(): Promise<void> {
  await renewTokens()
  const before = (await rows('select count(*)::int as count from huggg'))[0].count
  const gifts = await buyGifts(seen.crm, FLAT_WHITE, [{ email: 'eve@friends.example' }], {
    method: 'walletCommitment',
    reference: seen.wallet,
  })
  const links = await waitForLinks(['eve@friends.example'])
  await claim(machine.url, links.get('eve@friends.example')!)
  expect((await redeem(machine.url, seen.till, gifts.embedded.hugggs[0].shortcode)).status).toBe(201)
  expect((await rows('select count(*)::int as count from huggg'))[0].count).toBe(before)
  const owners = await machine.shell(
    'find /var/lib/posy/restored -printf "%u\\n" | sort -u; psql -XAtc "select distinct tableowner from pg_tables where schemaname !~ \'^(pg_|information)\'" "$URL"',
    { URL: `postgres://posy@127.0.0.1:${server.port}/restored` },
  )
  const fileOwner = canMakeUsers() ? 'posy' : userInfo().username
  expect(owners).toBe(`${fileOwner}\nposy\n`)
}
