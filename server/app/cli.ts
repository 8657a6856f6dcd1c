import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCatalogueImport } from '#server/domains/catalogue/index.ts'
import { printCodeStock, releaseVoucher, runCodeImport } from '#server/domains/hugggs/index.ts'
import { createClient } from '#server/domains/identity/index.ts'
import { bankReceiveForInvoice, isInvoiceReference } from '#server/domains/orders/index.ts'
import { cardRefund } from '#server/domains/payments/index.ts'
import { bankReceive } from '#server/domains/wallets/index.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { openPglite, openPostgres } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { type Assembled, assemble } from './assemble.ts'
import { loadDemo } from './demo/index.ts'
import { printReconciliation } from './reconcile.ts'

const USAGE = `posy: the operator's commands

  posy migrate                                   bring the database forward
  posy demo                                      load the demo world (never in production)
  posy client add-web ID                         a client identity for the web app (WEB_CLIENT_ID); prints its secret once
  posy catalogue import FILE [--dry-run]         load or check a catalogue (docs/catalogue-format.md)
  posy codes import PRODUCT FILE.csv [--dry-run] add a merchant's codes (code,pin,url,expiry) to a product's pool
  posy codes stock                               what is left of every pool
  posy codes release HUGGG                       after its issuer confirmed that no code was issued: free the gift again
  posy bank receive --reference HG…|INV-… --amount-pence N --line ID [--date YYYY-MM-DD]
                                                 book a bank payment to a wallet or for an invoice; each bank line once
  posy card refund CHARGE --amount-pence N       give money of a card charge back, up to what its wallet has unspent
  posy reconcile                                 prove the ledger against vouchers, wallets and bank; exit 1 on findings

The embedded database serves one process: stop the server first, or set DATABASE_URL.
`

const options = {
  'dry-run': { type: 'boolean', default: false },
  reference: { type: 'string' },
  'amount-pence': { type: 'string' },
  line: { type: 'string' },
  date: { type: 'string' },
} as const

class UsageError extends Error {}

async function run(
  app: Assembled,
  words: string[],
  values: Record<string, string | boolean | undefined>,
): Promise<number> {
  const command = words.slice(0, 2).join(' ')
  if (words[0] === 'migrate') return 0
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
  if (words[0] === 'reconcile') return printReconciliation(app.posy)
  if (command === 'catalogue import' && words[2])
    return runCatalogueImport(app.posy, words[2], { dryRun: values['dry-run'] === true })
  if (command === 'codes import' && words[2] && words[3])
    return runCodeImport(app.posy, { productId: words[2], path: words[3], dryRun: values['dry-run'] === true })
  if (command === 'codes stock') return printCodeStock(app.posy)
  if (command === 'codes release' && words[2]) return releaseVoucher(app.posy, words[2])
  if (command === 'card refund') {
    const amountPence = Number(values['amount-pence'])
    if (!words[2] || !Number.isSafeInteger(amountPence) || amountPence <= 0)
      throw new UsageError('card refund needs a charge and --amount-pence')
    return cardRefund(app.posy, { chargeId: words[2], amountPence })
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
      throw new UsageError('bank receive needs --reference, --amount-pence and --line')
    const bankLine = { reference, amountPence, line, date: typeof date === 'string' ? date : undefined }
    return isInvoiceReference(reference) ? bankReceiveForInvoice(app.posy, bankLine) : bankReceive(app.posy, bankLine)
  }
  throw new UsageError(`unknown command: ${words.join(' ')}`)
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  if (positionals.length === 0 || positionals[0] === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, 4)
    : await openPglite(resolve(config.dataDir, 'database'))
  try {
    await migrate(database)
    const app = await assemble({ config, database })
    await app.posy.queue.start()
    try {
      return await run(app, positionals, values)
    } finally {
      await app.close()
    }
  } finally {
    await database.close()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = error instanceof UsageError || error instanceof ConfigError
    process.stderr.write(
      `${known ? error.message : error instanceof Error ? error.message : String(error)}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`,
    )
    process.exit(known ? 2 : 1)
  },
)
