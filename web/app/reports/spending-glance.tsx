import { IconDownload } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import type { SpendingReport, TeamSpending } from '#contract/reports/reports.ts'
import { formatMoney } from '#kit/money.ts'
import styles from '#web/app/budgets/reports/reports.module.css'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { dimensionLabels } from './labels.ts'

const share = (part: number, whole: number) => (whole ? `${Math.round((100 * part) / whole)}%` : '–')

/** The totals of a period, in words that say what each counts. */
export function SpendingGlance({ report, spending }: { report: SpendingReport; spending: TeamSpending }) {
  const { by, total, currency } = report
  const { backInMonth, backSince, earlierBackInMonth } = spending
  const facts = [
    {
      label: 'Bought',
      value: <Money pence={total.bought} currency={currency} />,
      note: `with ${formatMoney(total.fees, currency)} fees and ${formatMoney(total.vat, currency)} VAT`,
    },
    {
      label: 'Returned of that',
      value: <Money pence={total.returned} currency={currency} />,
      note: `${formatMoney(backInMonth, currency)} in this time, ${formatMoney(backSince, currency)} since`,
    },
    ...(earlierBackInMonth
      ? [
          {
            label: 'Returned of earlier purchases',
            value: <Money pence={earlierBackInMonth} currency={currency} />,
            note: 'in this time, and in no other figure here',
          },
        ]
      : []),
    {
      label: 'Gifts',
      value: formatCount(total.gifts),
      note: `${formatCount(total.open)} not used yet`,
    },
    {
      label: 'Redeemed',
      value: share(total.redeemed, total.gifts),
      note: `${formatCount(total.redeemed)} redeemed, ${formatCount(total.expired)} expired, ${formatCount(total.cancelled)} cancelled`,
    },
    { label: 'Thank-yous', value: formatCount(total.thankYous), note: 'reactions and replies' },
  ]
  return (
    <Card title="At a glance" action={<Downloads by={by} />}>
      <dl className={styles.headline}>
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.figure}>{value}</dd>
            <dd className="muted small">{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Links that bring a file: plain ones, for the browser takes it from there. */
function Downloads({ by }: Pick<SpendingReport, 'by'>) {
  const query = new URLSearchParams(useLocation().search)
  const downloadHref = (format: string) => {
    query.set('format', format)
    return `${paths.reportFile(by)}?${query}`
  }
  return (
    <span className={styles.downloads}>
      <IconDownload size={16} aria-hidden="true" />
      {(['csv', 'xlsx'] as const).map((format) => (
        <a
          key={format}
          href={downloadHref(format)}
          download
          aria-label={`${dimensionLabels[by]} as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  )
}
