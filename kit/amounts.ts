import { asciiDigits, withoutMarks } from './clean-text.ts'
import type { Currency } from './currency.ts'

/** Why a text is no amount of money, for the caller to word. */
export const amountProblems = [
  'missing',
  'not_an_amount',
  'decimals',
  'grouping',
  'ambiguous',
  'negative',
  'too_much',
  'other_currency',
] as const
export type AmountProblem = (typeof amountProblems)[number]

export interface AmountRules {
  /** What it is in: a sign of another currency is refused. Without it, signs of ours are all taken. */
  currency?: Currency
  /** Whether less than nothing may be meant: `-5`, `5-`, `(5)`. */
  negative?: boolean
  /** What stands beside it uses decimal commas, so that `1,250` may be one and a quarter. */
  decimalComma?: boolean
  mostPence?: number
}

export type ReadAmount =
  | {
      pence: number
      /** A comma was taken for thousands and nothing proves it: `1,250` is said back to who typed it. */
      isBareThousands: boolean
    }
  | { problem: AmountProblem }

/** As the API takes at most. */
const MOST_PENCE = 1_000_000_000

const OUR_SIGNS: Record<string, Currency> = { '£': 'GBX', gbp: 'GBX', '€': 'EUX', eur: 'EUX' }
const SIGN = '£|€|gbp|eur'
const AROUND = new RegExp(
  `^(?<open>\\()?(?<lead>[+-])? {0,2}(?<before>${SIGN})? {0,2}(?<inner>[+-])?(?<number>[\\d.,' ]*\\d) {0,2}(?<after>${SIGN})? {0,2}(?<trail>-)?(?<close>\\))?$`,
)
const ANOTHER_CURRENCY = /\p{Sc}|^[a-z]{3}(?= ?[\d+-])|\d ?[a-z]{3}$/u
const ONE_MARK = /^(?<whole>\d*)(?:(?<mark>[.,])(?<rest>\d+))?$/
const GROUPS = /^(?<groups>[1-9]\d{0,2}(?:(?<between>[,.' ])\d{3})(?:\k<between>\d{3})*)(?:(?<mark>[.,])(?<rest>\d+))?$/

/**
 * An amount of money as people type, paste and export it, in pence: `12.50`, `12,50`, `1,250.00`, `1.250,00`, `1 250,00`,
 * `1'250.00`, `£12.5`, `12,50 €`. The one reader of screens, files and commands. A comma or a point before one or two last
 * digits is a decimal sign; before three it groups thousands or is refused; nothing is ever read as more than it may be
 * without being told (product.md, section 25).
 */
export function readAmount(typed: string, rules: AmountRules = {}): ReadAmount {
  const { currency, negative = false, decimalComma = false, mostPence = MOST_PENCE } = rules
  const plain = plainly(typed)
  if (plain === '') return { problem: 'missing' }
  const found = AROUND.exec(plain)?.groups
  const isParenthesised = Boolean(found?.open)
  if (!found || isParenthesised !== Boolean(found.close))
    return { problem: ANOTHER_CURRENCY.test(plain.replace(/[£€]/g, '')) ? 'other_currency' : 'not_an_amount' }
  const signs = [found.before, found.after].flatMap((sign) => (sign ? [OUR_SIGNS[sign]] : []))
  if (signs.some((sign) => sign !== (currency ?? signs[0]))) return { problem: 'other_currency' }
  const minuses = [found.lead, found.inner, found.trail, isParenthesised && '-'].filter(Boolean)
  if (minuses.length > 1) return { problem: 'not_an_amount' }
  const read = readNumber(found.number!, decimalComma)
  if ('problem' in read) return read
  const pence = minuses[0] === '-' && read.pence > 0 ? -read.pence : read.pence
  if (pence < 0 && !negative) return { problem: 'negative' }
  return Math.abs(pence) > mostPence ? { problem: 'too_much' } : { ...read, pence }
}

/** Digits, a point, commas, apostrophes and spaces as ASCII has them, in lower case, without what cannot be seen. */
const plainly = (typed: string): string =>
  asciiDigits(withoutMarks(typed))
    // Two spaces between digits are no thousands: columns of a table, or a digit that is missing.
    .replaceAll(/\s+/g, (spaces) => (spaces.length > 1 ? '  ' : ' '))
    .replaceAll(/[’ʼ＇٬]/g, "'")
    .replaceAll(/[−–‒﹣－]/g, '-')
    .replaceAll(/[．٫]/g, '.')
    .replaceAll('，', ',')
    .replaceAll('＋', '+')
    .replaceAll('￡', '£')
    .trim()
    .toLowerCase()

function readNumber(number: string, decimalComma: boolean): ReadAmount {
  const one = ONE_MARK.exec(number)?.groups
  if (one) {
    const { whole = '', mark, rest = '' } = one
    if (rest.length <= 2) return { pence: penceFrom(whole, rest), isBareThousands: false }
    const isGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    if (!isGroup) return { problem: 'decimals' }
    // “1.250” is a thousand to some, and one and a quarter to others.
    if (mark === '.' || decimalComma) return { problem: 'ambiguous' }
    return { pence: penceFrom(whole + rest, ''), isBareThousands: true }
  }
  const { groups, between, mark, rest = '' } = GROUPS.exec(number)?.groups ?? {}
  if (!groups || mark === between) return { problem: 'grouping' }
  if (rest.length > 2) return { problem: 'decimals' }
  return { pence: penceFrom(groups.replaceAll(/\D/g, ''), rest), isBareThousands: false }
}

const penceFrom = (pounds: string, pence: string): number =>
  Number(pounds || '0') * 100 + Number((pence || '0').padEnd(2, '0'))

/** Whether any of these amounts is written with a decimal comma: `12,50`, `1.250,00`. */
export const usesDecimalComma = (typed: Iterable<string>): boolean => {
  for (const text of typed)
    if (/,\d{1,2}\D*$/.test(plainly(text)) && 'pence' in readAmount(text, { negative: true })) return true
  return false
}
