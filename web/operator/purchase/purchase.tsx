import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import { getOperatorPurchase, type OperatorPurchase, refundPurchase } from '#contract/operator/purchases.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { stateTone } from '#web/app/activity/tones.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { useOperator } from '#web/operator/console.tsx'
import { paperName } from '#web/operator/documents/paper-name.ts'
import { ForRole } from '#web/operator/for-role.tsx'
import { paymentLabels } from '#web/operator/labels.ts'
import { MessageTable } from '#web/operator/messages/message-table.tsx'
import { NotesCard } from '#web/operator/notes/note-text.tsx'
import { notesAbout } from '#web/operator/notes/notes-about.server.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  const found = await session.call(getOperatorPurchase, { params: { id: params.id! }, query })
  const { data: purchase } = session.unwrap(found)
  return { ...purchase, notes: await notesAbout(session, 'transaction', purchase.id) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { hugggId, reason } = readForm(form, { hugggId: exactText, reason: exactText })
  const body = { hugggId: hugggId || undefined, reason }
  return runAct(
    session,
    { form, page: paths.operatorPurchase(params.id!) },
    () => session.call(refundPurchase, { params: { id: params.id! }, body }),
    ({ data: { cancelled, refused } }) =>
      `${plural(cancelled, 'gift was', 'gifts were')} cancelled and refunded${refused.length ? `; ${refused.length} could not be` : ''}.`,
  )
}

type Gift = OperatorPurchase['gifts'][number]

/** Prices of gifts have their VAT inside. */
const withVat = ({ giftsPence, giftsVatPence, currency }: OperatorPurchase): string =>
  `${formatMoney(giftsPence, currency)}${giftsVatPence ? `, ${formatMoney(giftsVatPence, currency)} of it VAT` : ''}`

const giftColumns = (currency: string): readonly TableColumn<Gift>[] => [
  {
    key: 'recipient',
    header: 'Gift',
    cell: ({ id, ordinal, recipient, address }) => (
      <span className="two-lines">
        <Link to={paths.operatorGift(id)}>{recipient ?? address ?? `Gift ${ordinal + 1}`}</Link>
        {recipient && address ? <span className="muted small">{address}</span> : null}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'State',
    cell: ({ state }) => <StatusBadge status={giftStateLabel(state)} tone={stateTone(state)} />,
  },
  {
    key: 'cost',
    header: 'Paid',
    numeric: true,
    cell: ({ costPence }) => <Money pence={costPence} currency={currency} />,
  },
  {
    key: 'refunded',
    header: 'Returned',
    numeric: true,
    cell: ({ refundedPence }) => (refundedPence ? <Money pence={refundedPence} currency={currency} /> : null),
  },
  {
    key: 'expires',
    header: 'Until',
    wideOnly: true,
    cell: ({ expiresAt }) => formatDay(expiresAt, BUSINESS_ZONE),
  },
]

type Document = OperatorPurchase['documents'][number]

const documentColumns = ({ currency, invoicePaidAt }: OperatorPurchase): readonly TableColumn<Document>[] => [
  {
    key: 'number',
    header: 'Number',
    cell: ({ id, number, kind }) => (
      <span className="two-lines">
        <Link to={paths.operatorDocument(id)}>{number}</Link>
        <span className="muted small">{paperName({ kind })}</span>
      </span>
    ),
  },
  { key: 'issued', header: 'Issued', cell: ({ issuedAt }) => formatDay(issuedAt, BUSINESS_ZONE) },
  {
    key: 'due',
    header: 'To be paid',
    cell: ({ dueOn }) => {
      if (!dueOn) return null
      return invoicePaidAt ? `Paid on ${formatDay(invoicePaidAt, BUSINESS_ZONE)}` : `by ${formatDay(dueOn, 'UTC')}`
    },
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence }) => <Money pence={totalPence} currency={currency} />,
  },
]

export default function PurchaseScreen() {
  const purchase = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { role } = useOperator()
  const { customer, currency, gifts, giftPages, documents } = purchase
  const open = gifts.filter(({ status }) => !['Cancelled', 'Redeemed', 'Expired'].includes(status))
  return (
    <>
      <PageHeader
        title={`${purchase.quantity} × ${purchase.title ?? 'gift'}`}
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      <div className="columns">
        <Card title="Purchase">
          <Facts
            facts={[
              { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
              { name: 'Bought by', value: purchase.buyer },
              { name: 'On', value: formatMoment(purchase.at, BUSINESS_ZONE) },
              { name: 'Gifts', value: purchase.giftsPence ? withVat(purchase) : null },
              { name: 'Fee', value: purchase.feePence ? formatMoney(purchase.feePence, currency) : null },
              {
                name: 'VAT on the fee',
                value: purchase.feeVatPence ? formatMoney(purchase.feeVatPence, currency) : null,
              },
              { name: 'Total', value: formatMoney(purchase.totalPence, currency) },
              {
                name: 'Returned',
                value: purchase.refundedPence ? formatMoney(purchase.refundedPence, currency) : 'Nothing so far',
              },
              { name: 'Paid', value: paymentLabels[purchase.payment] },
              {
                name: 'Invoice paid',
                value: purchase.invoicePaidAt ? formatDay(purchase.invoicePaidAt, BUSINESS_ZONE) : null,
              },
              {
                name: 'Way',
                value: purchase.deliveryMethod ? deliveryMethodLabel(purchase.deliveryMethod) : null,
              },
              { name: 'Id', value: <code>{purchase.id}</code> },
            ]}
          />
        </Card>
        {open.length && operatorMay(role, 'refund') ? (
          <Card title="Acts">
            <ActForm
              intent="refund"
              title="Refund gifts"
              button="Cancel and refund"
              danger
              consequence="Gifts that have not been used are cancelled for good, and what was paid for them goes back to the wallet or off the unpaid invoice."
              failure={failure}
            >
              <SelectField
                name="hugggId"
                label="Which"
                data={[
                  { value: '', label: `All that can be (${purchase.quantity} bought)` },
                  ...open.map(({ id, recipient, address, ordinal }) => ({
                    value: id,
                    label: recipient ?? address ?? `Gift ${ordinal + 1}`,
                  })),
                ]}
              />
            </ActForm>
          </Card>
        ) : null}
        {open.length && !operatorMay(role, 'refund') ? (
          <Card title="Acts">
            <ForRole needs="refund">
              cancels and refunds gifts here. So does their sender, on the purchase’s page.
            </ForRole>
          </Card>
        ) : null}
      </div>
      <NotesCard notes={purchase.notes} kind="transaction" about={purchase.id} />
      <Card title="Gifts" flush>
        <DataTable
          caption="The gifts of this purchase"
          columns={giftColumns(currency)}
          rows={gifts}
          rowKey={({ id }) => id}
        />
        <Pagination {...giftPages} label="gifts" />
      </Card>
      {documents.length ? (
        <Card title="Documents" id="documents" flush>
          <DataTable
            caption="Receipts, invoices and credit notes of this purchase"
            columns={documentColumns(purchase)}
            rows={documents}
            rowKey={({ id }) => id}
          />
        </Card>
      ) : null}
      <Card
        title="Messages"
        flush
        action={<Link to={paths.operatorMessagesOfPurchase(purchase.id)}>All messages</Link>}
      >
        <MessageTable
          messages={purchase.messages}
          caption="Emails and texts of this purchase and its gifts, the newest hundred at most"
        />
      </Card>
    </>
  )
}
