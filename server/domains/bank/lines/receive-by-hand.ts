import { sql } from 'kysely'
import { formatMoney, type Pence } from '#kit/money.ts'
import { iso } from '#kit/time.ts'
import {
  type BankReceipt,
  bookBankPayment,
  normaliseReference,
  startOfLondonDay,
  walletByReference,
} from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import {
  AT_THE_MACHINE,
  type AtTheMachine,
  doOrAsk,
  type MoneyActKind,
  type Outcome,
  waitsFor,
} from '#server/platform/waiting-acts.ts'
import { matchedToday } from './brought-alone.ts'
import type { BankTarget } from './matchers.ts'
import { findWaitingLine } from './queries.ts'

/** A payment that an operator books by hand, before the bank's own file says it. */
export interface HandBooking {
  reference: string
  amountPence: Pence
  /** The bank's own name of the line. */
  line: string
  /** YYYY-MM-DD; now unless told. */
  date?: string | undefined
}

/** What was asked for, as it is booked now or by another operator later. */
export interface Receipt extends Record<string, string | number> {
  bankLine: string
  reference: string
  amountPence: number
  receivedAt: string
  askedAt: string
}

/** @throws conflict (409) where a line of this amount waits to be allocated */
export async function refuseWaitingLine(db: Db | Tx, amountPence: Pence): Promise<void> {
  const line = await findWaitingLine(db, amountPence)
  if (line)
    throw new Problem(
      'conflict',
      `A line of the bank of this amount waits: ${line.id}, ${line.booked_on}, ${line.text}. Book it with posy bank allocate.`,
    )
}

/**
 * Before a payment is booked by hand: the bank's own line of it is not there yet, nor came while it waited.
 * @throws conflict (409)
 */
export async function refuseKnownPayment(tx: Tx, target: BankTarget, { amountPence, askedAt }: Receipt): Promise<void> {
  await refuseWaitingLine(tx, amountPence)
  const { rows } = await sql<{ id: string; day: string }>`
    select line.id, line.booked_on::text as day from bank_line as line
    join bank_import as import on import.id = line.import_id
    where line.state = 'booked' and line.amount = ${amountPence} and import.imported_at >= ${askedAt}::timestamptz
      and line.target_kind = ${target.kind} and line.target_id = ${target.id} limit 1`.execute(tx)
  if (rows[0])
    throw new Problem(
      'conflict',
      `The bank’s own line of it came meanwhile: ${rows[0].id}, ${rows[0].day}. It is booked.`,
    )
}

/** Books a payment by hand; above what one operator may for a target in a day, it waits for another. */
export async function receiveOrAsk<Done>(
  work: Work,
  kind: MoneyActKind<Receipt, Done>,
  { reference, amountPence, line, date }: HandBooking,
  { target, teamId, currency, by }: { target: BankTarget; teamId: string; currency: string; by: AtTheMachine },
): Promise<Outcome<Done>> {
  const receivedAt = iso(date === undefined ? work.at : startOfLondonDay(date))
  return doOrAsk(work, kind, {
    terms: { bankLine: line, reference, amountPence, receivedAt, askedAt: iso(work.at) },
    subject: { kind: 'bank-receipt', id: line },
    teamId,
    counts: {
      ...{ target: `${target.kind} ${target.id}`, currency, pence: amountPence },
      already: await matchedToday(work, target, currency),
    },
    says: `Book ${formatMoney(amountPence, currency)} that the bank received on ${receivedAt.slice(0, 10)}, line ${line}, to ${target.label}`,
    operator: by.operator,
    reason: by.reason,
  })
}

const namedWallet = async (tx: Tx, reference: string) => {
  const wallet = await walletByReference(tx, normaliseReference(reference))
  return { wallet, target: { kind: 'wallet', id: wallet.id, label: wallet.reference } }
}

export const walletReceipt: MoneyActKind<Receipt, BankReceipt> = {
  kind: 'wallet-receipt',
  run: async (work, terms) => {
    const { bankLine, reference, amountPence, receivedAt } = terms
    await refuseKnownPayment(work.tx, (await namedWallet(work.tx, reference)).target, terms)
    return bookBankPayment(work, { bankLine, reference, amountPence, receivedAt: new Date(receivedAt) })
  },
}

/**
 * `posy bank receive`: books one line of the bank and says what was booked. Again with the same line: says the same.
 * @returns the exit code 0
 * @throws what bookBankPayment, doOrAsk and refuseKnownPayment refuse; RangeError for a date that is none
 */
export async function bankReceive(posy: Posy, booking: HandBooking, by = AT_THE_MACHINE): Promise<0> {
  const { reference, amountPence, line, date } = booking
  const outcome = await transact(posy, { actor: by.actor }, async (work): Promise<Outcome<BankReceipt>> => {
    if (await isBooked(work.tx, line)) {
      const again = { bankLine: line, reference, amountPence, ...(date && { receivedAt: startOfLondonDay(date) }) }
      return { waits: false, done: await bookBankPayment(work, again) }
    }
    const { wallet, target } = await namedWallet(work.tx, reference)
    return receiveOrAsk(work, walletReceipt, booking, {
      ...{ target, teamId: wallet.teamId, currency: wallet.currency, by },
    })
  })
  const said = (receipt: BankReceipt) =>
    `Booked bank line ${receipt.bankLine}: ${receipt.amountPence} pence (${receipt.currency}) to wallet ${receipt.walletId}, transfer ${receipt.transferId}.`
  process.stdout.write(`${outcome.waits ? waitsFor(outcome) : said(outcome.done)}\n`)
  return 0
}

const isBooked = async (tx: Tx, line: string): Promise<boolean> =>
  (await tx.selectFrom('bank_receipt').select('id').where('bank_line', '=', line).executeTakeFirst()) !== undefined
