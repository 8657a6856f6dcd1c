import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { webContext } from '../../../context.ts'
import { Facts } from '../../../features/activity/facts.tsx'
import { londonToday, requireBilling } from '../../../features/invoices/billing.server.ts'
import { Papers } from '../../../features/invoices/papers.tsx'
import { dayWord, monthWord, stateOf } from '../../../features/invoices/words.ts'
import { useZone } from '../../../features/shell/app-data.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { formatDay } from '../../../ui/format.ts'
import { SubmitButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { type Failure, failureOf } from '../../../ui/kit/failure.ts'
import { ActionForm, TextAreaField } from '../../../ui/kit/form.tsx'
import { Money } from '../../../ui/kit/money.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { StatusBadge } from '../../../ui/kit/status-badge.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  requireBilling(session)
  const [answer, today] = await Promise.all([
    session.api.getInvoice({ params: { id: idOf(params.id) } }),
    londonToday(context.get(webContext)),
  ])
  return { invoice: session.unwrap(answer).data, today }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const id = idOf(params.id)
  const result = await session.api.updateInvoice({
    params: { id },
    body: { notes: String(form.get('notes') ?? '').trim() || null },
  })
  if (!isPass(result)) {
    const failure = failureOf(result.fail!, form)
    return data<Failure>(failure, { status: failure.status })
  }
  session.flash('The note is saved.')
  return redirect(`/invoices/${id}`, 303)
}

export default function InvoicePage() {
  const { invoice, today } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const zone = useZone()
  const { number, transactionId, automationId, period, currency, dueDate, datePaid } = invoice
  const title = number ?? (period ? monthWord(period) : 'Invoice')
  const { word, tone } = stateOf(invoice, today)
  const money = (pence: number) => <Money pence={pence} currency={currency} />
  return (
    <>
      <PageHeader
        title={title}
        back={
          automationId
            ? { to: `/budgets/${automationId}/invoices`, label: 'The budget’s invoices' }
            : { to: '/invoices', label: 'Invoices' }
        }
        lead={<StatusBadge status={word} tone={tone} />}
      />
      <div className="columns">
        <Card title="The invoice">
          <Facts
            facts={[
              { name: 'Issued', value: formatDay(invoice.dateCreated, zone) },
              { name: 'Due', value: dueDate && dayWord(dueDate) },
              { name: 'Total', value: money(invoice.total) },
              { name: 'Credited', value: invoice.credited > 0 ? money(invoice.credited) : null },
              { name: 'Still to pay', value: money(invoice.outstanding) },
              { name: 'Paid', value: datePaid && formatDay(datePaid, zone) },
              {
                name: 'For',
                value: transactionId && <Link to={`/activity/${transactionId}`}>the purchase and its gifts</Link>,
              },
            ]}
          />
          <Papers files={invoice.files} of={title} />
        </Card>
        <Card title="Note">
          <ActionForm failure={failure}>
            <TextAreaField
              name="notes"
              label="Your team’s own note"
              description="Not printed on the invoice."
              defaultValue={invoice.notes ?? ''}
              maxLength={2000}
              autosize
              minRows={3}
            />
            <div>
              <SubmitButton look="quiet">Save the note</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}
