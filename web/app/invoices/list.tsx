import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { InvoiceTotals } from '#contract/orders/invoices.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import { CarriedFields } from './carried-fields.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import { invoiceKindLabels, invoiceStatusLabels } from './labels.ts'
import { type InvoiceFilterWish, readInvoiceFilter, toListQuery } from './list-filter.server.ts'
import { PeriodLinks } from './period-links.tsx'
import { type NamedPeriod, recentPeriods } from './recent-periods.server.ts'

const PER_PAGE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const params = { id: requireBills(session) }
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1) || 1
  const today = await londonToday(context.get(webContext))
  const wish = readInvoiceFilter(request.url)
  const [list, account] = await Promise.all([
    session.api.listTeamInvoices({ params, query: { page, per_page: PER_PAGE, ...toListQuery(wish) } }),
    session.api.getAccountStatement({ params, query: { from: today, until: today } }),
  ])
  const { closing, currency } = session.unwrap(account).data
  const shared = { wish, today, periods: recentPeriods(today), owed: closing, currency }
  // Days that end before they begin, or a page there cannot be.
  if (!list.ok && list.problem.status === 422)
    return { ...shared, failure: toFormFailure(list.problem, undefined, { until: 'to' }), ...NOTHING }
  const { data: invoices, current_page, last_page, totals } = session.unwrap(list)
  return { ...shared, failure: null, invoices, totals, page: current_page, lastPage: last_page }
}

const NOTHING = { invoices: [], totals: [], page: 1, lastPage: 1 }

export default function Invoices() {
  const { invoices, totals, page, lastPage, today, owed, currency, wish, periods, failure } =
    useLoaderData<typeof loader>()
  const seesBudgets = useCan()(['view-automated-budget', 'create-automated-budget'])
  return (
    <InvoicesFrame>
      <Card>
        <p className={styles.owed}>
          <span className="muted">{owed < 0 ? 'In your favour' : 'Outstanding'}</span>
          <strong>
            <Money pence={Math.abs(owed)} currency={currency} />
          </strong>
          <span className="muted small">
            Pay by bank transfer, quoting the number of the invoice; the bank details are on it. What budgets were
            charged is paid already: its invoices are with{' '}
            {seesBudgets ? <Link to={paths.budgets}>each budget</Link> : 'each budget'}.
          </span>
        </p>
      </Card>
      <Filter wish={wish} periods={periods} failure={failure} />
      <Card flush>
        {totals.length > 0 ? <Totals totals={totals} /> : null}
        <InvoiceTable invoices={invoices} today={today} isFiltered={wish.isAny} />
        <Pagination page={page} lastPage={lastPage} label="invoices" />
      </Card>
    </InvoicesFrame>
  )
}

const toChoices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

interface FilterProps {
  wish: InvoiceFilterWish
  periods: readonly NamedPeriod[]
  failure: Failure | null
}

const Filter = ({ wish, periods, failure }: FilterProps) => (
  <Card>
    <FailureContext value={failure}>
      <Form method="get" className={styles.filters} key={JSON.stringify(wish)}>
        <CarriedFields except={['from', 'to']} />
        <TextField name="from" type="date" label="From" defaultValue={wish.from} />
        <TextField name="to" type="date" label="Until" defaultValue={wish.to} />
        <SelectField name="status" label="Status" defaultValue={wish.status} data={toChoices(invoiceStatusLabels)} />
        <SelectField name="kind" label="For" defaultValue={wish.kind} data={toChoices(invoiceKindLabels)} />
        <Button type="submit" look="quiet">
          Show
        </Button>
        <PeriodLinks periods={periods} />
      </Form>
    </FailureContext>
  </Card>
)

/** Of all that the filter finds, on whatever page. */
const Totals = ({ totals }: { totals: readonly InvoiceTotals[] }) => (
  <div className={styles.totals}>
    {totals.map(({ currency, count, total, credited, outstanding }) => (
      <dl key={currency} className={styles.figures}>
        <div>
          <dt>Shown</dt>
          <dd>{plural(count, 'invoice')}</dd>
        </div>
        {[['Invoiced', total] as const, ['Credited', credited] as const, ['Still to pay', outstanding] as const].map(
          ([name, pence]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money pence={pence} currency={currency} />
              </dd>
            </div>
          ),
        )}
      </dl>
    ))}
  </div>
)
