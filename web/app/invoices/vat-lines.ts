import type { VatSummary } from '#contract/orders/invoices.ts'
import { paperLabels, rateLabel } from '#contract/orders/paper-labels.ts'
import { csvLine } from '#web/http/csv.ts'

const HEAD = ['Tax point', 'Document', 'Number', 'Team', 'Rate', 'Net', 'VAT', 'Gross', 'Counts on', 'Note']
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** The lines of a VAT summary as a file that spreadsheets open; what a credit note gives back is negative, and what came late says so. */
export function vatCsv({ lines, notYetInvoiced: open }: Pick<VatSummary, 'lines' | 'notYetInvoiced'>): string {
  const rows = lines.map(({ date, late, countsOn, kind, number, teamName, rate, net, vat, gross }) =>
    [
      csvLine([date, paperLabels[kind], number, teamName, rateLabel(rate)]),
      pounds(net),
      pounds(vat),
      pounds(gross),
      csvLine([countsOn, late ? `late, tax point ${date}` : '']),
    ].join(','),
  )
  if (open.count > 0)
    rows.push(
      [
        csvLine(['', 'Not yet invoiced', '', '', '']),
        pounds(open.net),
        pounds(open.vat),
        pounds(open.gross),
        csvLine(['', '']),
      ].join(','),
    )
  return `\ufeff${[csvLine(HEAD), ...rows].join('\r\n')}\r\n`
}
