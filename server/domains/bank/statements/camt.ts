import { type Currency, currencyOfIso } from '#kit/currency.ts'
import type { Pence } from '#kit/money.ts'
import { elementsAt, readXml, textAt, type XmlElement } from '#server/platform/xml.ts'
import {
  type BankStatementLine,
  type ClosingBalance,
  readAccount,
  readBankAmount,
  readDate,
  type StatementProblem,
  tidy,
} from './statement-line.ts'

/** Messages that tell what may still change: their lines are shown, and never booked. */
const UNSETTLED: Record<string, string> = {
  'BkToCstmrAcctRpt/Rpt': 'CAMT.052, a report during the day',
  'BkToCstmrDbtCdtNtfctn/Ntfctn': 'CAMT.054, a notice of single payments',
}

interface CamtStatement {
  lines: BankStatementLine[]
  balances: ClosingBalance[]
  problems: StatementProblem[]
}

const refused = (message: string): CamtStatement => ({ lines: [], balances: [], problems: [{ message }] })

/**
 * Reads a CAMT.053 statement (ISO 20022, any version): its booked entries, and those that hold several payments taken
 * apart. Where a statement says both, its balances must follow from its entries.
 */
export function readCamtStatement(
  source: string,
  { mostLines, today }: { mostLines: number; today: string },
): CamtStatement {
  const document = readXml(source)
  if ('error' in document) return refused(document.error)
  const path = ['BkToCstmrStmt/Stmt', ...Object.keys(UNSETTLED)].find((each) => elementsAt(document, each).length)
  if (document.name !== 'Document' || !path) return refused('is no CAMT.053 statement')
  const read: CamtStatement = { lines: [], balances: [], problems: [] }
  const unsettled = UNSETTLED[path]
  if (unsettled)
    read.problems.push({ message: `is ${unsettled}: what it says may still change. Import the statement, CAMT.053` })
  const statements = elementsAt(document, path)
  const root = path.split('/')[0]!
  for (const statement of statements) {
    const created = textAt(statement, 'CreDtTm') || textAt(document, `${root}/GrpHdr/CreDtTm`)
    readOne(statement, { created: readDate(created.slice(0, 10)), today }, read)
  }
  if (read.lines.length > mostLines) return refused(`has more than ${mostLines} lines; import it in parts`)
  return { ...read, balances: closingBalances(statements) }
}

/** Of each account and currency, as the latest of its statements in the file says. */
function closingBalances(statements: readonly XmlElement[]): ClosingBalance[] {
  const latest = new Map<string, ClosingBalance & { day: string }>()
  for (const statement of statements) {
    const account = readAccountNumber(statement)
    const found = balanceElement(statement, 'CLBD')
    const pence = balance(statement, 'CLBD')
    const currency = found && currencyOfIso(elementsAt(found, 'Amt')[0]?.attributes.Ccy ?? '')
    if (!account || !found || pence === null || !currency) continue
    const day = textAt(found, 'Dt/Dt') || textAt(found, 'Dt/DtTm')
    const before = latest.get(`${account} ${currency}`)
    if (!before || before.day <= day) latest.set(`${account} ${currency}`, { account, currency, pences: [pence], day })
  }
  return [...latest.values()].map(({ day: _, ...closing }) => closing)
}

/** For entries that tell no day: when the statement was made, and where it does not tell, today. */
interface Days {
  created: string | null
  today: string
}

function readOne(statement: XmlElement, days: Days, { lines, problems }: CamtStatement): void {
  const account = readAccountNumber(statement)
  if (!account) {
    problems.push({ message: 'does not say whose account it is' })
    return
  }
  let sum = 0
  for (const entry of elementsAt(statement, 'Ntry')) {
    const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
    if (status !== 'BOOK') continue
    const read = readEntry(entry, account, days)
    const row = lines.length + 1
    if (typeof read === 'string') problems.push({ row, message: read })
    else
      for (const line of read) {
        sum += line.amountPence
        lines.push({ row: lines.length + 1, ...line })
      }
  }
  const [opening, closing] = [balance(statement, 'OPBD') ?? balance(statement, 'PRCD'), balance(statement, 'CLBD')]
  if (problems.length === 0 && opening !== null && closing !== null && opening + sum !== closing)
    problems.push({
      message: `its entries add up to ${sum} pence, its balances differ by ${closing - opening}: one is missing`,
    })
}

const readAccountNumber = (statement: XmlElement): string | null =>
  readAccount(textAt(statement, 'Acct/Id/IBAN')) ?? readAccount(textAt(statement, 'Acct/Id/Othr/Id'))

type EntryLine = Omit<BankStatementLine, 'row'>

/** Of its booking, else of its value, else of the statement; null for what is none. */
function entryDay(entry: XmlElement, { created }: Days): { date: string | null; told: string } {
  const paths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']
  const told = paths.map((path) => textAt(entry, path)).find(Boolean) ?? ''
  return { date: told ? readDate(told.slice(0, 10)) : created, told }
}

/** @returns what is wrong with it, as text */
function readEntry(entry: XmlElement, account: string, days: Days): EntryLine[] | string {
  const amount = readMoney(entry)
  if (typeof amount === 'string') return amount
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT') return 'does not say whether it came in or went out'
  const sign = direction === 'CRDT' ? 1 : -1
  const { date, told } = entryDay(entry, days)
  if (!date && told) return `"${told}" is no day`
  const details = elementsAt(entry, 'NtryDtls/TxDtls')
  const whole = {
    account,
    currency: amount.currency,
    date: date ?? days.today,
    amountPence: sign * amount.pence,
    ...entryWords(entry, details),
    ...(!date && { held: 'The bank does not say on which day it was booked.' }),
  }
  const parts = readParts(entry, details, amount)
  if (typeof parts === 'string') return [{ ...whole, ...readReference(entry, details[0]), held: parts }]
  if (parts === null) return [{ ...whole, ...readReference(entry, details[0]) }]
  return details.map((each, index) => ({
    ...whole,
    ...readReference(entry, each),
    entry: whole,
    amountPence: sign * parts[index]!,
    ...entryWords(entry, [each]),
  }))
}

interface Money {
  currency: Currency
  pence: Pence
}

/**
 * What each detail of an entry comes to.
 * @returns null for an entry of one payment; as text, why one of several cannot be taken apart
 */
function readParts(entry: XmlElement, details: readonly XmlElement[], whole: Money): Pence[] | string | null {
  const told = details.map((each) => readPart(entry, each, whole))
  const total = (of: readonly (Pence | null)[]) => of.reduce<Pence>((before, part) => before + (part ?? 0), 0)
  // What each came to before the bank took its charges, where those are told.
  const net = told.map((part, at) => part && part - readCharges(details[at]!, whole))
  const parts = total(told) !== whole.pence && total(net) === whole.pence ? net : told
  const sum = total(parts)
  const counted = Math.max(0, ...elementsAt(entry, 'NtryDtls/Btch/NbOfTxs').map(({ text }) => Number(text) || 0))
  const isIn = textAt(entry, 'CdtDbtInd') === 'CRDT'
  if (details.length > 1)
    return parts.every((part) => part !== null && part > 0) && sum === whole.pence && counted <= details.length
      ? (parts as Pence[])
      : `It has ${Math.max(counted, details.length)} payments, and their amounts are not told so that they add up to it.`
  // A payment file of ours is booked in one sum, and named by its number; payments in have payers of their own.
  if (isIn && counted > 1) return `It has ${counted} payments, and the bank does not tell them all.`
  // More than the entry is what charges took; less is not all of it.
  const [only] = parts
  if (typeof only === 'number' && only < whole.pence)
    return 'Its amount is more than that of the one payment it tells of.'
  return null
}

/** Of a detail, in the currency and the direction of its entry; null for what is not said so. */
function readPart(entry: XmlElement, details: XmlElement, whole: Money): Pence | null {
  const path = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].find((each) => elementsAt(details, each).length)
  const part = path ? readMoney(details, path) : null
  const direction = textAt(details, 'CdtDbtInd')
  if (part === null || typeof part === 'string' || part.currency !== whole.currency) return null
  return direction === '' || direction === textAt(entry, 'CdtDbtInd') ? part.pence : null
}

/** What a bank kept of a detail, in the currency of its entry. */
function readCharges(details: XmlElement, whole: Money): Pence {
  const records = ['Chrgs/Rcrd', 'Chrgs'].map((path) => elementsAt(details, path)).find((found) => found.length) ?? []
  return records.reduce<Pence>((sum, record) => {
    const charge = readMoney(record)
    if (typeof charge === 'string' || charge.currency !== whole.currency) return sum
    return textAt(record, 'CdtDbtInd') === 'CRDT' ? sum - charge.pence : sum + charge.pence
  }, 0)
}

/** What banks write where they have none. */
const NO_REFERENCE = /^(NOT ?PROVIDED|NON ?REF|NONE|N\/?A|[0\W]*)$/i

function readReference(entry: XmlElement, details?: XmlElement): { bankReference?: string } {
  const said = [textAt(entry, 'AcctSvcrRef'), details ? textAt(details, 'Refs/AcctSvcrRef') : '']
  const bankReference = said.map(tidy).find((each) => !NO_REFERENCE.test(each))
  return bankReference ? { bankReference } : {}
}

/** @returns what is wrong with it, as text */
function readMoney(element: XmlElement, path = 'Amt'): Money | string {
  const [amount] = elementsAt(element, path)
  const pence = amount ? readBankAmount(amount.text.replace(/(\.\d{2})0+$/, '$1')) : null
  if (pence === null || pence <= 0) return 'its amount is no amount of money'
  const code = amount!.attributes.Ccy ?? ''
  const currency = currencyOfIso(code)
  return currency ? { currency, pence } : `${code || 'a currency that is not named'}: only GBP and EUR are kept`
}

const balanceElement = (statement: XmlElement, code: string): XmlElement | undefined =>
  elementsAt(statement, 'Bal').find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)

function balance(statement: XmlElement, code: string): Pence | null {
  const found = balanceElement(statement, code)
  const pence = found ? readBankAmount(textAt(found, 'Amt').replace(/(\.\d{2})0+$/, '$1')) : null
  return pence === null ? null : textAt(found!, 'CdtDbtInd') === 'DBIT' ? -pence : pence
}

const all = (element: XmlElement, ...paths: string[]): string[] =>
  paths.flatMap((path) =>
    elementsAt(element, path).map(({ text }) => (/^NOT ?PROVIDED$/i.test(text.trim()) ? '' : text)),
  )

const first = (element: XmlElement, ...paths: string[]): string =>
  paths.map((path) => textAt(element, path)).find(Boolean) ?? ''

/** All that is said of an entry, and by which of it entries were known before the rest was read. */
function entryWords(entry: XmlElement, details: readonly XmlElement[]): { text: string; knownBy?: string } {
  const known = [...details.map(mainWords), textAt(entry, 'AddtlNtryInf'), textAt(entry, 'AcctSvcrRef')]
  const more = [
    ...details.flatMap(otherWords),
    ...all(entry, 'NtryRef', 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId'),
  ]
  const knownBy = tidy(known.join(' '))
  const text = tidy([...known, ...more].join(' ')).slice(0, 2000)
  return { text, ...(text !== knownBy && { knownBy }) }
}

const mainWords = (details: XmlElement): string =>
  [
    ...elementsAt(details, 'RmtInf/Ustrd').map(({ text }) => text),
    ...elementsAt(details, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text),
    textAt(details, 'Refs/EndToEndId').replace(/^NOTPROVIDED$/, ''),
    first(details, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'),
    first(details, 'RltdPties/Cdtr/Nm', 'RltdPties/Cdtr/Pty/Nm'),
    textAt(details, 'AddtlTxInf'),
  ].join(' ')

/** Wherever else ISO 20022 has room for a reference. */
const otherWords = (details: XmlElement): string[] => [
  ...all(
    details,
    'RmtInf/Strd/RfrdDocInf/Nb',
    'RmtInf/Strd/RfrdDocInf/LineDtls/Id/Nb',
    'RmtInf/Strd/AddtlRmtInf',
    'RltdRmtInf/RmtId',
    'Refs/InstrId',
    'Refs/PmtInfId',
    'Refs/TxId',
    'Refs/ChqNb',
    'Refs/Prtry/Ref',
  ),
  first(details, 'RltdPties/UltmtDbtr/Nm', 'RltdPties/UltmtDbtr/Pty/Nm'),
]
