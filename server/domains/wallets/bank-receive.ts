import { BUSINESS_ZONE, Temporal, toDate } from '#server/kit/time.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { bookBankPayment } from './receive-bank-payment.ts'

export interface BankLine {
  reference: string
  amountPence: number
  /** The bank's own name of the line. */
  line: string
  /** YYYY-MM-DD; now unless told. */
  date?: string | undefined
}

/**
 * `posy bank receive`: books one bank line and says what was booked. Again with the same line: says the same.
 * @returns the exit code 0
 * @throws what receiveBankPayment refuses; RangeError for a date that is none
 */
export async function bankReceive(posy: Posy, { reference, amountPence, line, date }: BankLine): Promise<0> {
  const receivedAt = date === undefined ? undefined : startOfLondonDay(date)
  const payment = { bankLine: line, reference, amountPence, ...(receivedAt && { receivedAt }) }
  const receipt = await transact(posy, { actor: operatorActor }, (work) => bookBankPayment(work, payment))
  process.stdout.write(
    `Booked bank line ${receipt.bankLine}: ${receipt.amountPence} pence (${receipt.currency}) to wallet ${receipt.walletId}, transfer ${receipt.transferId}.\n`,
  )
  return 0
}

/** @throws RangeError for a date that is none */
export const startOfLondonDay = (date: string): Date =>
  toDate(Temporal.PlainDate.from(date).toZonedDateTime(BUSINESS_ZONE).toInstant())
