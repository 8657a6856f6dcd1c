import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from 'react-router'
import type { AccountStatement, StatementEmails } from '#contract/orders/account-statements.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import { invoiceDayLabel } from './labels.ts'
import { InvoicePeriodForm } from './period-form.tsx'
import { recentPeriods } from './recent-periods.server.ts'
import { readStatement } from './statement.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const read = await readStatement(session, request.url)
  const emails = session.unwrap(await session.api.getStatementEmails({ params: { id: requireBills(session) } })).data
  const periods = recentPeriods(await londonToday(context.get(webContext)))
  return { ...read, emails, periods, maySwitch: session.can('manage-billing') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { monthly } = readForm(form, { monthly: choice('on', 'off') })
  if (!monthly) throw data(null, { status: 400 })
  const result = await session.api.putStatementEmails({
    params: { id: requireBills(session) },
    body: { monthly: monthly === 'on' },
  })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  return session.redirect(
    paths.account,
    monthly === 'on' ? 'The statement is emailed each month from now on.' : 'The statement is no longer emailed.',
  )
}

export default function Statement() {
  const { wish, statement, failure, emails, periods, maySwitch } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>() ?? null
  const { search } = useLocation()
  return (
    <InvoicesFrame>
      <InvoicePeriodForm wish={wish} periods={periods} failure={failure} />
      {statement ? <Account {...statement} search={search} /> : null}
      <Emails emails={emails} maySwitch={maySwitch} failure={refusal} />
    </InvoicesFrame>
  )
}

type Line = AccountStatement['lines'][number]

function Account({ search, ...statement }: AccountStatement & { search: string }) {
  const { from, until, lines, currency, opening, closing } = statement
  const figures = [
    { name: openingLabel(opening), pence: Math.abs(opening) },
    { name: 'Invoiced', pence: statement.invoiced },
    { name: 'Credited', pence: statement.credited },
    { name: 'Paid', pence: statement.paid },
    ...(statement.other === 0 ? [] : [{ name: 'Other', pence: statement.other }]),
    { name: closing < 0 ? 'In your favour at the end' : 'Owed at the end', pence: Math.abs(closing) },
  ]
  const columns: TableColumn<Line & { key: string }>[] = [
    { key: 'date', header: 'Date', cell: ({ date }) => invoiceDayLabel(date) },
    { key: 'what', header: 'What', cell: ({ description }) => description },
    {
      key: 'number',
      header: 'Number',
      // A credit note stands on its invoice's page.
      cell: ({ number, invoiceId }) =>
        number && invoiceId ? <Link to={paths.invoice(invoiceId)}>{number}</Link> : (number ?? ''),
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount }) => <Money pence={amount} currency={currency} />,
    },
    {
      key: 'balance',
      header: 'Owed then',
      numeric: true,
      cell: ({ balance }) => <Money pence={balance} currency={currency} />,
    },
  ]
  return (
    <>
      <Card
        title={`${invoiceDayLabel(from)} to ${invoiceDayLabel(until)}`}
        action={
          <span className={styles.files}>
            <a href={`${paths.accountPdf}${search}`} download>
              PDF
            </a>
            <a href={`${paths.accountCsv}${search}`} download>
              CSV
            </a>
          </span>
        }
      >
        <dl className={styles.figures}>
          {figures.map(({ name, pence }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money pence={pence} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card flush>
        <DataTable
          caption="Invoices, credits and payments"
          compact
          columns={columns}
          rows={lines.map((line, index) => ({ ...line, key: String(index) }))}
          rowKey={({ key }) => key}
          empty={
            <EmptyState picture="purse" title="Nothing happened in that time">
              Invoices, credits and payments are listed here as they come.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const openingLabel = (pence: number) => (pence < 0 ? 'In your favour before' : 'Owed before')

/** Who gets the statement each month, and the one switch for it. */
const Emails = ({
  emails: { monthly, next, people },
  maySwitch,
  failure,
}: {
  emails: StatementEmails
  maySwitch: boolean
  failure: Failure | null
}) => (
  <Card title="By email each month">
    <p className="muted">
      {next
        ? `The next statement leaves on ${formatDay(next, BUSINESS_ZONE)}, of the month before: to ${listed(people)}.`
        : 'On the first weekday of each month the statement of the month before can be emailed to everyone who may manage billing. It is off.'}{' '}
      A month without movements, after which nothing is owed, brings no email.
    </p>
    {maySwitch ? (
      <ActionForm failure={failure}>
        <input type="hidden" name="monthly" value={monthly ? 'off' : 'on'} />
        <div>
          <SubmitButton look="quiet">{monthly ? 'Stop the emails' : 'Email it each month'}</SubmitButton>
        </div>
      </ActionForm>
    ) : null}
  </Card>
)

const listed = (people: StatementEmails['people']): string =>
  people.length === 0 ? 'no one, for no one may manage billing' : people.map(({ name }) => name).join(', ')
