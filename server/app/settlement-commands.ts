import { writeFile } from 'node:fs/promises'
import { formatMoney } from '#kit/money.ts'
import { londonDate, toDate, toInstant } from '#kit/time.ts'
import {
  approveDetails,
  buildPaymentFile,
  correctMerchant,
  discardFile,
  drawStatement,
  endOfPeriod,
  type FileFormat,
  fileFormats,
  merchants,
  merchantsToSettle,
  payeesOfWaitingFiles,
  paymentFiles,
  proposeDetails,
  proposedAccount,
  readFile,
  recordMerchantPayment,
  releaseFile,
  type SignedProposal,
  statements,
} from '#server/domains/settlements/index.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { waitsFor } from '#server/platform/waiting-acts.ts'
import { type CommandCall, commandActor, SetupError } from './setup/command.ts'

/** Thrown through a drawing that keeps nothing. */
class OnlyTried extends Error {}

type Command = (posy: Posy, call: CommandCall) => Promise<number>

function text({ values }: CommandCall, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || !value.trim()) throw new SetupError(`--${name}: must be given`)
  return value.trim()
}

function word({ words }: CommandCall, what: string): string {
  if (!words[0]) throw new SetupError(`which ${what}?`)
  return words[0]
}

const signed = (call: CommandCall): SignedProposal => ({
  operator: text(call, 'operator'),
  reason: text(call, 'reason'),
})

function wholePence(call: CommandCall, name: string): number {
  const pence = Number(text(call, name))
  if (!Number.isSafeInteger(pence)) throw new SetupError(`--${name}: must be whole pence`)
  return pence
}

/** Runs a command in one transaction and says what it refuses, field by field. */
async function run(
  posy: Posy,
  { values, print }: CommandCall,
  command: (work: Work) => Promise<void>,
): Promise<number> {
  const actor = await commandActor(posy, values)
  try {
    await transact(posy, { actor }, command)
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(error.message)
    if (error.details.length > 1) for (const { path, message } of error.details) print(`${path}: ${message}`)
    if (error.code === 'wrong_state' || error.code === 'forbidden') print(error.help)
    return 1
  }
}

const listMerchants: Command = async (posy, { print }) => {
  const rows = await merchants(posy.db, toDate(posy.clock.now()))
  for (const { brandId, name, currency, openPence, statedPence, hint, proposed } of rows) {
    const account = hint ? `account …${hint}` : 'no bank details'
    const waiting = proposed && (await proposedAccount(posy, brandId))
    const waits = waiting
      ? `, ${waiting.accountName}, ${waiting.sortCode} ${waiting.accountNumber} by ${proposed.by} waits for approval`
      : ''
    print(
      `${brandId}  ${name}: ${formatMoney(openPence, currency)} on no statement, ${formatMoney(statedPence, currency)} on statements to pay; ${account}${waits}`,
    )
  }
  if (rows.length === 0) print('No merchant is owed anything.')
  return 0
}

const setBankDetails: Command = (posy, call) =>
  run(posy, call, async (work) => {
    const account = {
      accountName: text(call, 'account-name'),
      sortCode: text(call, 'sort-code'),
      accountNumber: text(call, 'account-number'),
      email: text(call, 'email'),
    }
    await proposeDetails(work, { brandId: word(call, 'merchant'), account, ...signed(call) })
    call.print('Proposed. Another operator approves it with posy merchants approve; alone, you can after 24 hours.')
  })

const digits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Anyone who approves types the account that they were told: it must be the one that was proposed. */
const approve: Command = async (posy, call) => {
  const brandId = word(call, 'merchant')
  const [sortCode, accountNumber] = [digits(text(call, 'sort-code')), digits(text(call, 'account-number'))]
  const proposed = await proposedAccount(posy, brandId)
  if (proposed && (proposed.sortCode !== sortCode || proposed.accountNumber !== accountNumber)) {
    call.print('This is not the account that was proposed. Nothing was changed.')
    return 1
  }
  return run(posy, call, async (work) => {
    const detailsId = found(proposed, 'proposal of bank details').id
    const isAlone = await approveDetails(work, { brandId, detailsId, ...signed(call) })
    call.print(`Approved${isAlone ? ' by the one who proposed it, which is marked' : ''}. Payment files pay there now.`)
  })
}

/** Each merchant in a transaction of its own; with `--dry-run` nothing is kept. */
const draw: Command = async (posy, call) => {
  const { values, print } = call
  const by = signed(call)
  const only = values.merchant
  let [until, drawn] = [toDate(posy.clock.now()), 0]
  const checked = await run(posy, call, async (work) => {
    until = endOfPeriod(text(call, 'until'), work.at)
  })
  if (checked) return checked
  for (const { brandId, name, currency } of await merchantsToSettle(posy.db, until)) {
    if (typeof only === 'string' && only !== brandId) continue
    // What one statement does not hold is on the next.
    for (;;) {
      const statement = await drawOne(posy, { brandId, currency, until, ...by }, values['dry-run'] === true)
      if (!statement) break
      print(`${statement.number}  ${name}: ${formatMoney(statement.totalPence, currency)}, ${statement.lines} lines`)
      drawn += 1
      if (values['dry-run']) break
    }
  }
  if (drawn === 0) print('There is nothing to draw.')
  else if (values['dry-run']) print('Dry run: nothing was changed.')
  return 0
}

async function drawOne(posy: Posy, wish: Parameters<typeof drawStatement>[1], isDryRun: boolean) {
  let drawn: Awaited<ReturnType<typeof drawStatement>> = null
  try {
    await transact(posy, { actor: operatorActor }, async (work) => {
      drawn = await drawStatement(work, wish)
      if (isDryRun) throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  return drawn as Awaited<ReturnType<typeof drawStatement>>
}

const list: Command = async (posy, { print }) => {
  for (const { number, merchant, until, totalPence, currency, state, fileNumber } of await statements(posy.db)) {
    const lastDay = londonDate(toInstant(until)).subtract({ days: 1 })
    print(
      `${number}  ${merchant} up to ${lastDay}: ${formatMoney(totalPence, currency)}, ${state}${fileNumber ? ` in ${fileNumber}` : ''}`,
    )
  }
  const files = await paymentFiles(posy.db)
  const payees = await payeesOfWaitingFiles(posy, posy.db, files)
  for (const { id, number, payments, totalPence, currency, payOn, sha256, builtBy, releasedBy, discardedAt } of files) {
    const state = releasedBy
      ? `released by ${releasedBy}`
      : discardedAt
        ? 'discarded'
        : `built by ${builtBy}, not released`
    print(
      `${number}  ${payments} payments, ${formatMoney(totalPence, currency)} on ${payOn}, ${state}; SHA-256 ${sha256}`,
    )
    for (const { statement, merchant, payee, sortCode, accountNumber, amountPence } of payees.get(id) ?? [])
      print(
        `    ${formatMoney(amountPence, currency)} to ${payee}, ${sortCode} ${accountNumber}: ${statement.number} of ${merchant.name}`,
      )
  }
  return 0
}

const correct: Command = (posy, call) =>
  run(posy, call, async (work) => {
    const redemption = call.values.redemption
    const asked = await correctMerchant(work, {
      brandId: word(call, 'merchant'),
      amountPence: wholePence(call, 'pence'),
      redemptionId: typeof redemption === 'string' ? redemption : undefined,
      ...signed(call),
    })
    call.print(asked.waits ? waitsFor(asked) : 'It is a line on the next statement.')
  })

const build: Command = (posy, call) =>
  run(posy, call, async (work) => {
    const { format = 'csv', 'pay-on': payOn } = call.values
    if (!fileFormats.includes(format as FileFormat)) throw new SetupError(`--format: ${fileFormats.join(' or ')}`)
    const file = await buildPaymentFile(work, {
      format: format as FileFormat,
      payOn: typeof payOn === 'string' ? payOn : undefined,
      ...signed(call),
    })
    call.print(`${file.number}  ${file.payments} payments, ${formatMoney(file.totalPence, 'GBX')} on ${file.payOn}`)
    call.print(`SHA-256 ${file.sha256}`)
    for (const { number, merchant } of file.waiting)
      call.print(`Left out: ${number}, ${merchant} has no approved bank details.`)
    call.print('Another operator releases it with posy settlement release; alone, you can after 24 hours.')
  })

const release: Command = (posy, call) =>
  run(posy, call, async (work) => {
    const isAlone = await releaseFile(work, { number: word(call, 'file'), seen: text(call, 'seen'), ...signed(call) })
    call.print(
      `Released${isAlone ? ' by the one who made it, which is marked' : ''}. Merchants are mailed their statements.`,
    )
  })

const discard: Command = (posy, call) =>
  run(posy, call, async (work) => {
    await discardFile(work, { number: word(call, 'file'), ...signed(call) })
    call.print('Discarded. Its statements wait for another file.')
  })

/** Writes a released file to disk, for the bank. */
const fetchFile: Command = async (posy, call) => {
  const [number, out, operator] = [word(call, 'file'), text(call, 'out'), text(call, 'operator')]
  return run(posy, call, async () => {
    const { text: content, sha256 } = await readFile(posy, { number, operator, actor: operatorActor })
    await writeFile(out, content, { mode: 0o600 })
    call.print(`Wrote ${out}. SHA-256 ${sha256}`)
  })
}

const paid: Command = (posy, call) =>
  run(posy, call, async (work) => {
    const { date } = call.values
    const booked = await recordMerchantPayment(work, {
      reference: text(call, 'reference'),
      amountPence: wholePence(call, 'amount-pence'),
      bankLine: text(call, 'line'),
      paidAt: typeof date === 'string' ? startOfLondonDay(date) : undefined,
    })
    for (const { number, amountPence } of booked.statements)
      call.print(`Paid ${number}: ${formatMoney(amountPence, booked.currency)}, transfer ${booked.transferId}`)
  })

/** What the operator does for merchants, by two words. */
export const settlementCommands: Record<string, Command> = {
  'merchants list': listMerchants,
  'merchants bank-details': setBankDetails,
  'merchants approve': approve,
  'settlement draw': draw,
  'settlement list': list,
  'settlement correct': correct,
  'settlement file': build,
  'settlement release': release,
  'settlement discard': discard,
  'settlement fetch': fetchFile,
  'settlement paid': paid,
}

export const SETTLEMENT_USAGE = `  posy merchants list                            what merchants are owed, and whether they can be paid
  posy merchants bank-details BRAND --account-name NAME --sort-code 12-34-56 --account-number N --email ADDRESS
      --operator EMAIL --code 123456 --reason TEXT   propose where a merchant is paid and mailed
  posy merchants approve BRAND --sort-code 12-34-56 --account-number N --operator EMAIL --code 123456 --reason TEXT
                                                 a second operator approves it, naming the account that they were told
  posy settlement draw --until DAY [--merchant BRAND] [--dry-run] --operator NAME --reason TEXT
                                                 draw statements of what was used up to that day, and freeze it
  posy settlement list                           statements and payment files, the latest first
  posy settlement correct BRAND --amount=-3.90 [--redemption ID] --operator NAME --reason TEXT
                                                 a line on the merchant's next statement
  posy settlement file [--format csv | pain.001] [--pay-on DAY] --operator EMAIL --code 123456 --reason TEXT
                                                 build one payment file of every statement to pay
  posy settlement release FILE --seen SHA256 --operator EMAIL --code 123456 --reason TEXT
                                                 a second operator releases it, naming the checksum of what they looked at
  posy settlement discard FILE --operator NAME --reason TEXT      give up one that was not released
  posy settlement fetch FILE --out PATH --operator NAME           write a released file, for the bank
  posy settlement paid --reference MST-…|MPF-… --amount 12.50 --line ID [--date YYYY-MM-DD]
                                                 book the bank line that paid a statement, or a whole file
`

export const settlementOptions = {
  'account-name': { type: 'string' },
  email: { type: 'string' },
  merchant: { type: 'string' },
  redemption: { type: 'string' },
  format: { type: 'string' },
  'pay-on': { type: 'string' },
} as const

/** Commands that open or seal bank details: without the installation's own secret they would make unreadable ones. */
export const SETTLEMENT_NEEDS: Record<string, string> = {
  'merchants bank-details': 'SESSION_SECRET',
  'merchants list': 'SESSION_SECRET',
  'merchants approve': 'SESSION_SECRET',
  'settlement list': 'SESSION_SECRET',
  'settlement release': 'SESSION_SECRET',
  'settlement file': 'SESSION_SECRET',
  'settlement fetch': 'SESSION_SECRET',
}
