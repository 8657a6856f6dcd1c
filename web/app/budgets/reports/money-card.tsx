import type { FundingReport, ReportOverTime } from '#contract/reports/budget-reports.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { ReportCard } from './report-card.tsx'
import styles from './reports.module.css'

/** What came in, what went, and what is left: a sum that anybody can follow. */
export function MoneyCard({ funding, overTime }: { funding: FundingReport; overTime: ReportOverTime }) {
  const { currency } = funding
  const bought = overTime.steps.reduce((sum, step) => sum + step.bought, 0)
  const lines: { label: string; pence: number; hidden?: boolean }[] = [
    {
      label: 'Free to spend at the beginning',
      pence: funding.openingAvailable,
      hidden: funding.openingAvailable === 0,
    },
    { label: 'Given to people', pence: funding.totalTransferred },
    { label: 'Paid in or out otherwise', pence: funding.totalOther, hidden: funding.totalOther === 0 },
    { label: 'Gifts bought', pence: 0 - bought },
    { label: 'Returned for gifts', pence: bought - funding.totalSpent, hidden: bought === funding.totalSpent },
    { label: 'Back to the wallet', pence: 0 - funding.totalReturned, hidden: funding.totalReturned === 0 },
  ]
  return (
    <ReportCard title="Money" report="funding">
      <dl className={styles.sum}>
        {lines
          .filter(({ hidden }) => !hidden)
          .map(({ label, pence }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money pence={pence} currency={currency} />
              </dd>
            </div>
          ))}
        <div className={styles.result}>
          <dt>Free to spend at the end</dt>
          <dd>
            <Money pence={funding.totalAvailable} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="muted small">
        Also, <Money pence={funding.totalLive} currency={currency} /> of what was spent is held for gifts that were not
        used yet, without their VAT and fees.
      </p>
    </ReportCard>
  )
}
