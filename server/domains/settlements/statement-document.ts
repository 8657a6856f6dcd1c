import { formatMoney, type Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, iso, londonDate, toInstant } from '#kit/time.ts'
import type { DocumentContent, DocumentLine } from '#server/domains/documents/index.ts'
import { moment, money } from '#server/platform/sheets/cells.ts'
import { BYTE_ORDER_MARK, csvRows } from '#server/platform/sheets/csv.ts'
import { paymentReference } from './numbers.ts'
import type { SettlementLine, SettlementRow } from './queries.ts'

const DETAIL: Record<SettlementLine['kind'], (count: string, place: string | null) => string> = {
  redemption: (count, place) => `${count} redeemed${place ? ` at ${place}` : ''}`,
  'supplied-code': (count) => `${count} of your codes given out`,
  correction: () => 'Correction',
  carried: () => 'What was owed to us',
}

/** One line for everything of a kind at a place: quantity and price where all are worth the same, else their sum. */
function summarise(lines: readonly SettlementLine[]): DocumentLine[] {
  const groups = Map.groupBy(lines, ({ kind, what, place, reference }) =>
    JSON.stringify(kind === 'redemption' || kind === 'supplied-code' ? [kind, what, place] : [kind, reference]),
  )
  return [...groups.values()].map((of) => {
    const [{ kind, what, place, amountPence }] = of as [SettlementLine]
    const netPence = of.reduce((sum, line) => sum + line.amountPence, 0)
    const isAlike = of.every((line) => line.amountPence === amountPence)
    return {
      description: what,
      detail: DETAIL[kind](new Intl.NumberFormat('en-GB').format(of.length), place),
      quantity: isAlike ? of.length : 1,
      unitNetPence: isAlike ? amountPence : netPence,
      netPence,
      vatPence: 0,
      vatBasisPoints: null,
    }
  })
}

/** What is printed on a merchant's statement. */
export function statementContent(
  statement: Pick<SettlementRow, 'number' | 'merchant' | 'currency' | 'until' | 'totalPence'>,
  {
    lines,
    seller,
    accountHint,
  }: { lines: readonly SettlementLine[]; seller: DocumentContent['seller']; accountHint: string | null },
): DocumentContent {
  const { number, merchant, currency, until, totalPence } = statement
  const lastDay = londonDate(toInstant(until)).subtract({ days: 1 }).toString()
  const vatPence = lines.reduce(
    (sum, { kind, takenPence, amountPence }) =>
      kind === 'redemption' || kind === 'supplied-code' ? sum + takenPence - amountPence : sum,
    0,
  )
  return {
    currency,
    seller,
    customer: { name: merchant, lines: [] },
    dates: [{ label: 'Redeemed up to', date: lastDay }],
    references: totalPence > 0 ? [{ label: 'Payment reference', value: paymentReference(number) }] : [],
    lines: summarise(lines),
    notes: [
      whatHappens(totalPence, currency, accountHint),
      ...(vatPence > 0
        ? [
            `Your tills took ${formatMoney(vatPence, currency)} more: the VAT in these gifts, for which ${seller.name} accounts.`,
          ]
        : []),
      'What is on this statement can no longer be undone at your tills. If something is wrong, ask us: a correction is a line on the next statement.',
    ],
  }
}

function whatHappens(totalPence: Pence, currency: string, accountHint: string | null): string {
  if (totalPence < 0) return `You owe us ${formatMoney(-totalPence, currency)}. We take it off your next statement.`
  if (totalPence === 0) return 'There is nothing to pay.'
  return `We pay ${formatMoney(totalPence, currency)} by bank transfer${accountHint ? `, to your account ending in ${accountHint}` : ''}.`
}

const HEAD = ['Date', 'Kind', 'Gift', 'Store', 'Reference', 'Taken', 'Paid to you']

/** Every line, for anyone who compares it with their tills. */
export const statementCsv = (lines: readonly SettlementLine[]): string =>
  BYTE_ORDER_MARK +
  csvRows([
    HEAD,
    ...lines.map(({ at, kind, what, place, reference, takenPence, amountPence }) => [
      moment(iso(at), BUSINESS_ZONE),
      kind,
      what,
      place,
      reference,
      money(takenPence),
      money(amountPence),
    ]),
  ])
