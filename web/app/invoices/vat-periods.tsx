import { Link } from 'react-router'
import type { VatSummary } from '#contract/orders/invoices.ts'
import type { VatPeriod, VatPeriods } from '#contract/orders/vat-periods.ts'
import { formatMoney } from '#kit/money.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { invoiceDayLabel } from './labels.ts'

export const periodLabel = ({ from, until }: Pick<VatPeriod, 'from' | 'until'>): string =>
  `${invoiceDayLabel(from)} to ${invoiceDayLabel(until)}`

/** Closes the days that are shown, with their sums in sight. */
export const ClosePeriod = ({
  summary: { from, until, vat, currency, notYetInvoiced: open },
  failure,
}: {
  summary: VatSummary
  failure: Failure | null
}) => (
  <Card title="Have you filed this period?">
    <p>
      VAT of {periodLabel({ from, until })} is {formatMoney(vat, currency)}. Once you close the period its figures stay
      as they are, in every currency. What comes later with a tax point in it counts in the next period.
    </p>
    {open.count > 0 ? (
      <Notice tone="warning" title={`${formatMoney(open.gross, currency)} is not yet invoiced`}>
        If you close now, its VAT of {formatMoney(open.vat, currency)} counts in the next period.
      </Notice>
    ) : null}
    <ActionForm failure={failure}>
      <input type="hidden" name="do" value="close" />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="until" value={until} />
      <div>
        <SubmitButton look="quiet">Close this period</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

/** What has been closed, when and by whom. */
export function ClosedPeriods({ periods, mayReopen }: { periods: VatPeriods['periods']; mayReopen: boolean }) {
  const zone = useZone()
  const addressWith = useAddress()
  return (
    <Card title="Closed periods" flush>
      <DataTable
        caption="Closed VAT periods"
        compact
        columns={[
          {
            key: 'period',
            header: 'Period',
            cell: (period) => <Link to={paths.vatOf(period)}>{periodLabel(period)}</Link>,
          },
          {
            key: 'closed',
            header: 'Closed',
            cell: ({ dateClosed, closedBy }) => `${formatMoment(dateClosed, zone)} by ${closedBy.name}`,
          },
          {
            key: 'papers',
            header: 'Documents',
            numeric: true,
            cell: ({ papers, latePapers }) => (latePapers ? `${papers}, ${latePapers} of them late` : `${papers}`),
          },
          { key: 'vat', header: 'VAT', numeric: true, cell: vatByCurrency },
          ...(mayReopen
            ? [
                {
                  key: 'reopen',
                  header: '',
                  cell: (period: VatPeriod) =>
                    period === periods[0] ? (
                      <Link
                        to={addressWith({ reopen: period.until })}
                        preventScrollReset
                        aria-label={`Reopen ${periodLabel(period)}`}
                      >
                        Reopen
                      </Link>
                    ) : null,
                },
              ]
            : []),
        ]}
        rows={periods}
        rowKey={({ until }) => until}
      />
    </Card>
  )
}

function vatByCurrency({ figures }: VatPeriod): string {
  const sums = new Map<string, number>()
  for (const { currency, vat } of figures) sums.set(currency, (sums.get(currency) ?? 0) + vat)
  return [...sums].map(([currency, vat]) => formatMoney(vat, currency)).join(', ') || formatMoney(0, 'GBX')
}
