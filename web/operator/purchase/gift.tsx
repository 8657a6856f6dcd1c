import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import { deliveryMethodLabel, type GiftState, giftStateLabel } from '#contract/core/status-labels.ts'
import { getOperatorGift, releaseGiftCode } from '#contract/operator/purchases.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { TimelineList } from '#web/app/activity/gift/timeline.tsx'
import { stateTone } from '#web/app/activity/tones.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { useOperator } from '#web/operator/console.tsx'
import { ForRole } from '#web/operator/for-role.tsx'
import { MessageTable } from '#web/operator/messages/message-table.tsx'
import { NotesCard } from '#web/operator/notes/note-text.tsx'
import { notesAbout } from '#web/operator/notes/notes-about.server.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { neverCame, wrongPerson } from './never-came.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: gift } = session.unwrap(await session.call(getOperatorGift, { params: { id: params.id! } }))
  return { ...gift, notes: await notesAbout(session, 'huggg', gift.id) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, { reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorGift(params.id!) },
    () => session.call(releaseGiftCode, { params: { id: params.id! }, body }),
    ({ data: { reference } }) => `The gift is free again. Order ${reference} was given up.`,
  )
}

/** Who else may cancel an unused gift: finance, with a reason. */
const Refunding = ({ purchaseId }: { purchaseId: string }) => {
  const { role } = useOperator()
  return operatorMay(role, 'refund') ? (
    <p>
      You may cancel and refund it, with a reason: <Link to={paths.operatorPurchase(purchaseId)}>Refund gifts</Link> on
      its purchase. You cannot send another for them.
    </p>
  ) : (
    <ForRole needs="refund">
      cancels and refunds it on its purchase’s page, with a reason. No one of ours sends another for them.
    </ForRole>
  )
}

const actors = {
  user: 'by the customer’s team',
  client: 'by a program of the customer’s',
  recipient: 'by the recipient',
  operator: 'by an operator',
  system: 'automatically',
}

const hasCode = (state: GiftState): boolean => ['code-shown', 'partly-used', 'code-taken'].includes(state)
const isOver = (state: GiftState): boolean =>
  ['partly-used', 'code-taken', 'redeemed', 'expired', 'cancelled'].includes(state)

/** One gift, for the operator who is asked where it is. */
export default function GiftScreen() {
  const gift = useLoaderData<typeof loader>()
  const { customer, purchase, currency, state, recipient, address, ordinal, leavesAt, deliveryMethod, parts } = gift
  const failure = useActionData<typeof action>()
  const { role } = useOperator()
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
              {
                name: 'Chosen',
                value: gift.chosen ? `${gift.chosen.name}, ${formatMoney(gift.chosen.pricePence, currency)}` : null,
              },
              { name: 'To', value: [recipient, address].filter(Boolean).join(', ') || 'No one by name' },
              { name: 'Way', value: deliveryMethod ? deliveryMethodLabel(deliveryMethod) : null },
              { name: 'Leaves', value: leavesAt ? formatMoment(leavesAt, BUSINESS_ZONE) : null },
              { name: 'Until', value: formatDay(gift.expiresAt, BUSINESS_ZONE) },
              { name: 'Paid', value: formatMoney(gift.costPence, currency) },
              { name: 'Left to spend', value: parts ? formatMoney(parts.leftPence, currency) : null },
              { name: 'Taken by tills', value: parts?.takenPence ? formatMoney(parts.takenPence, currency) : null },
              { name: 'Returned', value: gift.refundedPence ? formatMoney(gift.refundedPence, currency) : null },
              { name: 'Purchase', value: <Link to={paths.operatorPurchase(purchase.id)}>{bought}</Link> },
              { name: 'Bought by', value: purchase.buyer },
              { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
              { name: 'Id', value: <code>{gift.id}</code> },
            ]}
          />
        </Card>
        <div className="stack">
          <Card title="“It never came”">
            <p>{known}</p>
            <p>{next}</p>
            {state === 'expired' && operatorMay(role, 'reverse-expiries') ? (
              <p>
                <Link to={paths.operatorExpiries}>Expiries, to take it back</Link>
              </p>
            ) : null}
          </Card>
          {hasCode(state) ? (
            <Card title="“The shop refused my code”">
              <p>
                They say so on the gift’s page, under the code, with shop and reason. It is then among the refused
                codes, where finance settles it by another code or a refund.
              </p>
              <p>
                <Link to={paths.operatorRefusals}>Refused codes</Link>
              </p>
            </Card>
          ) : null}
          {isOver(state) ? null : (
            <Card title="“I would like something else”">
              <p>
                What a gift is cannot be changed; a choice is made on the gift’s own page. While it is unused, its
                sender cancels it there, gets back what it cost, and sends another.
              </p>
              <Refunding purchaseId={purchase.id} />
            </Card>
          )}
          {isOver(state) ? null : (
            <Card title="“It was sent to the wrong person”">
              <p>{wrongPerson(gift)}</p>
              <Refunding purchaseId={purchase.id} />
            </Card>
          )}
          <Card title="“No more of these, please”">
            <p>
              A recipient stops our messages by the link at the foot of each email, or with the answer STOP to a text.
              Someone who wants to be erased is erased by an owner, under People.
            </p>
            {address && operatorMay(role, 'manage-people') ? (
              <p>
                <Link to={paths.operatorPerson(address)}>What is kept of {address}</Link>
              </p>
            ) : null}
          </Card>
          {gift.isAskingIssuer && operatorMay(role, 'manage-stock') ? (
            <Card title="Acts">
              <ActForm
                intent="release-code"
                title="Its issuer made no code"
                button="Free the gift"
                danger
                consequence="Only once the issuer has confirmed that it made no code for this gift: it is then as it was before it was asked. Should a code turn out to be made, have the issuer cancel it."
                failure={failure}
              />
            </Card>
          ) : null}
        </div>
      </div>
      <NotesCard notes={gift.notes} kind="huggg" about={gift.id} />
      <Card title={plural(gift.messages.length, 'message')} flush>
        <MessageTable messages={gift.messages} caption="Emails and texts of this gift, the newest first" />
      </Card>
      <Card title="Timeline">
        <TimelineList entries={gift.timeline} zone={BUSINESS_ZONE} actors={actors} />
      </Card>
    </>
  )
}
