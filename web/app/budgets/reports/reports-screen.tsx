import { formatMoney } from '#kit/money.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { useBudget } from '../budget-context.ts'
import type { LoadedReports } from './load-reports.server.ts'
import { MoneyCard } from './money-card.tsx'
import { EngagementCard, ReasonsCard, ReportPeopleCard } from './people-cards.tsx'
import { budgetRanges } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { ReportCard } from './report-card.tsx'
import styles from './reports.module.css'
import { BudgetSpendCard, GiftsCard } from './time-cards.tsx'

/** What a budget did in a period. */
export function ReportsScreen(reports: LoadedReports) {
  const { period, funding, gifts, reasons, participants, overTime } = reports
  const { currency } = funding
  return (
    <div className={styles.reports}>
      <PeriodPicker period={period} ranges={budgetRanges} />
      <Headline funding={funding} gifts={gifts} participants={participants} />
      {overTime.steps.length ? (
        <div className={styles.pair}>
          <BudgetSpendCard overTime={overTime} />
          <GiftsCard overTime={overTime} />
        </div>
      ) : null}
      <div className={styles.pair}>
        <MoneyCard funding={funding} overTime={overTime} />
        <ReasonsCard reasons={reasons} currency={currency} />
        <EngagementCard participants={participants} />
        <ReportPeopleCard {...reports} currency={currency} />
      </div>
    </div>
  )
}

function Headline({ funding, gifts, participants }: Pick<LoadedReports, 'funding' | 'gifts' | 'participants'>) {
  const facts = [
    {
      label: 'Spent',
      value: <Money pence={funding.totalSpent} currency={funding.currency} />,
      note: `of ${formatMoney(funding.totalTransferred, funding.currency)} given`,
    },
    {
      label: 'Gifts sent',
      value: formatCount(gifts.totalSent),
      note: `${formatCount(gifts.totalRedeemed)} redeemed`,
    },
    {
      label: 'Average price',
      value: gifts.totalSent ? formatMoney(gifts.averagePrice, gifts.currency) : '–',
      note: 'without fees',
    },
    {
      label: 'Different recipients',
      value: formatCount(gifts.uniqueRecipients),
      note: `from ${plural(participants.numSenders, 'sender')}`,
    },
  ]
  return (
    <ReportCard title="At a glance" report="gifts">
      <dl className={styles.headline}>
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.figure}>{value}</dd>
            <dd className="muted small">{note}</dd>
          </div>
        ))}
      </dl>
    </ReportCard>
  )
}

/** Before its start a budget has nothing to tell. */
export const NoReports = () => {
  const { budget } = useBudget()
  return (
    <section className="card">
      <EmptyState picture="posy" title="Nothing to report yet">
        {budget.status === 'scheduled'
          ? 'Reports begin on the day the budget starts.'
          : 'Start the budget, and you see here what people do with it.'}
      </EmptyState>
    </section>
  )
}
