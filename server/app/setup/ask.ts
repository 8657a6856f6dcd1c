import { readAmount } from '#kit/amounts.ts'
import { operators } from '#server/domains/operators/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { SetupError } from './command.ts'
import { checkSetup, readJson, type SetupDocument } from './document.ts'

/** Puts a question; an empty answer takes what stands in brackets, or leaves the matter for later. */
export type Ask = (question: string, fallback?: string) => Promise<string>

const [PLANS, CATALOGUE] = ['deploy/plans.json', 'seeds/catalogue.json']

/**
 * Asks for what is still missing, and only for that: anyone who breaks off continues where they were with the next run.
 */
export async function askForSetup(posy: Posy, ask: Ask, print: (line: string) => void): Promise<SetupDocument> {
  print('Empty answers leave a matter for later. Nothing is changed before the end.')
  const document: Record<string, unknown> = {
    operators: await askForOperators(posy, ask),
    seller: posy.config.seller ? undefined : await askForSeller(ask),
    bank: posy.config.bank ? undefined : await askForBank(ask),
  }
  if (await isEmpty(posy, 'plan')) document.plans = await askForFile(ask, 'File of plans', PLANS)
  if (await isEmpty(posy, 'product')) document.catalogue = await askForFile(ask, 'File of the catalogue', CATALOGUE)
  if (await isEmpty(posy, 'team')) {
    document.teams = await askForTeam(posy, ask, document.plans)
    document.clients = await askForTill(ask)
  }
  return checkSetup(JSON.parse(JSON.stringify(document)))
}

const isEmpty = async ({ db }: Posy, table: 'plan' | 'product' | 'team'): Promise<boolean> =>
  (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined

async function askForOperators({ db }: Posy, ask: Ask) {
  if ((await operators(db)).length) return []
  const owner = await ask('Your email address, as this installation’s owner')
  const secondAddress =
    owner && (await ask('Another address of yours, told of what one operator does alone with the installation'))
  const second = owner && (await ask('A second operator, for what takes two (payouts, merchants’ bank details)'))
  return [
    ...(owner ? [{ email: owner, role: 'owner', secondAddress: secondAddress || undefined }] : []),
    ...(second ? [{ email: second, role: 'finance' }] : []),
  ]
}

async function askForSeller(ask: Ask) {
  const name = await ask('Who sells: the company’s name, as on invoices')
  if (!name) return undefined
  return {
    name,
    address: await ask('Its address, lines separated by commas'),
    companyNumber: (await ask('Its company number')) || undefined,
    vatNumber: (await ask('Its VAT number')) || undefined,
  }
}

async function askForBank(ask: Ask) {
  const accountName = await ask('Where customers pay to: the bank account’s name')
  if (!accountName) return undefined
  return {
    accountName,
    sortCode: await ask('Its sort code, like 12-34-56'),
    accountNumber: await ask('Its account number, 8 digits'),
  }
}

async function askForFile(ask: Ask, what: string, example: string): Promise<unknown> {
  const path = await ask(`${what} (“none” for later)`, example)
  return path === 'none' ? undefined : readJson(path)
}

async function askForTeam({ db }: Posy, ask: Ask, plans: unknown) {
  const name = await ask('The first customer: its name')
  if (!name) return []
  const given = (plans as { plans?: { name: string }[] } | undefined)?.plans
  const known = given ?? (await db.selectFrom('plan').select('name').execute())
  const plan = await ask(`Its plan (${known.map((each) => each.name).join(', ')})`, known[0]?.name)
  const pounds = await ask('How much it may owe by invoice, in pounds', '0')
  const credit = readAmount(pounds, { currency: 'GBX' })
  if ('problem' in credit) throw new SetupError(`“${pounds}” is no amount. Nothing was changed.`)
  return [
    {
      ...{ name, plan, creditPence: credit.pence },
      admin: {
        email: await ask('Its admin’s email address'),
        firstName: (await ask('Their first name')) || undefined,
        surname: (await ask('Their surname')) || undefined,
      },
    },
  ]
}

async function askForTill(ask: Ask) {
  const brand = await ask('The brand whose till redeems gifts: its name')
  return brand ? [{ kind: 'till', id: await ask('A name for that till’s client', 'till-1'), brand }] : []
}
