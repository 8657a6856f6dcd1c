import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import { getOperatorGift } from '#contract/operator/purchases.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { TimelineList } from '#web/app/activity/gift/timeline.tsx'
import { stateTone } from '#web/app/activity/tones.ts'
import { MessageTable } from '#web/operator/messages/message-table.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { neverCame } from './never-came.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getOperatorGift, { params: { id: params.id! } })).data
}

const actors = {
  user: 'by the customer’s team',
  client: 'by a program of the customer’s',
  recipient: 'by the recipient',
  operator: 'by an operator',
  system: 'automatically',
}

/** One gift, for the operator who is asked where it is. */
export default function GiftScreen() {
  const gift = useLoaderData<typeof loader>()
  const { customer, purchase, currency, state, recipient, address, ordinal, leavesAt, deliveryMethod } = gift
  const { known, next } = neverCame(gift)
  const bought = `${purchase.quantity} × ${purchase.title ?? gift.giftName}`
  return (
    <>
      <PageHeader
        title={`Gift to ${recipient ?? address ?? `recipient ${ordinal + 1}`}`}
        back={{ to: paths.operatorPurchase(purchase.id), label: bought }}
      />
      <div className="columns">
        <Card title="Gift">
          <Facts
            facts={[
              { name: 'State', value: <StatusBadge status={giftStateLabel(state)} tone={stateTone(state)} /> },
              { name: 'What', value: gift.giftName },
              { name: 'To', value: [recipient, address].filter(Boolean).join(', ') || 'No one by name' },
              { name: 'Way', value: deliveryMethod ? deliveryMethodLabel(deliveryMethod) : null },
              { name: 'Leaves', value: leavesAt ? formatMoment(leavesAt, BUSINESS_ZONE) : null },
              { name: 'Until', value: formatDay(gift.expiresAt, BUSINESS_ZONE) },
              { name: 'Paid', value: formatMoney(gift.costPence, currency) },
              { name: 'Refunded', value: gift.refundedPence ? formatMoney(gift.refundedPence, currency) : null },
              { name: 'Purchase', value: <Link to={paths.operatorPurchase(purchase.id)}>{bought}</Link> },
              { name: 'Bought by', value: purchase.buyer },
              { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
              { name: 'Id', value: <code>{gift.id}</code> },
            ]}
          />
        </Card>
        <Card title="“It never came”">
          <p>{known}</p>
          <p>{next}</p>
        </Card>
      </div>
      <Card title={plural(gift.messages.length, 'message')} flush>
        <MessageTable messages={gift.messages} caption="Emails and texts of this gift, the newest first" />
      </Card>
      <Card title="Timeline">
        <TimelineList entries={gift.timeline} zone={BUSINESS_ZONE} actors={actors} />
      </Card>
    </>
  )
}
