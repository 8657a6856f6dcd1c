import { formatMoney, type Pence } from '#kit/money.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { type DocumentContent, type DocumentLine, formatDate } from '#server/domains/documents/index.ts'
import { documentLines, ROUNDING, restLine } from '#server/domains/purchases/documents/index.ts'
import type { BudgetPeriod } from '../schedule/period.ts'
import type { Movement } from './charged-queries.ts'

/** Beyond so many movements the period report sums each day. */
const MAX_SINGLE_MOVEMENTS = 500

export interface PeriodForDocuments {
  seller: DocumentContent['seller']
  customer: DocumentContent['customer']
  currency: string
  budgetName: string
  period: BudgetPeriod
}

/** The lines of what moved, amounts positive whichever way it went. */
function linesOfMovement(movement: Movement): DocumentLine[] {
  const { kind, product, price, quantity, chargedPence, vatPence } = movement
  const [chargedAmount, vatAmount] = [Math.abs(chargedPence), Math.abs(vatPence)]
  const isChange = kind !== 'purchase' && kind !== 'cancellation' && kind !== 'expiry'
  const lines = isChange
    ? [
        {
          description: `Change from ${product.name}`,
          detail: product.brandName,
          quantity: 1,
          unitNetPence: chargedAmount - vatAmount,
          netPence: chargedAmount - vatAmount,
          vatPence: vatAmount,
          vatBasisPoints: price.faceVatBasisPoints,
        },
      ]
    : documentLines({ product, price, quantity })
  if (kind === 'expiry' && chargedAmount < sumLinesPence(lines)) return [restLine(product, chargedAmount)]
  const total = sumLinesPence(lines)
  if (total !== chargedAmount)
    throw new Error(`transfer ${movement.transferId} moved ${chargedAmount} pence, its lines say ${total}`)
  return lines
}

const sumLinesPence = (lines: readonly DocumentLine[]) =>
  lines.reduce((sum, line) => sum + line.netPence + line.vatPence, 0)

/** Like lines become one. */
function merged(lines: readonly DocumentLine[]): DocumentLine[] {
  const alike = Map.groupBy(lines, ({ description, detail, unitNetPence, vatBasisPoints }) =>
    JSON.stringify([description, detail, unitNetPence, vatBasisPoints]),
  )
  return [...alike.values()].map((group) => ({
    ...group[0]!,
    quantity: group.reduce((sum, line) => sum + line.quantity, 0),
    netPence: group.reduce((sum, line) => sum + line.netPence, 0),
    vatPence: group.reduce((sum, line) => sum + line.vatPence, 0),
  }))
}

export const charges = (movements: readonly Movement[]): Movement[] => movements.filter((each) => each.chargedPence > 0)
export const returns = (movements: readonly Movement[]): Movement[] => movements.filter((each) => each.chargedPence < 0)

const day = (at: Date) => londonDate(toInstant(at)).toString()
/** The last day that lies in a period, if only in part. */
export const lastPeriodDay = ({ until }: Pick<BudgetPeriod, 'until'>): string => day(new Date(until.getTime() - 1))
export const firstDay = ({ from }: Pick<BudgetPeriod, 'from'>): string => day(from)

const monthName = ({ month }: BudgetPeriod) => formatDate(`${month}-01`).replace(/^1 /, '')

const documentContent = (
  { seller, customer, currency, budgetName, period }: PeriodForDocuments,
  lines: DocumentLine[],
  {
    references = [],
    notes,
    taxPoint = true,
    part = period,
  }: {
    references?: DocumentContent['references']
    notes: string[]
    taxPoint?: boolean
    part?: Pick<BudgetPeriod, 'from' | 'until'>
  },
): DocumentContent => ({
  currency,
  seller,
  customer,
  dates: [
    { label: 'Period from', date: firstDay(part) },
    { label: 'Period to', date: lastPeriodDay(part) },
    ...(taxPoint ? [{ label: 'Tax point', date: lastPeriodDay(part) }] : []),
  ],
  references: [{ label: 'Budget', value: budgetName }, { label: 'Month', value: monthName(period) }, ...references],
  lines,
  notes: [...notes, ROUNDING],
})

/** All gifts that participants of a budget bought in a period. */
export const invoiceContent = (about: PeriodForDocuments, movements: readonly Movement[]): DocumentContent =>
  documentContent(about, merged(charges(movements).flatMap(linesOfMovement)), {
    notes: ['Paid in full from the allowances of the budget’s participants. There is nothing left to pay.'],
  })

export interface Credited {
  /** The part of the period in which the money moved. */
  part: Pick<BudgetPeriod, 'from' | 'until'>
  invoices: readonly { number: string; until: Date }[]
  /** Whether some of it was bought in this month, whose invoice is not made yet. */
  someToFollow: boolean
}

/** What came back in a part of a period for such gifts, whenever they were bought. */
export function creditNoteContent(
  about: PeriodForDocuments,
  back: readonly Movement[],
  { part, invoices, someToFollow }: Credited,
): DocumentContent {
  const credited = invoices.map(({ number, until }) => `${number} (tax point ${formatDate(lastPeriodDay({ until }))})`)
  if (someToFollow) credited.push(`the invoice of ${monthName(about.period)}, which follows`)
  return documentContent(about, merged(back.flatMap(linesOfMovement)), {
    part,
    references: credited.length ? [{ label: 'Credits', value: credited.join(', ') }] : [],
    notes: [
      'Gifts that were cancelled, or that expired and are refunded, and change.',
      'The amount was returned to the participants’ allowances or, where an allowance had ended or started a new period, to the budget’s wallet.',
    ],
  })
}

export interface PeriodSums {
  numbers: { invoice: string | null; creditNotes: readonly string[] }
  allowances: { given: Pence; returned: Pence }
}

/** Everything that moved, line by line; no people, as on every document. */
export function reportContent(
  about: PeriodForDocuments,
  movements: readonly Movement[],
  { numbers, allowances }: PeriodSums,
): DocumentContent {
  const money = (pence: Pence) => formatMoney(pence, about.currency)
  const sum = (of: readonly Movement[]) => of.reduce((total, each) => total + each.chargedPence, 0)
  return documentContent(about, reportLines(movements), {
    taxPoint: false,
    references: [
      ...(numbers.invoice ? [{ label: 'Invoice', value: numbers.invoice }] : []),
      ...numbers.creditNotes.map((number) => ({ label: 'Credit note', value: number })),
    ],
    notes: [
      'This is not a VAT invoice.',
      `Invoiced ${money(sum(charges(movements)))}, credited ${money(Math.abs(sum(returns(movements))))}: ${money(sum(movements))} in all.`,
      `Participants were given allowances of ${money(allowances.given)}, and ${money(allowances.returned)} was returned unspent; neither is a purchase.`,
    ],
  })
}

const happened: Record<Movement['kind'], string> = {
  purchase: 'bought',
  cancellation: 'cancelled',
  expiry: 'expired, refunded',
  redemption: 'change given',
  'issuer-fetch': 'change given',
  'redemption-undo': 'change taken back',
  change: 'a choice left over',
}

/**
 * Each purchase and what came back of it by day; or all of a day and kind, where there are too many to read. A gift that
 * expired, was given back and expired again on one day moves both ways, on a line each.
 */
function reportLines(movements: readonly Movement[]): DocumentLine[] {
  const isLong = movements.length > MAX_SINGLE_MOVEMENTS
  const groups = Map.groupBy(movements, ({ at, kind, chargedPence, transactionId, reasonCode }) =>
    JSON.stringify([day(at), kind, chargedPence < 0, isLong ? reasonCode : transactionId]),
  )
  return [...groups.values()].flatMap((group) => {
    const { at, kind, transactionId, reasonCode, chargedPence } = group[0]!
    const sign = chargedPence < 0 ? -1 : 1
    const event = kind === 'expiry' && sign > 0 ? 'expiry taken back' : happened[kind]
    const words = [formatDate(day(at)), event, reasonCode, isLong ? null : transactionId]
    const lines = merged(group.flatMap(linesOfMovement))
    return lines.map((line) => ({
      ...line,
      // A fee stands below the gifts it is for.
      ...(line.detail === undefined ? {} : { detail: words.filter(Boolean).join(' · ') }),
      unitNetPence: sign * line.unitNetPence,
      netPence: sign * line.netPence,
      vatPence: sign * line.vatPence,
    }))
  })
}
