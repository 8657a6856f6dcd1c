import { type Currency, currencyOfIso } from '#kit/currency.ts'
import type { Pence } from '#kit/money.ts'
import {
  type BankStatementLine,
  type ClosingBalance,
  readAccount,
  readBankAmount,
  readDate,
  type StatementProblem,
  tidy,
} from './statement-line.ts'

interface Mt940Statement {
  lines: BankStatementLine[]
  balances: ClosingBalance[]
  problems: StatementProblem[]
}

/** A tag with all that stands before the next. */
interface Field {
  tag: string
  value: string
}

interface Balance {
  currency: Currency
  pence: Pence
  day: string
}

/** Whether a text is a SWIFT statement: in its envelope, or from the first tag on as banks hand it out. */
export const isMt940 = (text: string): boolean => /^\s*(\{1:|:20:)/.test(text) && /^:25/m.test(text)

/**
 * Reads MT940, SWIFT's customer statement: each `:61:` with the `:86:` behind it, as German banks (`?20`) and Dutch banks (`/REMI/`)
 * structure it, and as others leave it. The balances of each statement must follow from its entries.
 * @param account whose statement it is, where the file names it in a way of the bank's own
 */
export function readMt940Statement(
  source: string,
  { account: given, mostLines }: { account: string | null; mostLines: number },
): Mt940Statement {
  const read: Mt940Statement = { lines: [], balances: [], problems: [] }
  const latest = new Map<string, Balance & { account: string }>()
  for (const fields of statementsIn(source)) {
    const account = accountNamed(fields) ?? given
    if (!account) {
      read.problems.push({ message: 'does not say whose account it is: name it with the file' })
      break
    }
    const closing = readBalance(fields, '62')
    readOne(fields, { account, closing }, read)
    const key = `${account} ${closing?.currency}`
    const before = latest.get(key)
    if (closing && (!before || before.day <= closing.day)) latest.set(key, { account, ...closing })
  }
  if (read.lines.length > mostLines)
    return { ...read, problems: [{ message: `has more than ${mostLines} lines; import it in parts` }] }
  withoutSharedReferences(read.lines)
  read.balances = [...latest.values()].map(({ account, currency, pence }) => ({ account, currency, pences: [pence] }))
  return read
}

/** Each begins with its `:20:`. Lines without a tag continue the field before. */
function statementsIn(source: string): Field[][] {
  const statements: Field[][] = []
  for (const line of source.split(/\r\n|\r|\n/)) {
    const [, tag, value] = /^(?:\{[^}]*\}|\{4:)*:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag === '20') statements.push([])
    const open = statements.at(-1)
    if (!open || /^-\}?\s*$/.test(line)) continue
    if (tag !== undefined) open.push({ tag, value: value! })
    else if (open.length) open.at(-1)!.value += `\n${line}`
  }
  return statements
}

/** An IBAN, a sort code with its account, or a German bank code with its account, which make an IBAN. */
function accountNamed(fields: readonly Field[]): string | null {
  const value = (fields.find(({ tag }) => tag.startsWith('25'))?.value ?? '').split('\n')[0]!.replace(/\s/g, '')
  const german = /^(\d{8})\/(\d{1,10})$/.exec(value.replace(/[A-Z]{3}$/, ''))
  if (german) return germanIban(german[1]!, german[2]!)
  return readAccount(value.replace(/\/?(EUR|GBP)$/, ''))
}

function germanIban(bank: string, account: string): string {
  const basic = bank + account.padStart(10, '0')
  // D and E are 13 and 14; the rest of 98 is the check (ISO 13616).
  const check = 98n - (BigInt(`${basic}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${basic}`
}

/** `C260227GBP1234,56` at tag 60F, 60M, 62F or 62M; of several pages the last. */
function readBalance(fields: readonly Field[], tag: '60' | '62'): Balance | null {
  const found = fields.filter((field) => field.tag.startsWith(tag))
  const value = (tag === '60' ? found[0] : found.at(-1))?.value.trim() ?? ''
  const [, side, date, iso, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)/.exec(value) ?? []
  const [currency, pence, day] = [currencyOfIso(iso ?? ''), readSum(amount ?? ''), readDay(date ?? '')]
  if (!currency || pence === null || !day) return null
  return { currency, pence: side === 'D' ? -pence : pence, day }
}

/** SWIFT has a comma and no thousands: `1234,` is as good as `1234,00`. */
const readSum = (amount: string): Pence | null =>
  /^\d+(,\d{0,2})?$/.test(amount) ? readBankAmount(amount.replace(/,$/, '').replace(',', '.')) : null

/** YYMMDD of this century. */
const readDay = (digits: string): string | null =>
  /^\d{6}$/.test(digits) ? readDate(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`) : null

function readOne(
  fields: readonly Field[],
  { account, closing }: { account: string; closing: Balance | null },
  read: Mt940Statement,
): void {
  const opening = readBalance(fields, '60')
  const currency = (opening ?? closing)?.currency
  let sum = 0
  fields.forEach(({ tag, value }, at) => {
    if (tag !== '61') return
    const row = read.lines.length + 1
    const next = fields[at + 1]
    const line = currency
      ? readEntry(value, next?.tag === '86' ? next.value : '')
      : 'its balances are of no currency that is kept: only GBP and EUR are'
    if (typeof line === 'string') read.problems.push({ row, message: line })
    else {
      sum += line.amountPence
      read.lines.push({ row, account, currency: currency!, ...line })
    }
  })
  if (read.problems.length === 0 && opening && closing && opening.pence + sum !== closing.pence)
    read.problems.push({
      message: `its entries add up to ${sum} pence, its balances differ by ${closing.pence - opening.pence}: one is missing`,
    })
}

/** Value date, booking day, side (R turns it round), third letter of the currency, amount, kind, references, and the bank's own words. */
const ENTRY =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<side>R?[CD])[A-Z]?(?<amount>\d[\d,]*)[A-Z][A-Z0-9]{3}(?<own>[^\n]*?)(?:\/\/(?<bank>[^\n]*))?(?:\n(?<rest>[\s\S]*))?$/

const NO_REFERENCE = /^(NONREF|NOREF|[EK]REF\+?|NOT ?PROVIDED|[0\W]*)$/i

/** @returns what is wrong with it, as text */
function readEntry(
  entry: string,
  information: string,
): Omit<BankStatementLine, 'row' | 'account' | 'currency'> | string {
  const found = ENTRY.exec(entry.trim())?.groups
  if (!found) return `"${entry.slice(0, 40)}" is no entry of MT940`
  const date = bookingDay(found.value!, found.booked)
  if (!date) return `"${found.value}" is no day`
  const pence = readSum(found.amount!)
  if (pence === null || pence === 0) return 'its amount is no amount of money'
  const isIn = found.side === 'C' || found.side === 'RD'
  const said = [found.own!, found.rest ?? ''].map(tidy).filter((each) => !NO_REFERENCE.test(each))
  const text = tidy([plainInformation(information), ...said, found.bank ?? ''].join(' ')).slice(0, 2000)
  const bankReference = tidy(found.bank ?? '')
  return {
    date,
    amountPence: isIn ? pence : -pence,
    text,
    ...(!NO_REFERENCE.test(bankReference) && { bankReference }),
    ...(isIn && holdsSeveral(information) && { held: 'It has several payments, and the bank does not tell them.' }),
  }
}

/** The booking day has no year of its own: it is near the day of value. */
function bookingDay(value: string, booked: string | undefined): string | null {
  const day = readDay(value)
  if (!day || !booked) return day
  const years = [-1, 0, 1].map((step) => String(Number(day.slice(0, 4)) + step))
  const days = years.flatMap((year) => readDate(`${year}-${booked.slice(0, 2)}-${booked.slice(2)}`) ?? [])
  const away = (other: string) => Math.abs(Date.parse(other) - Date.parse(day))
  return days.toSorted((one, other) => away(one) - away(other))[0] ?? null
}

/** A German collection (kinds 190 to 199), or a Dutch batch by its count. */
const holdsSeveral = (information: string): boolean =>
  /^19\d\?/.test(information) || /\/NRTX\/0*([2-9]|[1-9]\d+)(\/|$)/.test(information.replaceAll('\n', ''))

/** Pieces that fill their line continue in the next, the others end a word. */
const joined = (pieces: readonly string[], width: number): string =>
  pieces.map((piece) => (piece.length >= width ? piece : `${piece} `)).join('')

const KEYWORDS = /(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|PURP|BREF|RREF|IBAN|BIC)\+/g
const CODES =
  /\/(?:TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CSID|MARF|PREF|RTRN|ISDT|NRTX|ULTD|ULTC|PURP|CNTP|USTD|STRD|CUR|ISSUER|ID|ADDR)(?=\/)/g

/** All that `:86:` says in words, without the marks that structure it. */
function plainInformation(information: string): string {
  const german = /^\d{3}(?=\?)/.test(information)
  if (!german) {
    const dutch = joined(information.split('\n'), 65).replaceAll(CODES, ' ')
    return tidy(dutch.replaceAll(/(?<=^|\s)\/+|\/+(?=\s|$)/g, ' '))
  }
  const subfields = information
    .replaceAll('\n', '')
    .slice(3)
    .split(/\?(?=\d{2})/)
    .filter(Boolean)
  const within = (from: number, to: number) =>
    subfields.flatMap((each) =>
      Number(each.slice(0, 2)) >= from && Number(each.slice(0, 2)) <= to ? [each.slice(2)] : [],
    )
  const purpose = joined([...within(20, 29), ...within(60, 63)], 27)
    .replaceAll(KEYWORDS, ' ')
    .replace(/\bNOTPROVIDED\b/g, '')
  return tidy([purpose, joined(within(32, 33), 27), ...within(0, 0)].join(' '))
}

/** What several entries share tells none of them apart: a batch's own reference, or a filler. */
function withoutSharedReferences(lines: BankStatementLine[]): void {
  const counts = new Map<string, number>()
  for (const { bankReference } of lines)
    if (bankReference) counts.set(bankReference, (counts.get(bankReference) ?? 0) + 1)
  for (const line of lines) if (line.bankReference && counts.get(line.bankReference)! > 1) delete line.bankReference
}
