import { cachedFormatter } from '#kit/cached-formatter.ts'
import type { Pence } from '#kit/money.ts'

const documentKinds = [
  'receipt',
  'invoice',
  'credit-note',
  'supplementary-invoice',
  'pro-forma',
  'period-invoice',
  'period-credit-note',
  'period-report',
] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Papers of other domains are drawn as documents are: merchants’ statements, which are numbered and kept, and statements of account, which are not. */
export type DrawnKind = DocumentKind | 'merchant-statement' | 'account-statement'

/** What a document of each kind is called, and how its numbers begin. */
export const kindNames: Record<DrawnKind, { title: string; series: string }> = {
  receipt: { title: 'Receipt', series: 'RCT' },
  invoice: { title: 'Invoice', series: 'INV' },
  'credit-note': { title: 'Credit note', series: 'CRN' },
  'supplementary-invoice': { title: 'Invoice', series: 'SIN' },
  'pro-forma': { title: 'Pro forma invoice', series: 'PRO' },
  'period-invoice': { title: 'Invoice', series: 'PIN' },
  'period-credit-note': { title: 'Credit note', series: 'PCN' },
  'period-report': { title: 'Period report', series: 'PRP' },
  'merchant-statement': { title: 'Merchant statement', series: 'MST' },
  'account-statement': { title: 'Statement of account', series: 'SOA' },
}

export interface Party {
  name: string
  /** Address and whatever else stands under the name. */
  lines: string[]
}

export interface DocumentLine {
  description: string
  /** Smaller, below the description. */
  detail?: string
  quantity: number
  /** Pence: of one, without VAT. */
  unitNetPence: Pence
  netPence: Pence
  vatPence: Pence
  /** Null: outside the scope of VAT. */
  vatBasisPoints: number | null
}

/** Everything that is printed; kept as it was when the document was issued. */
export interface DocumentContent {
  currency: string
  seller: Party & { companyNumber: string | null; vatNumber: string | null }
  /** With the logo of its brand, where it had one: an upload, which is kept as long as the look that shows it. */
  customer: Party & { logoId?: string }
  /** Calendar dates (YYYY-MM-DD) by what they mean. */
  dates: { label: string; date: string }[]
  references: { label: string; value: string }[]
  lines: DocumentLine[]
  /** What is to be said below the totals, such as how it is to be paid. `{number}` stands for the document's own number. */
  notes: string[]
}

export interface VatRow {
  vatBasisPoints: number | null
  netPence: Pence
  vatPence: Pence
}

/** Sums of the lines by rate, the highest first and what is outside the scope last. */
export function vatTable(lines: readonly DocumentLine[]): VatRow[] {
  const byRate = Map.groupBy(lines, (line) => line.vatBasisPoints)
  return [...byRate]
    .map(([vatBasisPoints, of]) => ({
      vatBasisPoints,
      netPence: of.reduce((sum, line) => sum + line.netPence, 0),
      vatPence: of.reduce((sum, line) => sum + line.vatPence, 0),
    }))
    .sort((a, b) => (b.vatBasisPoints ?? -1) - (a.vatBasisPoints ?? -1))
}

export interface Totals {
  netPence: Pence
  vatPence: Pence
  totalPence: Pence
}

export function documentTotals(lines: readonly DocumentLine[]): Totals {
  const netPence = lines.reduce((sum, line) => sum + line.netPence, 0)
  const vatPence = lines.reduce((sum, line) => sum + line.vatPence, 0)
  return { netPence, vatPence, totalPence: netPence + vatPence }
}

/** `INV-000042`: no number is ever left out of a series. */
export const documentNumber = (kind: DocumentKind, count: number): string =>
  `${kindNames[kind].series}-${String(count).padStart(6, '0')}`

/** `20 %`, `12.5 %`, or what stands for a supply that VAT does not touch. */
export function formatRate(vatBasisPoints: number | null): string {
  if (vatBasisPoints === null) return 'Outside scope'
  return `${Number((vatBasisPoints / 100).toFixed(2))}%`
}

/** `2 March 2026` */
export const formatDate = (date: string): string =>
  cachedFormatter(
    'date of a document',
    () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ).format(new Date(`${date}T00:00:00Z`))
