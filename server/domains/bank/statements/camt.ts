import { type Currency, currencyOfIso } from '#contract/core/currency.ts'
import type { Pence } from '#server/kit/money.ts'
import {
  accountDigits,
  readAmount,
  readDate,
  type StatementLine,
  type StatementProblem,
  tidy,
} from './statement-line.ts'
import { elementsAt, readXml, textAt, type XmlElement } from './xml-tree.ts'

/**
 * Reads a CAMT.053 statement (ISO 20022, any version): its booked entries, and those that hold several payments taken
 * apart. Where a statement says both, its balances must follow from its entries.
 */
export function readCamtStatement(
  source: string,
  { mostLines }: { mostLines: number },
): { lines: StatementLine[]; problems: StatementProblem[] } {
  const document = readXml(source)
  if ('error' in document) return { lines: [], problems: [{ message: document.error }] }
  const statements = elementsAt(document, 'BkToCstmrStmt/Stmt')
  if (document.name !== 'Document' || statements.length === 0)
    return { lines: [], problems: [{ message: 'is no CAMT.053 statement' }] }
  const lines: StatementLine[] = []
  const problems: StatementProblem[] = []
  for (const statement of statements) readOne(statement, lines, problems)
  if (lines.length > mostLines)
    return { lines: [], problems: [{ message: `has more than ${mostLines} lines; import it in parts` }] }
  return { lines, problems }
}

function readOne(statement: XmlElement, lines: StatementLine[], problems: StatementProblem[]): void {
  const account = accountOf(statement)
  if (!account) {
    problems.push({ message: 'does not say whose account it is' })
    return
  }
  let sum = 0
  for (const entry of elementsAt(statement, 'Ntry')) {
    const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
    if (status !== 'BOOK') continue
    const read = readEntry(entry, account)
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

/** A British IBAN as sort code and account number, so that both ways of naming an account are one. */
function accountOf(statement: XmlElement): string | null {
  const iban = textAt(statement, 'Acct/Id/IBAN').replace(/\s/g, '').toUpperCase()
  if (/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban)) return iban.slice(8)
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return iban
  return accountDigits(textAt(statement, 'Acct/Id/Othr/Id'))
}

type EntryLine = Omit<StatementLine, 'row'>

/** @returns what is wrong with it, as text */
function readEntry(entry: XmlElement, account: string): EntryLine[] | string {
  const amount = moneyOf(entry)
  if (typeof amount === 'string') return amount
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT') return 'does not say whether it came in or went out'
  const sign = direction === 'CRDT' ? 1 : -1
  const day = textAt(entry, 'BookgDt/Dt') || textAt(entry, 'BookgDt/DtTm').slice(0, 10)
  const date = readDate(day)
  if (!date) return `"${day}" is no day`
  const line = { account, currency: amount.currency, date }
  const details = elementsAt(entry, 'NtryDtls/TxDtls')
  const parts = details.map((each) => moneyOf(each, 'Amt') ?? '')
  const pences = parts.map((part) => (typeof part === 'string' || part.currency !== amount.currency ? 0 : part.pence))
  const own = entryText(entry)
  if (details.length > 1 && pences.every((pence) => pence > 0) && pences.reduce((a, b) => a + b) === amount.pence)
    return details.map((each, index) => ({
      ...line,
      amountPence: sign * pences[index]!,
      text: tidy(`${detailText(each)} ${own}`),
    }))
  return [{ ...line, amountPence: sign * amount.pence, text: tidy(`${details.map(detailText).join(' ')} ${own}`) }]
}

/** @returns what is wrong with it, as text */
function moneyOf(element: XmlElement, path = 'Amt'): { currency: Currency; pence: Pence } | string {
  const [amount] = elementsAt(element, path)
  const pence = amount ? readAmount(amount.text.replace(/(\.\d{2})0+$/, '$1')) : null
  if (pence === null || pence <= 0) return 'its amount is no amount of money'
  const code = amount!.attributes.Ccy ?? ''
  const currency = currencyOfIso(code)
  return currency ? { currency, pence } : `${code || 'a currency that is not named'}: only GBP and EUR are kept`
}

function balance(statement: XmlElement, code: string): Pence | null {
  const found = elementsAt(statement, 'Bal').find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)
  const pence = found ? readAmount(textAt(found, 'Amt').replace(/(\.\d{2})0+$/, '$1')) : null
  return pence === null ? null : textAt(found!, 'CdtDbtInd') === 'DBIT' ? -pence : pence
}

const entryText = (entry: XmlElement): string => [textAt(entry, 'AddtlNtryInf'), textAt(entry, 'AcctSvcrRef')].join(' ')

const detailText = (details: XmlElement): string =>
  [
    ...elementsAt(details, 'RmtInf/Ustrd').map(({ text }) => text),
    ...elementsAt(details, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text),
    textAt(details, 'Refs/EndToEndId').replace(/^NOTPROVIDED$/, ''),
    textAt(details, 'RltdPties/Dbtr/Nm') || textAt(details, 'RltdPties/Dbtr/Pty/Nm'),
    textAt(details, 'RltdPties/Cdtr/Nm') || textAt(details, 'RltdPties/Cdtr/Pty/Nm'),
    textAt(details, 'AddtlTxInf'),
  ].join(' ')
