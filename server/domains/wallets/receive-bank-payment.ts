import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import { isPosted, postTransfer, reverseTransfer } from '#server/domains/ledger/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { moneyReceived } from './events.ts'
import { receivingWallet, walletByReference } from './queries.ts'
import { normaliseReference } from './wallet.ts'

/** One line of the bank's statement, as the operator books it. */
export interface BankPayment {
  /** The bank's own name of the line; each is booked once. */
  bankLine: string
  /** The remittance reference (HG…) the payer quoted; spaces, dashes and lower case are forgiven. */
  reference: string
  amountPence: number
  /** The wallet's unless told. */
  currency?: string
  /** When the bank received it; now unless told. */
  receivedAt?: Date
  /** Where it is taken from: the bank unless told. */
  from?: 'bank-clearing' | 'unmatched-receipts'
}

export interface BankReceipt {
  id: string
  bankLine: string
  walletId: string
  teamId: string
  amountPence: number
  currency: string
  transferId: string
  receivedAt: Date
}

/**
 * Books money that arrived at the bank into the wallet it names, exactly once per bank line; the same line again gives
 * the first result. The oldest pending remittance advice of that amount counts as received.
 * @throws not_found (404) when no wallet has the reference
 * @throws conflict (409) when the line was booked with other data
 * @throws invalid_fields (422) for an amount that is not positive whole pence, or a wallet in another currency
 */
export async function receiveBankPayment(work: Work, payment: BankPayment): Promise<BankReceipt> {
  const { tx, at } = work
  if (!Number.isSafeInteger(payment.amountPence) || payment.amountPence < 1)
    throw invalidFields([{ path: 'amountPence', message: 'must be whole pence, at least 1' }])
  // A second booking of the line, at the same moment, waits here and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank line ${payment.bankLine}`}, 0))`.execute(tx)
  const first = await bookedBefore(work, payment)
  if (first) return first
  const wallet = await receivingWallet(tx, await walletByReference(tx, normaliseReference(payment.reference)))
  const { bankLine, amountPence, currency = wallet.currency, receivedAt = at, from = 'bank-clearing' } = payment
  if (wallet.currency !== currency)
    throw invalidFields([{ path: 'currency', message: `the wallet ${wallet.reference} holds ${wallet.currency}` }])

  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'bank-top-up',
    key: `bank-top-up/${bankLine}`,
    reference: { kind: 'bank_receipt', id },
    currency,
    at,
    entries: [
      { account: { platform: from }, amountPence: -amountPence },
      { account: { wallet: wallet.id, kind: 'available' }, amountPence },
    ],
  })
  await tx
    .insertInto('bank_receipt')
    .values({
      id,
      bank_line: bankLine,
      wallet_id: wallet.id,
      team_id: wallet.teamId,
      amount: amountPence,
      currency,
      transfer_id: transferId,
      received_at: receivedAt,
    })
    .execute()
  const receipt: BankReceipt = {
    id,
    bankLine,
    walletId: wallet.id,
    teamId: wallet.teamId,
    amountPence,
    currency,
    transferId,
    receivedAt,
  }
  await fulfilAdvice(work, receipt)
  await work.audit(
    'wallet.bank-payment-received',
    { kind: 'wallet', id: wallet.id },
    { teamId: wallet.teamId, detail: { amountPence, currency, receiptId: receipt.id } },
  )
  return receipt
}

/** Books it, and has the wallet's people told. @throws as receiveBankPayment */
export async function bookBankPayment(work: Work, payment: BankPayment): Promise<BankReceipt> {
  const receipt = await receiveBankPayment(work, payment)
  const { id, walletId, teamId, amountPence, currency, receivedAt } = receipt
  await work.emit(moneyReceived, {
    id,
    walletId,
    teamId,
    userId: null,
    amountPence,
    currency,
    by: 'bank',
    at: iso(receivedAt),
  })
  return receipt
}

/**
 * Takes a booking back, by one reversing transfer; what had been announced is awaited again.
 * @returns the reversing transfer
 * @throws not_found (404), wrong_state (409) when it was undone before, insufficient_funds (402) when the money has been spent
 */
export async function reverseBankPayment(work: Work, transferId: string): Promise<string> {
  const { tx, at } = work
  const receipt = found(
    await tx
      .selectFrom('bank_receipt')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'bank payment',
  )
  const key = `bank-top-up-reversal/${receipt.id}`
  const reversalId = await reverseTransfer(tx, { transferId, kind: 'correction', key, at })
  await tx.updateTable('bank_receipt').set({ reversed_at: at }).where('id', '=', receipt.id).execute()
  await sql`
    update remittance_advice set status = 'pending', received_at = null
    where id = (
      select id from remittance_advice
      where wallet_id = ${receipt.wallet_id} and amount = ${receipt.amount} and status = 'received' and received_at = ${receipt.received_at}
      order by created_at desc, id limit 1 for update)`.execute(tx)
  await work.audit(
    'wallet.bank-payment-reversed',
    { kind: 'wallet', id: receipt.wallet_id },
    {
      teamId: receipt.team_id,
      detail: { amountPence: receipt.amount, currency: receipt.currency, receiptId: receipt.id },
    },
  )
  return reversalId
}

/** The key in the ledger of a bank line that paid an invoice: a line is booked once, for a wallet or for an invoice. */
export const invoicePaymentKey = (bankLine: string): string => `invoice-payment/${bankLine}`

/** What the line was booked as, if it was. */
async function bookedBefore({ tx }: Work, payment: BankPayment): Promise<BankReceipt | null> {
  const row = await tx
    .selectFrom('bank_receipt as receipt')
    .innerJoin('wallet', 'wallet.id', 'receipt.wallet_id')
    .selectAll('receipt')
    .select('wallet.reference')
    .where('bank_line', '=', payment.bankLine)
    .executeTakeFirst()
  if (!row) {
    if (await isPosted(tx, invoicePaymentKey(payment.bankLine)))
      throw new Problem('conflict', `The bank line ${payment.bankLine} was booked for an invoice.`)
    return null
  }
  if (row.reversed_at) throw new Problem('wrong_state', `The booking of bank line ${payment.bankLine} was undone.`)
  const same =
    (await isNamedBy(tx, row, normaliseReference(payment.reference))) &&
    row.amount === payment.amountPence &&
    (payment.currency ?? row.currency) === row.currency &&
    (payment.receivedAt ?? row.received_at).getTime() === row.received_at.getTime()
  if (!same) throw new Problem('conflict', `The bank line ${payment.bankLine} was booked before with other data.`)
  return {
    id: row.id,
    bankLine: row.bank_line,
    walletId: row.wallet_id,
    teamId: row.team_id,
    amountPence: row.amount,
    currency: row.currency,
    transferId: row.transfer_id,
    receivedAt: row.received_at,
  }
}

/** By its own reference, or that of a closed wallet that passed the money on. */
const isNamedBy = async (tx: Tx, row: { reference: string; wallet_id: string }, reference: string): Promise<boolean> =>
  row.reference === reference ||
  (await tx
    .selectFrom('wallet')
    .select('id')
    .where('reference', '=', reference)
    .where('returns_to_wallet_id', '=', row.wallet_id)
    .executeTakeFirst()) !== undefined

async function fulfilAdvice({ tx }: Work, receipt: BankReceipt): Promise<void> {
  await sql`
    update remittance_advice set status = 'received', received_at = ${receipt.receivedAt}
    where id = (
      select id from remittance_advice
      where wallet_id = ${receipt.walletId} and amount = ${receipt.amountPence} and status = 'pending'
      order by created_at, id limit 1 for update)`.execute(tx)
}
