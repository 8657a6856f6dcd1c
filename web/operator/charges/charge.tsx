import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import { getOperatorCharge, type OperatorChargePage, refundOperatorCharge } from '#contract/operator/charges.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, exactText, number, pence, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { useOperator } from '#web/operator/console.tsx'
import { ForRole } from '#web/operator/for-role.tsx'
import { runAct, WAITS } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, humanise } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { AmountField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'
import { chargeStates, disputeStates, refundStates } from './labels.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getOperatorCharge, { params: { id: params.id! } })).data
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { amountPence, refundedPence, reason } = readForm(form, {
    amountPence: pence,
    refundedPence: number,
    reason: exactText,
  })
  if (!amountPence) {
    const failure = invalidForm({ amountPence: amountRefusal(form, 'amountPence') }, form)
    return data({ ...failure, intent: 'refund' }, { status: 422 })
  }
  const body = { amountPence, refundedPence, reason }
  return runAct(
    session,
    { form, page: paths.operatorCharge(params.id!) },
    () => session.call(refundOperatorCharge, { params: { id: params.id! }, body }),
    ({ data: { waits } }) => (waits ? WAITS : 'The refund is on its way to the card.'),
  )
}

interface Event {
  id: string
  at: string
  amountPence: number
  label: string
  tone: Tone
}

/** What happened to it afterwards, the newest first. */
const chargeEvents = ({ refunds, disputes }: OperatorChargePage): Event[] =>
  [
    ...refunds.map(({ status, ...refund }) => ({ ...refund, ...refundStates[status] })),
    ...disputes.map(({ status, ...dispute }) => ({ ...dispute, ...disputeStates[status] })),
  ].sort((one, other) => other.at.localeCompare(one.at))

const columns = (currency: string): readonly TableColumn<Event>[] => [
  { key: 'what', header: 'What', cell: ({ label, tone }) => <StatusBadge status={label} tone={tone} /> },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency={currency} />,
  },
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
]

export default function ChargeScreen() {
  const charge = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { role } = useOperator()
  const { customer, currency, wallet, refundablePence, purchaseId } = charge
  const money = (pence: number) => formatMoney(pence, currency)
  const events = chargeEvents(charge)
  return (
    <>
      <PageHeader
        title={`${money(charge.amountPence)} by card`}
        back={{ to: paths.teamOperatorCharges(customer.id), label: `Card payments of ${customer.name}` }}
      />
      <div className="columns">
        <Card title="Card payment">
          <Facts
            facts={[
              {
                name: 'State',
                value: <StatusBadge status={chargeStates[charge.state].label} tone={chargeStates[charge.state].tone} />,
              },
              { name: 'Card', value: charge.card ? humanise(charge.card) : null },
              { name: 'Paid by', value: charge.payer },
              { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
              { name: 'On', value: formatMoment(charge.at, BUSINESS_ZONE) },
              { name: 'Used', value: money(charge.spentPence) },
              { name: 'Refunded', value: charge.refundedPence ? money(charge.refundedPence) : null },
              {
                name: 'Went into',
                value: wallet ? `${wallet.name}, ${wallet.reference}, ${money(wallet.availablePence)} unspent` : null,
              },
              {
                name: 'Paid for',
                value: purchaseId ? <Link to={paths.operatorPurchase(purchaseId)}>A purchase</Link> : null,
              },
              { name: 'Why not', value: charge.error },
              { name: 'At the provider', value: charge.paymentId ? <code>{charge.paymentId}</code> : null },
              { name: 'Id', value: <code>{charge.id}</code> },
            ]}
          />
        </Card>
        {refundablePence > 0 && operatorMay(role, 'refund') ? (
          <Card title="Acts">
            <ActForm
              intent="refund"
              title="Refund to the card"
              button="Refund"
              danger
              consequence={`The money leaves the wallet now and goes back to the card: ${money(refundablePence)} at most, which is what the wallet has unspent of it.`}
              failure={failure}
            >
              <input type="hidden" name="refundedPence" value={charge.refundedPence} />
              <AmountField name="amountPence" label="Amount" currency={currency} required />
            </ActForm>
          </Card>
        ) : null}
        {refundablePence > 0 && !operatorMay(role, 'refund') ? (
          <Card title="Acts">
            <ForRole needs="refund">refunds payments to cards.</ForRole>
          </Card>
        ) : null}
      </div>
      {events.length ? (
        <Card title="Refunds and disputes" flush>
          <DataTable
            caption="What happened to this payment afterwards"
            columns={columns(currency)}
            rows={events}
            rowKey={({ id }) => id}
          />
        </Card>
      ) : null}
    </>
  )
}
