import { createHash } from 'node:crypto'
import { readAmount } from '#kit/amounts.ts'
import type { Currency } from '#kit/currency.ts'
import type { Pence } from '#kit/money.ts'
import { Temporal } from '#kit/time.ts'

/** One line of a bank's statement. */
export interface BankStatementLine {
  /** Where it stands in the file, from 1. */
  row: number
  /** Sort code and account number (14 digits), or an IBAN. */
  account: string
  currency: Currency
  /** YYYY-MM-DD, the day the bank booked it. */
  date: string
  /** Positive: it came in. */
  amountPence: Pence
  /** All that the bank says about it. */
  text: string
  /** By which of its words it is known again, where all that is said of it came to be read later. */
  knownBy?: string
  /** What the bank itself calls it, unique in its account; absent where its layout does not say. */
  bankReference?: string
  /** Why it must not book itself, whatever it names. */
  held?: string
  /** Of a part: the entry it was taken from, in one piece. Its parts share it. */
  entry?: WholeEntry
}

/** An entry of several payments as one line of their sum. */
type WholeEntry = Pick<BankStatementLine, 'account' | 'currency' | 'date' | 'amountPence' | 'text' | 'knownBy'>

/** What a file says an account holds once all its lines are booked. */
export interface ClosingBalance {
  account: string
  currency: Currency
  /** More than one where its lines may be read in either order. */
  pences: Pence[]
}

/** What is wrong with a file; without a row, with all of it. */
export interface StatementProblem {
  row?: number
  message: string
}

const MAX_AMOUNT_PENCE = 100_000_000_000

/**
 * `-1,234.5` as pence, null for what is no amount of money.
 * @param decimalComma the file uses decimal commas elsewhere: `1,250` is not guessed at
 */
export function readBankAmount(text: string, { decimalComma = false } = {}): Pence | null {
  const read = readAmount(text, { negative: true, mostPence: MAX_AMOUNT_PENCE, currency: 'GBX', decimalComma })
  return 'pence' in read ? read.pence : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `02/11/2026`, `2 Nov 2026` or `2026-11-02`, with or without a time, as an ISO day, null for what is no day. British order: the day first. */
export function readDate(text: string): string | null {
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})$/.exec(text.trim())
  const numbers = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]\d{2}:\d{2}\S*)?$/.exec(text.trim())
  const [year, month, day] = named
    ? [named[3], MONTHS.indexOf(named[2]!.toLowerCase()) + 1, named[1]]
    : numbers
      ? [numbers[3], numbers[2], numbers[1]]
      : iso
        ? [iso[1], iso[2], iso[3]]
        : [0, 0, 0]
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    ).toString()
  } catch {
    return null
  }
}

/** Sort code and account number as 14 digits; null for what is neither. */
export function accountDigits(text: string): string | null {
  const digits = text.replace(/[\s'-]/g, '')
  return /^\d{14}$/.test(digits) ? digits : null
}

/** A British IBAN as sort code and account number, so that both ways of naming an account are one. */
export function readAccount(text: string): string | null {
  const iban = text.replace(/\s/g, '').toUpperCase()
  if (/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban)) return iban.slice(8)
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return iban
  return accountDigits(text)
}

/** Words as the bank prints them, without the blanks it fills its columns with. */
export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** By what a line is known again. */
export interface LineKeys {
  /** Kept with the line: no other has it. */
  fingerprint: string
  /** By its words alone, as every line was kept before references counted. */
  byWords: string
  /** By the words of its whole entry, as those that hold several payments were kept before they could be taken apart. */
  asWhole: string | null
}

/**
 * Tells lines apart, by the bank's own reference, which outranks day and words, or else by day and words. Equal ones are
 * numbered in the order of the file: a file that overlaps another holds the same equals, so that each gets the number it had.
 */
export function fingerprints(lines: readonly BankStatementLine[]): LineKeys[] {
  const [byReference, byWords, asWhole] = [numbered(), numbered(), numbered()]
  const wholes = new Map<WholeEntry, string>()
  return lines.map((line) => {
    const { account, currency, amountPence, bankReference, entry } = line
    const words = byWords(fingerprintParts(line))
    if (entry && !wholes.has(entry)) wholes.set(entry, asWhole(fingerprintParts(entry)))
    return {
      fingerprint: bankReference ? byReference([account, currency, amountPence, bankReference, 'reference']) : words,
      byWords: words,
      asWhole: entry ? wholes.get(entry)! : null,
    }
  })
}

const fingerprintParts = ({ account, currency, date, amountPence, text, knownBy }: WholeEntry) => [
  account,
  currency,
  date,
  amountPence,
  tidy(knownBy ?? text).toUpperCase(),
]

/** Hashes what is said, with its place among those that say the same. */
function numbered(): (said: readonly (string | number)[]) => string {
  const seen = new Map<string, number>()
  return (said) => {
    const words = JSON.stringify(said)
    const ordinal = (seen.get(words) ?? 0) + 1
    seen.set(words, ordinal)
    return createHash('sha256').update(`${words}${ordinal}`).digest('hex')
  }
}
