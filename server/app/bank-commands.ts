import { readFile, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readAmount } from '#kit/amounts.ts'
import { formatMoney } from '#kit/money.ts'
import {
  allocateLine,
  bookNewLines,
  confirmStatement,
  importOrAsk,
  type LineRecord,
  layoutNames,
  MAX_STATEMENT_BYTES,
  makePayoutFile,
  payouts,
  previewStatement,
  refusePayout,
  refuseStaged,
  releasePayout,
  requestPayout,
  type SignedBooking,
  setLineAside,
  stagedStatement,
  stageStatement,
  undoLine,
  unsealPayment,
  waitingLines,
  waitingStatements,
} from '#server/domains/bank/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { waitsFor } from '#server/platform/waiting-acts.ts'
import { reverseTransferByHand } from './reverse-transfer.ts'
import { type CommandCall, commandActor, inTransaction, read, refusals, SetupError } from './setup/command.ts'

const SHOWN = 200
const MOST_PENCE = 100_000_000_000

const SignedValues = z.object({
  operator: z.string().trim().min(1, 'who does this').max(100),
  reason: z.string().trim().min(3, 'why').max(500),
})

const ImportValues = z.object({
  layout: z.enum([...layoutNames, 'auto']).default('auto'),
  account: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .optional(),
  operator: z.string().trim().min(1).max(100).default('command line'),
  reason: z.string().trim().min(3, 'why').max(500).default('Daily statement'),
  closing: z
    .string()
    .transform((text, context) => {
      const amount = readAmount(text, { negative: true, mostPence: MOST_PENCE, currency: 'GBX' })
      if ('pence' in amount) return amount.pence
      context.addIssue('what the account holds after it, such as 1,234.50')
      return z.NEVER
    })
    .optional(),
  'begin-again': z.boolean().default(false),
})

/** `posy bank import FILE`: keeps its lines and books them; with `--dry-run` it says what would happen to each. */
async function importFile(posy: Posy, { words, values, print }: CommandCall): Promise<number> {
  const [path] = words
  if (!path) throw new SetupError('bank import needs a file')
  const { layout, account = null, operator, reason, closing, 'begin-again': begins } = read(ImportValues, values)
  if ((await stat(path)).size > MAX_STATEMENT_BYTES) throw new SetupError('A statement file has at most 10 MB.')
  const file = {
    ...{ name: path.split('/').at(-1)!, bytes: await readFile(path), layout, account },
    ...{ closingPence: closing ?? null, begins },
  }
  const preview = await previewStatement(posy, file)
  const wrong = againstIt(preview, begins)
  if (wrong.length) {
    for (const message of wrong.slice(0, SHOWN)) print(message)
    print('Nothing was changed.')
    return 1
  }
  if (values['dry-run'] === true) {
    for (const { date, amountPence, currency, text, names, isNew, held } of preview.lines)
      if (isNew) {
        const target = held ? '?' : names.join(' or ') || '?'
        const why = held ? `  (${held})` : ''
        print(`${date}  ${formatMoney(amountPence, currency).padStart(12)}  ${target}  ${text}${why}`)
      }
    print(`${preview.newLines} new lines of ${preview.lines.length}. Dry run: nothing was changed.`)
    return 0
  }
  const by = { actor: await commandActor(posy, values), operator }
  return refusals(print, async () => {
    const id = await transact(posy, by, (work) => stageStatement(work, file, operator))
    const staged = { ...(await stagedStatement(posy, id)), ...file }
    const done = await importOrAsk(posy, staged, by, { reason, down: nowhere })
    if (done.waits) {
      print(`${done.newLines} new lines of ${done.lines} wait for another operator. ${preview.needs.join(' ')}`)
      print(`posy bank confirm ${id} --seen ${preview.sha256} --operator EMAIL --code 123456 --reason TEXT`)
      return 0
    }
    await bookNewLines(posy)
    print(`${done.newLines} new lines of ${done.lines}, in the layout ${preview.layout}.`)
    return listWaiting(posy, print)
  })
}

/** The audit has what is done at the command line. */
const nowhere = async () => {}

function againstIt(
  { problems, untold, breaks }: Awaited<ReturnType<typeof previewStatement>>,
  begins: boolean,
): string[] {
  const wrong = problems.map(({ row, message }) => (row ? `line ${row}: ${message}` : message))
  if (untold.length)
    wrong.push(`--closing is needed: the file does not tell what ${untold.join(' and ')} holds after it`)
  if (breaks.length && !begins)
    wrong.push(...breaks, 'If its balance is to hold from now on, add --begin-again: another operator confirms that.')
  return wrong
}

const ConfirmValues = SignedValues.extend({
  seen: z.string({ error: 'the SHA-256 of the file, as posy bank statements shows it' }).trim().min(1),
})

/** `posy bank confirm ID`: another operator imports a file that waits. */
async function confirmImport(posy: Posy, { words, values, print }: CommandCall): Promise<number> {
  const id = read(z.uuid(), words[0])
  const { seen, operator } = read(ConfirmValues, values)
  const by = { actor: await commandActor(posy, values), operator }
  return refusals(print, async () => {
    const { lines, newLines } = await confirmStatement(posy, { id, seen }, by, { down: nowhere })
    await bookNewLines(posy)
    print(`${newLines} new lines of ${lines}.`)
    return listWaiting(posy, print)
  })
}

const refuseImport = (posy: Posy, call: CommandCall): Promise<number> => {
  const id = read(z.uuid(), call.words[0])
  const signed = read(SignedValues, call.values)
  return inTransaction(posy, call, async (work) => {
    await refuseStaged(work, { id, ...signed })
    call.print('The file is refused. Nothing of it was used.')
  })
}

/** `posy bank statements`: files that wait for another operator, and what is in them. */
async function listStatements(posy: Posy, { print }: CommandCall): Promise<number> {
  const waiting = await waitingStatements(posy)
  for (const { id, fileName, by, reason, why } of waiting) {
    const file = await stagedStatement(posy, id)
    const { sha256, lines } = await previewStatement(posy, file)
    print(`${id}  ${fileName}  SHA-256 ${sha256}  asked for by ${by}: ${reason}`)
    for (const each of why) print(`  ${each}`)
    for (const { date, amountPence, currency, text, names, isNew, held } of lines.slice(0, SHOWN))
      if (isNew)
        print(
          `  ${date}  ${formatMoney(amountPence, currency).padStart(12)}  ${(!held && names.join(' or ')) || '?'}  ${text}`,
        )
  }
  print(waiting.length ? `${waiting.length} files wait for another operator.` : 'No file waits for anyone.')
  return 0
}

/** `posy bank unmatched`. @returns 0; what waits is no failure */
async function listWaiting(posy: Posy, print: CommandCall['print']): Promise<number> {
  const lines = await waitingLines(posy.db, { limit: SHOWN })
  for (const { id, booked_on, amount, currency, text, note } of lines)
    print(`${id}  ${booked_on}  ${formatMoney(amount, currency).padStart(12)}  ${text}  (${note ?? 'being booked'})`)
  print(lines.length ? `${lines.length} lines wait for someone.` : 'No line waits for anyone.')
  return 0
}

const printLine = ({ state, booked_on, amount, currency, target_label: target }: LineRecord): string =>
  `${booked_on} ${formatMoney(amount, currency)}: ${target ? `booked to ${target}` : state}.`

/** A command on one line, signed. */
const onLine =
  (command: (work: Work, wish: SignedBooking & { lineId: string }) => Promise<LineRecord>) =>
  (posy: Posy, call: CommandCall): Promise<number> => {
    const lineId = read(z.uuid(), call.words[0])
    const signed = read(SignedValues, call.values)
    return inTransaction(posy, call, async (work) => call.print(printLine(await command(work, { lineId, ...signed }))))
  }

/** `posy bank allocate LINE`; above an amount another operator confirms it. */
const allocate = (posy: Posy, call: CommandCall): Promise<number> => {
  const lineId = read(z.uuid(), call.words[0])
  const wish = read(SignedValues.extend({ reference: z.string().min(1) }), call.values)
  return inTransaction(posy, call, async (work) => {
    const asked = await allocateLine(work, { lineId, ...wish })
    call.print(asked.waits ? waitsFor(asked) : printLine(asked.done))
  })
}

const PayoutValues = SignedValues.extend({
  wallet: z.string(),
  'amount-pence': z.coerce.number().int().min(1),
  payee: z.string(),
  'sort-code': z.string(),
  'account-number': z.string(),
})

const askPayout = (posy: Posy, call: CommandCall): Promise<number> => {
  const wish = read(PayoutValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const { id, reference } = await requestPayout(work, {
      walletReference: wish.wallet,
      amountPence: wish['amount-pence'],
      payee: { name: wish.payee, sortCode: wish['sort-code'], accountNumber: wish['account-number'] },
      operator: wish.operator,
      reason: wish.reason,
    })
    call.print(`${id}  ${reference}: another operator releases it; alone, you can after 24 hours.`)
  })
}

const endPayout =
  <S extends typeof SignedValues>(
    values: S,
    command: (
      work: Work,
      wish: z.output<S> & { payoutId: string },
    ) => Promise<{ reference: string; amount: number; currency: string }>,
    did: string,
  ) =>
  (posy: Posy, call: CommandCall): Promise<number> => {
    const payoutId = read(z.uuid(), call.words[0])
    const wish = read(values, call.values)
    return inTransaction(posy, call, async (work) => {
      const { reference, amount, currency } = await command(work, { payoutId, ...wish })
      call.print(`${reference}: ${formatMoney(amount, currency)} ${did}.`)
    })
  }

const ReleaseValues = SignedValues.extend({
  seen: z.string({ error: 'the version that posy payout list shows beside what is paid' }).trim().min(1),
})

async function listPayouts(posy: Posy, { print }: CommandCall): Promise<number> {
  const found = await payouts(posy.db, { limit: SHOWN })
  for (const payout of found) {
    const { id, reference, amount, currency, state, walletReference, teamName, hint, requested_by } = payout
    const payment = state === 'requested' || state === 'released' ? unsealPayment(posy, payout) : null
    const to = payment
      ? `to ${payment.name}, ${payment.sortCode} ${payment.accountNumber} (version ${payment.version})`
      : `to account …${hint}`
    print(
      `${id}  ${reference}  ${formatMoney(amount, currency).padStart(12)}  ${state}  ${to}, from ${walletReference} of ${teamName}, asked for by ${requested_by}`,
    )
  }
  if (found.length === 0) print('There are no payouts.')
  return 0
}

const FileValues = z.object({ out: z.string().min(1), operator: z.string().trim().min(1).max(100) })

/** `posy payout file --out FILE`: what is released and in no file yet, for the bank. */
async function writePayoutFile(posy: Posy, call: CommandCall): Promise<number> {
  const { out, operator } = read(FileValues, call.values)
  return inTransaction(posy, call, async (work) => {
    const file = await makePayoutFile(work, { operator })
    // Inside the transaction: a file that cannot be written was never made. Never over another one.
    if (call.values['dry-run'] !== true) await writeFile(out, file.text, { mode: 0o600, flag: 'wx' })
    call.print(`${file.payouts} payouts, ${formatMoney(file.totalPence, 'GBX')}, SHA-256 ${file.sha256}`)
  })
}

const reverseOne = (posy: Posy, call: CommandCall): Promise<number> => {
  const transferId = read(z.uuid(), call.words[0])
  const signed = read(SignedValues, call.values)
  return inTransaction(posy, call, async (work) =>
    call.print(`Reversed by transfer ${await reverseTransferByHand(work, { transferId, ...signed })}.`),
  )
}

/** By their two words. */
export const bankCommands: Record<string, (posy: Posy, call: CommandCall) => Promise<number>> = {
  'bank import': importFile,
  'bank statements': listStatements,
  'bank confirm': confirmImport,
  'bank refuse': refuseImport,
  'bank unmatched': (posy, { print }) => listWaiting(posy, print),
  'bank allocate': allocate,
  'bank undo': onLine(undoLine),
  'bank set-aside': onLine(setLineAside),
  'payout request': askPayout,
  'payout release': endPayout(ReleaseValues, releasePayout, 'is released; it goes into the next payment file'),
  'payout refuse': endPayout(SignedValues, refusePayout, 'is refused'),
  'payout list': listPayouts,
  'payout file': writePayoutFile,
  'ledger reverse': reverseOne,
}

export const BANK_USAGE = `  posy bank import FILE [--layout auto|${layoutNames.join('|')}] [--account DIGITS] [--closing 12.50] [--begin-again] [--operator NAME] [--dry-run]
                                                 a statement of the bank: each line is kept once and booked by what it names
  posy bank statements                           files that wait for another operator, and what is in them
  posy bank confirm ID --seen SHA256 --operator EMAIL --code 123456 --reason TEXT · posy bank refuse ID --operator NAME --reason TEXT
  posy bank unmatched                            lines that name nothing, or several things
  posy bank allocate LINE --reference HG…|INV-… --operator NAME --reason TEXT     book one by hand; a large one waits (posy acts waiting)
  posy bank undo LINE · posy bank set-aside LINE --operator NAME --reason TEXT    take a booking back; it is none of ours
  posy payout request --wallet HG… --amount 12.50 --payee NAME --sort-code … --account-number … --operator EMAIL --code 123456 --reason TEXT
  posy payout list                               what is asked for and paid: payee, sort code, account, and its version
  posy payout release ID --seen VERSION --operator EMAIL --code 123456 --reason TEXT    by another operator than asked
  posy payout refuse ID --operator NAME --reason TEXT · posy payout file --out FILE --operator NAME    a payment file of what is released
  posy ledger reverse TRANSFER --operator NAME --reason TEXT                      undo a transfer that no record stands on
`

/** Commands that seal or open accounts, or a second operator's secret. */
export const BANK_NEEDS: Record<string, string> = Object.fromEntries(
  [
    'bank import',
    'bank statements',
    'bank confirm',
    'payout request',
    'payout list',
    'payout release',
    'payout file',
    'expiry reverse',
  ].map((command) => [command, 'SESSION_SECRET']),
)

export const bankOptions = {
  layout: { type: 'string' },
  closing: { type: 'string' },
  'begin-again': { type: 'boolean' },
  account: { type: 'string' },
  payee: { type: 'string' },
  'sort-code': { type: 'string' },
  'account-number': { type: 'string' },
  out: { type: 'string' },
} as const
