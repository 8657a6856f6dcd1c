import { Link } from 'react-router'
import type { VatSummary } from '#contract/orders/invoices.ts'
import type { VatPeriod, VatPeriods } from '#contract/orders/vat-periods.ts'
import { formatMoney } from '#kit/money.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { invoiceDayLabel } from './labels.ts'

export const periodLabel = ({ from, until }: Pick<VatPeriod, 'from' | 'until'>): string =>
  `${invoiceDayLabel(from)} to ${invoiceDayLabel(until)}`

/** Closes the days that are shown, with their sums in sight: it asks first, at an address of its own. */
export function ClosePeriod({ summary, failure }: { summary: VatSummary; failure: Failure | null }) {
  const { from, until, vat, currency, notYetInvoiced: open } = summary
  const addressWith = useAddress()
  return (
    <Card title="Have you filed this period?">
      <p>
        VAT of {periodLabel({ from, until })} is {formatMoney(vat, currency)}. Once you close the period its figures
        stay as they are, in every currency. What comes later with a tax point in it counts in the next period.
      </p>
      {open.count > 0 ? (
        <Notice tone="warning" title={`${formatMoney(open.gross, currency)} is not yet invoiced`}>
          If you close now, its VAT of {formatMoney(open.vat, currency)} counts in the next period.
        </Notice>
      ) : null}
      {failure ? (
        <Notice tone="danger" role="alert" title={failure.message}>
          {failure.help}
        </Notice>
      ) : null}
      <div>
        <LinkButton look="quiet" to={addressWith({ close: until })} preventScrollReset>
          Close this period
        </LinkButton>
      </div>
    </Card>
  )
}

export function CloseDialog({ summary: { from, until, net, vat, gross, currency } }: { summary: VatSummary }) {
  const addressWith = useAddress()
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <ConfirmDialog
      title={`Close ${periodLabel({ from, until })}?`}
      confirm="Close the period"
      fields={{ do: 'close', from, until }}
      closeTo={addressWith({ close: null })}
      danger={false}
    >
      Net {money(net)}, VAT {money(vat)}, gross {money(gross)}. These figures then stay as they are, in every currency.
    </ConfirmDialog>
  )
}

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
