import { access, appendFile, constants, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { importCatalogue } from '#server/domains/catalogue/index.ts'
import { createClient } from '#server/domains/identity/programs/index.ts'
import {
  addOperator,
  type CreatedClient,
  createCustomerClient,
  createTillClient,
  openFirstTeam,
  operators,
  setSecondAddress,
} from '#server/domains/operators/index.ts'
import { setCreditLimit } from '#server/domains/teams/manage/index.ts'
import { savePlans } from '#server/domains/teams/plans/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { AT_THE_MACHINE, waitsFor } from '#server/platform/waiting-acts.ts'
import { type CommandCall, inTransaction, SetupError } from './command.ts'
import { printExamination } from './doctor.ts'
import type { SetupDocument } from './document.ts'
import { operatorLink } from './operator-commands.ts'

/** Lines of NAME=value for the file of settings that processes start with. */
type Settings = Record<string, string>

/**
 * Brings an installation to what a document says, in one transaction: all of it or, where anything is wrong, nothing.
 * What is there already stays as it is, so it can be run again and again. Ends by saying what is still missing.
 */
export async function runSetup(
  posy: Posy,
  call: CommandCall,
  { document, settingsPath }: { document: SetupDocument; settingsPath: string | undefined },
): Promise<number> {
  // A transaction may be tried again: what it says counts once.
  let said: string[] = []
  let made: { webClient: CreatedClient | null } = { webClient: null }
  const code = await inTransaction(posy, call, async (work) => {
    said = []
    const say = (line: string) => void said.push(line)
    await setUpOperators(work, document, say)
    made = { webClient: await setUpWebClient(work, document, say) }
    await setUpPlans(work, document, say)
    await setUpCatalogue(work, document, say)
    const teams = await setUpTeams(work, document, { say, operator: operatorIn(call) })
    await setUpClients(work, document, { teams, say })
  })
  if (code !== 0) {
    call.print('Nothing was changed.')
    return code
  }
  for (const line of said) call.print(line)
  if (call.values['dry-run'] === true) return 0
  const { webClient } = made
  const settings = { ...environmentSettings(document, posy), ...(webClient && webSettings(webClient)) }
  const isHandedOver = await appendSettings(settings, settingsPath, call)
  call.print('')
  await printExamination({ ...posy, config: withSettings(posy, document, webClient) }, call.print)
  if (isHandedOver) return 0
  call.print(`\nEverything was made, but ${settingsPath} could not be written: add the lines above to it yourself.`)
  return 1
}

/**
 * Looks before anything is asked or made: what is to be handed over holds a secret that is shown only once.
 * @throws SetupError where the file of settings cannot be added to
 */
export async function requireWritable(path: string): Promise<void> {
  const addTo = async () => {
    const file = await open(path, 'r+')
    await file.close()
  }
  await addTo()
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return access(dirname(path), constants.W_OK)
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw new SetupError(
        `--settings: ${path} cannot be written here (${error.code}), and nothing was changed. Let the user who runs this write ` +
          'it, or leave out --settings and add the lines that are then printed to it yourself.',
      )
    })
}

type Say = (line: string) => void
const mark = (isNew: boolean) => (isNew ? 'created  ' : 'unchanged')

async function setUpOperators(work: Work, { operators: wanted }: SetupDocument, say: Say): Promise<void> {
  const there = new Set((await operators(work.tx)).map(({ email }) => email))
  for (const { email, role, name = email.split('@')[0]!, secondAddress } of wanted) {
    const address = email.toLowerCase()
    if (there.has(address)) {
      say(`unchanged  operator ${address}`)
      continue
    }
    const { token } = await addOperator(work, { email: address, name, role }, 'posy setup')
    if (secondAddress) await setSecondAddress(work, { email: address, address: secondAddress, reason: 'posy setup' })
    say(`created    operator ${address}, ${role}. They choose a password here within a day:`)
    say(`           ${operatorLink(work.posy, token)}`)
  }
}

/** The pages' own client: asked for by name, or made once where none is set. */
async function setUpWebClient(work: Work, { webClient }: SetupDocument, say: Say): Promise<CreatedClient | null> {
  const { tx, posy } = work
  const id = webClient ?? 'posy-web'
  const exists = async (client: string) =>
    (await tx.selectFrom('client').select('id').where('id', '=', client).executeTakeFirst()) !== undefined
  if (await exists(posy.config.web.clientId)) return null
  if (await exists(id)) {
    say(`unchanged  ${id}: its secret was shown when it was made. If it is lost, give webClient another id.`)
    return null
  }
  const client = await createClient(work, { id, name: 'Posy', kind: 'web', baseHighballUrl: posy.config.publicUrl })
  say(`created    ${id}, the web app’s client`)
  return client
}

async function setUpPlans(work: Work, { plans, webClient = 'posy-web' }: SetupDocument, say: Say): Promise<void> {
  if (!plans) return
  const web = await work.tx
    .selectFrom('client')
    .select('id')
    .where('id', 'in', [work.posy.config.web.clientId, webClient])
    .executeTakeFirst()
  for (const { change, name, id } of await savePlans(work, { plans: plans.plans, clientId: web?.id ?? null }))
    say(`${change.padEnd(11)}plan ${name}  (${id})`)
}

async function setUpCatalogue(work: Work, { catalogue }: SetupDocument, say: Say): Promise<void> {
  if (catalogue === undefined) return
  const { errors, created, updated, unchanged } = await importCatalogue(work, catalogue, { dryRun: false })
  if (errors.length)
    throw invalidFields(errors.map(({ path, message }) => ({ path: `catalogue.${path || 'document'}`, message })))
  say(`catalogue: ${created} created, ${updated} updated, ${unchanged} unchanged`)
}

/** @returns the ids of the document's teams, by name */
async function setUpTeams(
  work: Work,
  { teams, plans }: SetupDocument,
  { say, operator }: { say: Say; operator: string },
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { admin, plan, name, wallet, creditPence, ...team } of teams) {
    const planId = plans?.plans.find((each) => each.name === plan)?.id ?? plan
    const { teamId, isNew } = await openFirstTeam(work, {
      ...{ name, planId, walletName: wallet, admin },
      ...team,
      remindsAdmin: false,
    })
    ids.set(name, teamId)
    say(`${mark(isNew)}  team ${name}  (${teamId})`)
    if (!isNew) continue
    say(`           ${admin.email} is emailed a link to choose a password with.`)
    if (creditPence) await giveCredit(work, { teamId, creditLimitPence: creditPence, operator }, say)
  }
  return ids
}

/** A file is one person's word: credit above what one operator may give waits for another. */
async function giveCredit(
  work: Work,
  credit: { teamId: string; creditLimitPence: number; operator: string },
  say: Say,
): Promise<void> {
  const asked = await setCreditLimit(work, { ...credit, reason: 'With the team' })
  if (asked.waits) for (const line of waitsFor(asked).split('\n')) say(`           ${line}`)
}

const operatorIn = ({ values: { operator } }: CommandCall): string =>
  typeof operator === 'string' ? operator : AT_THE_MACHINE.operator

async function setUpClients(
  work: Work,
  { clients }: SetupDocument,
  { teams, say }: { teams: Map<string, string>; say: Say },
): Promise<void> {
  for (const { id, name = id, ...wanted } of clients) {
    if (await work.tx.selectFrom('client').select('id').where('id', '=', id).executeTakeFirst()) {
      say(`unchanged  ${id}`)
      continue
    }
    const client =
      wanted.kind === 'till'
        ? await createTillClient(work, { id, name, brand: wanted.brand })
        : await createCustomerClient(work, {
            id,
            name,
            role: wanted.role,
            teamId: teams.get(wanted.team) ?? wanted.team,
          })
    say(`created    ${id}. The secret is shown this once:`)
    say(`CLIENT_ID=${client.id}\nCLIENT_SECRET=${client.secret}`)
  }
}

const webSettings = ({ id, secret }: CreatedClient): Settings => ({ WEB_CLIENT_ID: id, WEB_CLIENT_SECRET: secret })

/** Seller and bank account are settings: what the processes were not started with is handed over. */
function environmentSettings({ seller, bank }: SetupDocument, { config }: Posy): Settings {
  const wanted: Record<string, string | undefined> = {
    ...(seller &&
      !config.seller && {
        SELLER_NAME: seller.name,
        SELLER_ADDRESS: seller.address,
        SELLER_COMPANY_NUMBER: seller.companyNumber,
        SELLER_VAT_NUMBER: seller.vatNumber,
      }),
    ...(bank &&
      !config.bank && {
        BANK_ACCOUNT_NAME: bank.accountName,
        BANK_SORT_CODE: bank.sortCode,
        BANK_ACCOUNT_NUMBER: bank.accountNumber,
        BANK_IBAN: bank.iban,
        BANK_BIC: bank.bic,
      }),
  }
  return Object.fromEntries(Object.entries(wanted).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/**
 * Adds lines to the file of settings, none that is there; without a file prints them.
 * @returns false where there is a file and it could not be written: they are printed then too
 */
async function appendSettings(settings: Settings, path: string | undefined, { print }: CommandCall): Promise<boolean> {
  const there = path ? await readFile(path, 'utf8').catch(() => '') : ''
  const missing = Object.entries(settings).filter(([name]) => !new RegExp(`^${name}=`, 'm').test(there))
  if (missing.length === 0) return true
  const lines = missing.map(([name, value]) => `${name}="${value}"`)
  const isWritten =
    path !== undefined &&
    (await appendFile(path, `${there === '' || there.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`, {
      mode: 0o640,
    }).then(
      () => true,
      () => false,
    ))
  if (isWritten) {
    print(`Added to ${path}, for processes that start from now on: ${missing.map(([name]) => name).join(', ')}`)
    return true
  }
  print('Add these lines to the settings, and start with them:')
  for (const line of lines) print(line)
  return path === undefined
}

/** As the processes that start next will be. */
function withSettings(
  { config }: Posy,
  { seller, bank }: SetupDocument,
  webClient: CreatedClient | null,
): Posy['config'] {
  return {
    ...config,
    seller:
      config.seller ??
      (seller && {
        name: seller.name,
        lines: seller.address.split(',').map((each) => each.trim()),
        companyNumber: seller.companyNumber ?? null,
        vatNumber: seller.vatNumber ?? null,
      }),
    bank: config.bank ?? (bank && { ...bank, iban: bank.iban ?? null, bic: bank.bic ?? null }),
    web: webClient ? { ...config.web, clientId: webClient.id, clientSecret: webClient.secret } : config.web,
  }
}
