import type { Pence } from '#kit/money.ts'
import type { DocumentContent, DocumentLine } from '#server/domains/documents/index.ts'

/** A receipt, invoice or credit note as the ledger and its print have it. */
export interface PaperRow {
  kind: string
  number: string
  /** YYYY-MM-DD. */
  taxPoint: string
  isPlan: boolean
  content: Pick<DocumentContent, 'dates' | 'lines'>
  /** Pence of a credit note that lessened what is owed on an invoice; the rest came back to a wallet. */
  owedPence: Pence
}

type BillRole = 'gifts' | 'fees' | 'plans'

interface BillLine {
  role: BillRole
  /** Null: outside the scope of VAT. */
  basisPoints: number | null
  netPence: Pence
  vatPence: Pence
}

/** What a supplier's invoice or credit note is to the customer's own books. Amounts are above zero either way. */
export interface Bill {
  number: string
  isCredit: boolean
  taxPoint: string
  due: string
  words: string
  lines: BillLine[]
  /** Paid from a wallet, or back into one: never owed to anyone. */
  walletPence: Pence
  totalPence: Pence
}

const words: Readonly<Record<string, string>> = {
  receipt: 'Gifts paid from a wallet',
  invoice: 'Gifts bought by invoice',
  'supplementary-invoice': 'Gifts charged again',
  'credit-note': 'Gifts that came back',
  'period-invoice': 'Gifts of a budget’s participants',
  'period-credit-note': 'Gifts of a budget’s participants that came back',
}
const credits = ['credit-note', 'period-credit-note']

/** Fees alone are printed without a smaller line below them. */
const roleOfLine = ({ isPlan }: PaperRow, { detail }: DocumentLine): BillRole =>
  isPlan ? 'plans' : detail === undefined ? 'fees' : 'gifts'

/** A paper as a bill: one line for each account and rate, the dearest rate first. */
export function toBill(paper: PaperRow): Bill {
  const { kind, number, taxPoint, isPlan, content, owedPence } = paper
  const isCredit = credits.includes(kind)
  const lines = [...Map.groupBy(content.lines, (line) => `${roleOfLine(paper, line)} ${line.vatBasisPoints}`).values()]
    .map((of) => ({
      role: roleOfLine(paper, of[0]!),
      basisPoints: of[0]!.vatBasisPoints,
      netPence: sum(of, 'netPence'),
      vatPence: sum(of, 'vatPence'),
    }))
    .sort((a, b) => (b.basisPoints ?? -1) - (a.basisPoints ?? -1))
  const totalPence = sum(lines, 'netPence') + sum(lines, 'vatPence')
  const isOwed = kind === 'invoice'
  return {
    ...{ number, isCredit, taxPoint, lines, totalPence },
    due: content.dates.find(({ label }) => label === 'Payment due')?.date ?? taxPoint,
    words: isPlan ? (isCredit ? 'Plan credited' : 'Plan') : (words[kind] ?? 'Gifts'),
    walletPence: isOwed ? 0 : totalPence - owedPence,
  }
}

const sum = <Part extends string>(of: readonly Record<Part, Pence>[], part: Part): Pence =>
  of.reduce((total, each) => total + each[part], 0)
