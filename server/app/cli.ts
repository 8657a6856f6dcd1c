import './compile-in-turn.ts'
import { parseArgs } from 'node:util'
import { iso, toDate } from '#kit/time.ts'
import { bankReceive } from '#server/domains/bank/index.ts'
import { runCatalogueDiff, runCatalogueImport } from '#server/domains/catalogue/index.ts'
import { printCodeStock, releaseVoucher, runCodeImport } from '#server/domains/hugggs/vouchers/index.ts'
import { createClient } from '#server/domains/identity/programs/index.ts'
import { cardRefund } from '#server/domains/payments/index.ts'
import { releasePlan, unpaidPlans, waitingPlans } from '#server/domains/plans/index.ts'
import { bankReceiveForInvoice, isInvoiceReference } from '#server/domains/purchases/invoices/index.ts'
import { type Config, ConfigError, readConfig, readEnvironment } from '#server/platform/config.ts'
import { databaseErrorText } from '#server/platform/database/errors.ts'
import { SchemaError } from '#server/platform/database/migrate.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { adoptFiles, filesFolder } from '#server/platform/shared-files.ts'
import { AT_THE_MACHINE } from '#server/platform/waiting-acts.ts'
import { ACT_NEEDS, ACT_USAGE, actCommands } from './act-commands.ts'
import { allowAddress } from './address-commands.ts'
import { amountOptions, withPence } from './amount-options.ts'
import { type Assembled, assemble } from './assemble.ts'
import { BANK_NEEDS, BANK_USAGE, bankCommands, bankOptions } from './bank-commands.ts'
import { listExpiryBatches, listHolds, releaseHeld, reverseExpiryBatch } from './brake-commands.ts'
import { loadDemo } from './demo/index.ts'
import { rotateKeys } from './key-commands.ts'
import { listFailedJobs, retryFailedJobs } from './maintenance.ts'
import { openDatabase, prepareSchema } from './open-database.ts'
import { PERSON_USAGE, personCommands, personOptions } from './person-commands.ts'
import { printReconciliation } from './reconcile.ts'
import { printProviderReconciliation, type Range } from './reconcile-provider.ts'
import { REPAIR_NEEDS, REPAIR_USAGE, repairCommands } from './repair-commands.ts'
import { SETTLEMENT_NEEDS, SETTLEMENT_USAGE, settlementCommands, settlementOptions } from './settlement-commands.ts'
import { commandActor, SetupError } from './setup/command.ts'
import { SETUP_USAGE, setupCommands, setupOptions } from './setup/commands.ts'
import { printExamination } from './setup/doctor.ts'
import { setup } from './setup/setup-command.ts'
import { printSizes } from './sizes.ts'
import { StartError } from './start-error.ts'
import { startTrouble } from './start-trouble.ts'

const USAGE = `posy: the operator's commands

  posy migrate                                   bring the database forward, as a step before new processes start
  posy jobs failed                               jobs that were given up, and why
  posy jobs retry ID | --queue NAME | --all      put them back in their queues
  posy due held                                  what falls due in far larger numbers than usual, and waits
  posy due release ID --operator NAME --reason TEXT      let it run
  posy expiry batches                            what the expiry job ended lately
  posy expiry reverse --batch ID --operator EMAIL --code 123456 --reason TEXT   take a batch back; a second operator confirms
${REPAIR_USAGE}  posy doctor sizes                              what takes room in the database, how fast it grows, and what is older than it should be
  posy files adopt                               take this DATA_DIR for the folder that files are in, after a move or a loss
  posy keys rotate                               put NEW_SESSION_SECRET in the place of SESSION_SECRET; codes stay readable
  posy demo                                      load the demo world (never in production)
  posy client add-web ID                         a client identity for the web app (WEB_CLIENT_ID); prints its secret once
  posy plan requests                             teams that wait for a plan
  posy plan release TEAM --operator NAME --reason TEXT    let a team's plan start before its invoice is paid (by the team's id)
  posy plan unpaid                               plan invoices that are not paid
${SETUP_USAGE}  posy catalogue import FILE [--dry-run]         load or check a catalogue (docs/catalogue-format.md)
  posy catalogue diff FILE                       what an import would change, field by field
  posy codes import PRODUCT FILE.csv [--dry-run] add a merchant's codes (code,pin,url,expiry) to a product's pool
  posy codes stock                               what is left of every pool
  posy codes release HUGGG                       after its issuer confirmed that no code was issued: free the gift again
  posy bank receive --reference HG…|INV-… --amount 12.50 --line ID [--date YYYY-MM-DD]
                                                 book a bank payment to a wallet or for an invoice; each bank line once.
                                                 A large one takes --operator EMAIL --code 123456 and waits (posy acts waiting)
${ACT_USAGE}${BANK_USAGE}${SETTLEMENT_USAGE}${PERSON_USAGE}  posy address allow ADDRESS                     gifts to an email address or number that came back or complained go out again
  posy card refund CHARGE --amount 12.50         give money of a card charge back, up to what its wallet has unspent; a large sum
                                                 takes --operator EMAIL --code 123456 and waits (posy acts waiting)
  posy reconcile                                 prove the ledger against vouchers, wallets and bank; exit 1 on findings
  posy reconcile cards --from DATE --until DATE  hold the card provider's records against the books; exit 1 on findings
  posy reconcile cards FILE.csv…                 the same with its reports, financial actions and payouts, as downloaded

--amount and --credit are read as people type them (12.50, 1,250, 12,50) and said back; --amount-pence, --pence and
--credit-pence take whole pence instead.
What takes two operators asks each of them for the six digits of their authenticator app: --operator EMAIL --code 123456.
The embedded database serves one process: stop the server first, or set DATABASE_URL.
`

const options = {
  'dry-run': { type: 'boolean', default: false },
  reference: { type: 'string' },
  'amount-pence': { type: 'string' },
  ...amountOptions,
  line: { type: 'string' },
  date: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  ...setupOptions,
  ...bankOptions,
  ...settlementOptions,
  ...personOptions,
  queue: { type: 'string' },
  batch: { type: 'string' },
  operator: { type: 'string' },
  code: { type: 'string' },
  seen: { type: 'string' },
  reason: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const

class UsageError extends Error {}
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Who says so, and why: both are written down. */
function signed(values: Record<string, string | boolean | undefined>): { operator: string; reason: string } {
  const { operator, reason } = values
  if (typeof operator !== 'string' || typeof reason !== 'string' || !operator.trim() || !reason.trim())
    throw new UsageError('this needs --operator NAME and --reason TEXT')
  return { operator: operator.trim(), reason: reason.trim() }
}

/** Who acts, where only a large sum asks for it. */
const byWhom = async (posy: Posy, values: Record<string, string | boolean | undefined>) => ({
  ...AT_THE_MACHINE,
  actor: await commandActor(posy, values),
  ...(readText(values.operator) && { operator: readText(values.operator)! }),
  ...(readText(values.reason) && { reason: readText(values.reason)! }),
})

const readText = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

/** The days from one date to before another. */
function parseRange({ from, until }: Record<string, string | boolean | undefined>): Range | null {
  if (from === undefined && until === undefined) return null
  const day = (text: unknown) => new Date(/^\d{4}-\d\d-\d\d$/.test(String(text)) ? `${text}T00:00:00Z` : Number.NaN)
  const range = { from: day(from), until: day(until) }
  if (!(range.from < range.until)) throw new UsageError('--from and --until are dates (YYYY-MM-DD), the second later')
  return range
}

async function run(
  app: Assembled,
  words: string[],
  values: Record<string, string | boolean | undefined>,
): Promise<number> {
  const command = words.slice(0, 2).join(' ')
  if (words[0] === 'demo') {
    process.stdout.write(`API key: ${(await loadDemo(app.posy)).apiKey}\n`)
    return 0
  }
  if (command === 'client add-web' && words[2]) {
    const id = words[2]
    const client = await transact(app.posy, { actor: operatorActor }, (work) =>
      createClient(work, { id, name: 'Posy', kind: 'web', baseHighballUrl: app.posy.config.publicUrl }),
    )
    process.stdout.write(`WEB_CLIENT_ID=${client.id}\nWEB_CLIENT_SECRET=${client.secret}\n`)
    return 0
  }
  if (command === 'plan requests') {
    for (const { teamId, teamName, planName, askedBy, askedAt, amountPence } of await waitingPlans(app.posy.db))
      print(
        `${teamId}  ${teamName}: ${planName}, ${amountPence ?? 0} pence, asked for by ${askedBy} on ${iso(askedAt)}`,
      )
    return 0
  }
  if (command === 'plan release' && words[2]) {
    const release = { teamId: words[2], ...signed(values) }
    const plan = await transact(app.posy, { actor: operatorActor }, (work) => releasePlan(work, release))
    print(`The team is on the plan ${plan} now. Its invoice is still to be paid.`)
    return 0
  }
  if (command === 'plan unpaid') {
    for (const plan of await unpaidPlans(app.posy.db, toDate(app.posy.clock.now())))
      print(
        `${plan.teamId}  ${plan.teamName}: ${plan.number} for ${plan.planName}, ${plan.outstandingPence} pence since ${iso(plan.issuedAt)}${plan.isOverdue ? ', overdue' : ''}`,
      )
    return 0
  }
  if (command === 'jobs failed') return listFailedJobs(app.posy)
  if (command === 'jobs retry')
    return retryFailedJobs(app.posy, { id: words[2], queue: values.queue, all: values.all === true })
  if (command === 'due held') return listHolds(app.posy)
  if (command === 'due release' && words[2]) return releaseHeld(app.posy, { id: words[2], ...signed(values) })
  if (command === 'expiry batches') return listExpiryBatches(app.posy)
  if (command === 'expiry reverse' && typeof values.batch === 'string')
    return reverseExpiryBatch(app.posy, { batchId: values.batch, ...signed(values), code: readText(values.code) })
  if (command === 'files adopt') {
    await adoptFiles(app.posy.db, app.posy.config)
    print(
      `Files are in ${filesFolder(app.posy.config)} from now on. Start the processes that see another folder again.`,
    )
    return 0
  }
  if (command === 'keys rotate') return rotateKeys(app.posy, process.env.NEW_SESSION_SECRET, print)
  if (command === 'doctor sizes') return printSizes(app.posy, print)
  if (words[0] === 'setup') return setup(app.posy, { values, words: words.slice(1), print })
  if (words[0] === 'doctor') return printExamination(app.posy, print)
  const known =
    setupCommands[command] ??
    bankCommands[command] ??
    actCommands[command] ??
    settlementCommands[command] ??
    personCommands[command] ??
    repairCommands[command]
  if (known) return known(app.posy, { values, words: words.slice(2), print })
  if (command === 'reconcile cards') {
    const [files, range] = [words.slice(2), parseRange(values)]
    if (!files.length && !range) throw new UsageError('reconcile cards needs --from and --until, or report files')
    return printProviderReconciliation(app.posy, { files, range })
  }
  if (command === 'reconcile') return printReconciliation(app.posy)
  if (command === 'catalogue import' && words[2])
    return runCatalogueImport(app.posy, words[2], { dryRun: values['dry-run'] === true })
  if (command === 'catalogue diff' && words[2]) return runCatalogueDiff(app.posy, words[2])
  if (command === 'codes import' && words[2] && words[3])
    return runCodeImport(app.posy, { productId: words[2], path: words[3], dryRun: values['dry-run'] === true })
  if (command === 'codes stock') return printCodeStock(app.posy)
  if (command === 'codes release' && words[2]) return releaseVoucher(app.posy, words[2])
  if (command === 'address allow' && words[2]) return allowAddress(app.posy, words[2], print)
  if (command === 'card refund') {
    const amountPence = Number(values['amount-pence'])
    if (!words[2] || !Number.isSafeInteger(amountPence) || amountPence <= 0)
      throw new UsageError('card refund needs a charge and --amount')
    const [chargeId, by] = [words[2], await byWhom(app.posy, values)]
    return cardRefund(app.posy, { chargeId, amountPence }, by)
  }
  if (command === 'bank receive') {
    const { reference, line, date } = values
    const amountPence = Number(values['amount-pence'])
    if (
      typeof reference !== 'string' ||
      typeof line !== 'string' ||
      !Number.isSafeInteger(amountPence) ||
      amountPence <= 0
    )
      throw new UsageError('bank receive needs --reference, --amount and --line')
    const booking = { reference, amountPence, line, date: readText(date) }
    const by = await byWhom(app.posy, values)
    return isInvoiceReference(reference)
      ? bankReceiveForInvoice(app.posy, booking, by)
      : bankReceive(app.posy, booking, by)
  }
  throw new UsageError(`unknown command: ${words.join(' ')}`)
}

/** What a command needs beyond the database; each asks for no more. */
function requireSettings(
  env: NodeJS.ProcessEnv,
  { words, hasCode, environment }: { words: string[]; hasCode: boolean; environment: string },
): void {
  const command = words.slice(0, 2).join(' ')
  const needed = {
    'codes import': 'SESSION_SECRET',
    'keys rotate': 'SESSION_SECRET',
    'card refund': 'CHECKOUT_SECRET_KEY',
    'reconcile cards': 'CHECKOUT_SECRET_KEY',
    'person export': 'SESSION_SECRET',
    'person erase': 'SESSION_SECRET',
    ...BANK_NEEDS,
    ...ACT_NEEDS,
    ...SETTLEMENT_NEEDS,
    ...REPAIR_NEEDS,
  }[command]
  if (environment === 'production' && needed && !env[needed])
    throw new ConfigError(`${needed}: must be set for posy ${command}`)
  if (environment === 'production' && hasCode && !env.SESSION_SECRET)
    throw new ConfigError(
      'SESSION_SECRET: must be set where --code is given, for operators’ authenticators are sealed with it',
    )
}

/** What this process was started with, and what its files hold. */
let env = process.env

async function main(): Promise<number> {
  const { positionals, values: typed } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  if (positionals.length === 0 || positionals[0] === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  const values = withPence(typed, print)
  env = readEnvironment(process.env)
  const config = pastPooler(readConfig({ LOG_LEVEL: 'warn', ...env }, 'command'))
  requireSettings(env, {
    words: positionals,
    hasCode: values.code !== undefined,
    environment: config.environment,
  })
  // Anyone who waits at the terminal waits for as long as it takes.
  const limits = { ...config.database.limits, statementMs: 0, idleInTransactionMs: 0 }
  const { database, replica, watch, close } = await openDatabase(config, { poolSize: 4, limits })
  try {
    const isMigration = positionals[0] === 'migrate'
    const ran = await prepareSchema(database, isMigration ? migratingNow(config) : config)
    const app = await assemble({ config, database, replica, watch })
    await app.posy.queue.start()
    try {
      if (!isMigration) return await run(app, positionals, values)
      process.stdout.write(ran.length ? `Ran ${ran.join(', ')}.\n` : 'The database is up to date.\n')
      return 0
    } finally {
      await app.close()
    }
  } finally {
    await close()
  }
}

/** A pooler keeps the role's time limits; one session more for a moment does no harm. */
const pastPooler = (config: Config): Config => ({
  ...config,
  databaseUrl: config.database.directUrl,
  database: { ...config.database, pooler: 'none' },
})

const migratingNow = (config: Config): Config => ({
  ...config,
  database: { ...config.database, migrateOnStart: true },
})

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = [UsageError, SetupError, ConfigError, StartError, SchemaError].some((kind) => error instanceof kind)
    const told = startTrouble(error, env) ?? databaseErrorText(error)
    process.stderr.write(`${told}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`)
    process.exit(known ? 2 : 1)
  },
)
