import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  type AwaitedPayment,
  type CustomerBankPayment,
  type CustomerDocument,
  changeInvoiceReminders,
  listCustomerAwaitedPayments,
  listCustomerBankPayments,
  listCustomerDocuments,
} from '#contract/operator/customer-papers.ts'
import { getCustomer } from '#contract/operator/customers.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPeriod } from '#web/http/period.server.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { paperName } from '#web/operator/documents/paper-name.ts'
import { ForRole } from '#web/operator/for-role.tsx'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

const PAGE_SIZE = 50

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const { from, to, start, end } = readPeriod(search, BUSINESS_ZONE)
  const ids = { id: params.id! }
  const paging = (name: string) => ({ limit: PAGE_SIZE, ...readCursor(search, name) })
  const number = search.get('number')?.trim().slice(0, 20) ?? ''
  const isOverdue = search.get('overdue') === 'true'
  const query = {
    ...paging('next'),
    ...(isOverdue && { overdue: 'true' as const }),
    ...(number && { number }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  }
  const customer = session.unwrap(await session.call(getCustomer, { params: ids })).data
  return {
    documents: session.unwrap(await session.call(listCustomerDocuments, { params: ids, query })),
    payments: session.unwrap(await session.call(listCustomerBankPayments, { params: ids, query: paging('payments') })),
    awaited: session.unwrap(await session.call(listCustomerAwaitedPayments, { params: ids })).data,
    shown: { number, from, to, isOverdue },
    customer: { id: customer.id, name: customer.name },
    mayAct: session.may('set-credit'),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, invoice, reason } = readForm(form, {
    intent: choice('stop', 'resume'),
    invoice: exactText,
    reason: exactText,
  })
  if (!intent) throw data(null, { status: 400 })
  const body = { isOn: intent === 'resume', reason }
  // What was looked for stays shown.
  const page = `${paths.operatorCustomerPapers(params.id!)}${new URL(request.url).search}`
  return runAct(
    session,
    { form, page },
    () => session.call(changeInvoiceReminders, { params: { id: invoice }, body }),
    ({ data: { number, remindAt } }) =>
      remindAt
        ? `The next reminder of ${number} leaves on ${formatDay(remindAt, BUSINESS_ZONE)}.`
        : `No one is reminded of ${number} from now on. It stays to be paid.`,
  )
}

const isUnpaid = ({ kind, paidAt }: CustomerDocument): boolean => kind === 'invoice' && paidAt === null

function paid({ dueOn, paidAt }: CustomerDocument): string | null {
  if (!dueOn) return null
  return paidAt ? `Paid on ${formatDay(paidAt, BUSINESS_ZONE)}` : `by ${formatDay(dueOn, 'UTC')}`
}

const documentColumns: readonly TableColumn<CustomerDocument>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (document) => (
      <span className="two-lines">
        <Link to={paths.operatorDocument(document.id)}>{document.number}</Link>
        <span className="muted small">
          {paperName(document)}, {document.team}
        </span>
      </span>
    ),
  },
  { key: 'issued', header: 'Issued', cell: ({ issuedAt }) => formatDay(issuedAt, BUSINESS_ZONE) },
  { key: 'due', header: 'To be paid', cell: paid },
  {
    key: 'reminder',
    header: 'Next reminder',
    cell: (document) => {
      if (!isUnpaid(document)) return null
      return document.remindAt ? formatDay(document.remindAt, BUSINESS_ZONE) : 'None'
    },
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence, currency }) => <Money pence={totalPence} currency={currency} />,
  },
]

const paymentColumns: readonly TableColumn<CustomerBankPayment>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
  {
    key: 'target',
    header: 'For',
    cell: ({ target: { kind, name, reference }, team }) => (
      <span className="two-lines">
        {kind === 'wallet' ? `The wallet ${name}` : `Invoice ${name}`}
        <span className="muted small">{[reference, team].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ isReversed }) => (
      <StatusBadge status={isReversed ? 'Taken back' : 'Booked'} tone={isReversed ? 'plain' : 'success'} />
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
]

const awaitedColumns: readonly TableColumn<AwaitedPayment>[] = [
  { key: 'at', header: 'Announced', cell: ({ at }) => formatDay(at, BUSINESS_ZONE) },
  {
    key: 'wallet',
    header: 'For',
    cell: ({ wallet, reference, team, by }) => (
      <span className="two-lines">
        The wallet {wallet}
        <span className="muted small">{[reference, team, by].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ lineWaits }) =>
      lineWaits ? (
        <span className="two-lines">
          <StatusBadge status="A line of this amount waits" tone="warning" />
          <span className="muted small">Finance says whose it is, under Bank.</span>
        </span>
      ) : (
        <StatusBadge status="Has not come" tone="plain" />
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
]

/** What a customer was billed, and what came in by bank. */
export default function CustomerPapers() {
  const { documents, payments, awaited, shown, customer, mayAct } = useLoaderData<typeof loader>()
  const unpaid = documents.data.filter(isUnpaid)
  return (
    <>
      <PageHeader
        title={`Invoices and bank payments of ${customer.name}`}
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      <Form method="get" className={styles.filters} key={`${shown.number} ${shown.from} ${shown.to}`}>
        {shown.isOverdue ? <input type="hidden" name="overdue" value="true" /> : null}
        <TextField name="number" label="Number" defaultValue={shown.number} autoComplete="off" />
        <TextField name="from" type="date" label="Issued from" defaultValue={shown.from} />
        <TextField name="to" type="date" label="Until" defaultValue={shown.to} />
        <Button type="submit" look="quiet">
          Show
        </Button>
        {shown.isOverdue ? (
          <Link to={paths.operatorCustomerPapers(customer.id)}>All papers, not only overdue invoices</Link>
        ) : null}
      </Form>
      <Card title={shown.isOverdue ? 'Overdue invoices' : 'Invoices, receipts and credit notes'} flush>
        <DataTable
          caption="Documents, the newest first"
          columns={documentColumns}
          rows={documents.data}
          rowKey={({ id }) => id}
          empty={
            <p className="panel muted">
              {shown.isOverdue
                ? 'No invoice is overdue.'
                : `Nothing was issued${shown.number || shown.from || shown.to ? ' like that' : ' yet'}.`}
            </p>
          }
        />
        <ListPages next={documents.next} previous={documents.previous} label="documents" />
      </Card>
      {mayAct && unpaid.length ? <Reminders unpaid={unpaid} /> : null}
      <ForRole needs="set-credit">stops reminders of an invoice here, and has them sent again.</ForRole>
      <Card title="From the bank" flush>
        <DataTable
          caption="What came in by bank, the newest first"
          columns={paymentColumns}
          rows={payments.data}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">Nothing has come in by bank.</p>}
        />
        <ListPages next={payments.next} previous={payments.previous} label="bank payments" name="payments" />
      </Card>
      {awaited.length ? (
        <Card title="Announced" flush>
          <DataTable
            caption="Bank payments that were announced and have not arrived, the newest first"
            columns={awaitedColumns}
            rows={awaited}
            rowKey={({ id }) => id}
          />
        </Card>
      ) : null}
      <p className="muted">
        A payment that was made and is not here either has not come, or waits under Bank until someone says whose it is.
        Finance does, and finds it there by its amount, its reference or its words; support tells them what the customer
        paid, and when. A customer’s references are with their wallets.
      </p>
    </>
  )
}

function Reminders({ unpaid }: { unpaid: readonly CustomerDocument[] }) {
  const failure = useActionData<typeof action>()
  const pick = (of: readonly CustomerDocument[]) => (
    <SelectField
      name="invoice"
      label="Which"
      data={of.map(({ id, number, totalPence, currency, team }) => ({
        value: id,
        label: `${number}, ${formatMoney(totalPence, currency)} (${team})`,
      }))}
      required
    />
  )
  const reminded = unpaid.filter(({ remindAt }) => remindAt !== null)
  const left = unpaid.filter(({ remindAt }) => remindAt === null)
  return (
    <Card title="Reminders">
      {reminded.length ? (
        <ActForm
          intent="stop"
          title="Stop reminding of an invoice"
          button="Stop reminders"
          consequence="No more reminders of it are emailed. It stays to be paid, and overdue where it is."
          failure={failure}
        >
          {pick(reminded)}
        </ActForm>
      ) : null}
      {left.length ? (
        <ActForm
          intent="resume"
          title="Remind of an invoice again"
          button="Send reminders again"
          consequence="The reminders that are still to come are emailed on their days; none that was left out is made up for."
          failure={failure}
        >
          {pick(left)}
        </ActForm>
      ) : null}
    </Card>
  )
}
