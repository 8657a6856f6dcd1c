import { formatMoney } from '#kit/money.ts'
import { toDate } from '#kit/time.ts'
import { documentCustomer, documentSeller, drawAccountStatement, formatDate } from '#server/domains/documents/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { accountStatement, type StatementWish } from './account-statement.ts'

/** Some forty pages: drawing more would keep others waiting. */
const MAX_DRAWN_LINES = 500

/** @throws not_found; invalid_fields for a range that is wrong or holds too much; unavailable (503) where no seller is set */
export async function statementPdf(posy: Posy, caller: Principal, wish: StatementWish) {
  const { team, lines, ...statement } = await accountStatement(posy, caller, wish)
  if (lines.length > MAX_DRAWN_LINES)
    throw invalidFields([{ path: 'from', message: `choose fewer days: more than ${MAX_DRAWN_LINES} lines` }])
  const { from, until, currency, opening, invoiced, credited, paid, other, closing } = statement
  const pdf = await drawAccountStatement({
    number: `${formatDate(from)} to ${formatDate(until)}`,
    issuedAt: toDate(posy.clock.now()),
    content: {
      seller: documentSeller(posy.config),
      customer: documentCustomer({ team }),
      dates: [
        { label: 'From', date: from },
        { label: 'Until', date: until },
      ],
      references: [],
    },
    ...{ currency, lines },
    sums: [
      { label: opening < 0 ? 'In your favour before' : 'Owed before', pence: Math.abs(opening) },
      { label: 'Invoiced', pence: invoiced },
      { label: 'Credited', pence: 0 - credited },
      { label: 'Paid', pence: 0 - paid },
      ...(other === 0 ? [] : [{ label: 'Other', pence: other }]),
      { label: closing < 0 ? 'In your favour' : 'Owed at the end', pence: Math.abs(closing) },
    ],
    notes: [
      closing > 0
        ? `${formatMoney(closing, currency)} was owed at the end of ${formatDate(until)}. Each invoice says how to pay it, and by when.`
        : 'Nothing was owed at the end.',
      'This is no VAT document: VAT is on receipts, invoices and credit notes.',
    ],
  })
  return { fileName: `statement-${from}-${until}.pdf`, contentType: 'application/pdf', base64: pdf.toString('base64') }
}
