import { type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router'
import { teamRanges } from '#web/app/budgets/reports/period.ts'
import { PeriodPicker } from '#web/app/budgets/reports/period-picker.tsx'
import styles from '#web/app/budgets/reports/reports.module.css'
import { useCan } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { dimensionLabels, dimensions } from './labels.ts'
import { onlyHelps } from './only-helps.server.ts'
import { readReportWish } from './read-report.server.ts'
import { SpendingCards } from './spending-cards.tsx'
import { SpendingGlance } from './spending-glance.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!params.by && (await onlyHelps(session))) return redirect(paths.grants)
  const { period, thisMonth, call } = await readReportWish(
    session,
    context.get(webContext),
    new URL(request.url),
    params.by,
  )
  const { from, until, currency } = call.query
  const [report, spending, wallets] = await Promise.all([
    session.api.getSpendingReport(call),
    session.api.getTeamSpending({ params: call.params, query: { from, until, currency } }),
    session.api.listUserWallets({ params: { id: session.user!.id } }),
  ])
  return {
    period,
    thisMonth,
    report: session.unwrap(report).data,
    spending: session.unwrap(spending).data,
    currencies: wallets.ok ? [...new Set(wallets.value.data.map(({ currency }) => currency))] : [],
  }
}

export default function Reports() {
  const { period, thisMonth, report, spending, currencies } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const mayBuy = useCan()('purchase-hugggs')
  const keep: Record<string, string> = report.currency === 'EUX' ? { currency: 'EUX' } : {}
  const tabs = dimensions.map((by) => ({
    to: by === 'month' ? paths.reports() : paths.reports(by),
    label: dimensionLabels[by],
  }))
  return (
    <>
      <PageHeader
        title="Reports"
        lead="What your team, its subteams and its budgets’ participants bought, and what happened to it since."
        tabs={tabs}
      />
      <div className={styles.reports}>
        <PeriodPicker period={period} ranges={teamRanges} keep={keep}>
          {currencies.length > 1 || currencies[0] === 'EUX' ? (
            <SelectField
              name="currency"
              label="Currency"
              defaultValue={report.currency}
              data={[
                { value: 'GBX', label: 'Pounds' },
                { value: 'EUX', label: 'Euros' },
              ]}
            />
          ) : null}
        </PeriodPicker>
        <Tabs label="Reports" tabs={tabs.map((tab) => ({ ...tab, to: `${tab.to}${search}` }))} />
        {report.rows.length || spending.earlierBackInMonth ? (
          <SpendingGlance report={report} spending={spending} />
        ) : null}
        {report.rows.length ? (
          <SpendingCards {...{ report, period, thisMonth }} />
        ) : (
          <Card flush>
            <EmptyState
              picture="sprout"
              title="Nothing was bought in this time"
              action={mayBuy ? <LinkButton to={paths.send}>Send a gift</LinkButton> : null}
            >
              Once gifts are bought, you read here what was spent, by whom and why. For earlier purchases, choose other
              dates.
            </EmptyState>
          </Card>
        )}
      </div>
    </>
  )
}
