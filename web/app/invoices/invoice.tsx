import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Invoice } from '#contract/orders/invoices.ts'
import type { BankDetails } from '#contract/wallets/wallets.ts'
import { BankLines } from '#web/app/billing/bank-lines.tsx'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, textOrNull } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextAreaField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import styles from './invoices.module.css'
import { invoiceDayLabel, invoiceState, monthLabel } from './labels.ts'
import { Papers } from './papers.tsx'
import { PayCard } from './pay-card.tsx'
import { loadPayment, loadPayments, payInvoice, paysByCard } from './pay-invoice.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireBills(session)
  const page = context.get(webContext)
  const [answer, today] = await Promise.all([
    session.api.getInvoice({ params: { id: readId(params.id) } }),
    londonToday(page),
  ])
  const invoice = session.unwrap(answer).data
  const payments = await loadPayments(session, invoice, today)
  return {
    invoice,
    today,
    payments,
    payment: paysByCard(session, page, invoice) ? await loadPayment(session, request) : null,
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = readId(params.id)
  const { intent } = readForm(form, { intent: choice('pay') })
  if (intent === 'pay') {
    const outcome = await payInvoice(session, id, form)
    if (typeof outcome === 'string') return redirect(outcome, 303)
    return data({ pay: { ...outcome, attempt: crypto.randomUUID() } }, { status: outcome.status })
  }
  const result = await session.api.updateInvoice({ params: { id }, body: readForm(form, { notes: textOrNull }) })
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    return data({ note: failure }, { status: failure.status })
  }
  return session.redirect(paths.invoice(id), 'The note is saved.')
}

export default function InvoicePage() {
  const { invoice, today, payments, payment } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const refusedPayment = sent && 'pay' in sent ? sent.pay : undefined
  const refusedNote = sent && 'note' in sent ? sent.note : undefined
  const zone = useZone()
  const can = useCan()
  const { number, transactionId, automationId, period, currency, dueDate, datePaid } = invoice
  const title = number ?? (period ? monthLabel(period) : 'Invoice')
  const { word, tone } = invoiceState(invoice, today)
  const money = (pence: number) => <Money pence={pence} currency={currency} />
  return (
    <>
      <PageHeader
        title={title}
        back={
          automationId
            ? { to: paths.budgetTab(automationId, 'invoices'), label: 'The budget’s invoices' }
            : { to: paths.invoices, label: 'Invoices' }
        }
        lead={<StatusBadge status={word} tone={tone} />}
      />
      <div className="columns">
        <div className="stack">
          <Card title="The invoice">
            <Facts
              facts={[
                { name: 'Issued', value: formatDay(invoice.dateCreated, zone) },
                { name: 'Due', value: dueDate && invoiceDayLabel(dueDate) },
                { name: 'Total', value: money(invoice.total) },
                { name: 'Credited', value: invoice.credited > 0 ? money(invoice.credited) : null },
                { name: 'Still to pay', value: money(invoice.outstanding) },
                { name: 'Received', value: payments || null },
                { name: 'Paid', value: datePaid && formatDay(datePaid, zone) },
                {
                  name: 'For',
                  value: transactionId ? (
                    <Link to={paths.purchase(transactionId)}>the purchase and its gifts</Link>
                  ) : invoice.planId ? (
                    can('manage-billing') ? (
                      <Link to={paths.teamTab('plan')}>your plan</Link>
                    ) : (
                      'your plan'
                    )
                  ) : null,
                },
              ]}
            />
            <Papers files={invoice.files} of={title} />
          </Card>
          {invoice.bankDetails && number ? (
            <PayByBank invoice={invoice} bank={invoice.bankDetails} reference={number} />
          ) : null}
          {payment ? <PayCard invoice={invoice} payment={payment} failure={refusedPayment} /> : null}
        </div>
        {can('manage-billing') ? (
          <Card title="Note">
            <ActionForm failure={refusedNote}>
              <TextAreaField
                name="notes"
                label="Your team’s own note"
                description="Not printed on the invoice."
                defaultValue={invoice.notes ?? ''}
                maxLength={2000}
                rows={3}
                grows
              />
              <div>
                <SubmitButton look="quiet">Save the note</SubmitButton>
              </div>
            </ActionForm>
          </Card>
        ) : invoice.notes ? (
          <Card title="Note">
            <p className={styles.note}>{invoice.notes}</p>
          </Card>
        ) : null}
      </div>
    </>
  )
}

const PayByBank = ({
  invoice: { outstanding, currency },
  bank,
  reference,
}: {
  invoice: Pick<Invoice, 'outstanding' | 'currency'>
  bank: BankDetails
  reference: string
}) => (
  <Card title="Pay by bank transfer">
    <p className="muted">
      The number of the invoice tells us what you pay. It is marked as paid when your payment arrives.
    </p>
    <BankLines bank={bank} pence={outstanding} currency={currency} reference={reference} />
  </Card>
)
