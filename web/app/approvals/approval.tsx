import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { ApprovalDetail } from '#contract/orders/approvals.ts'
import { formatMoney } from '#kit/money.ts'
import { PriceCard } from '#web/app/send/price-card.tsx'
import { useZone } from '#web/app/shell/app-data.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { sentenceFor } from '#web/messages.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, formatFull } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextAreaField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { submitDecision } from './approval-actions.server.ts'
import { approverLabel, limitLabel, wantedLabel } from './labels.ts'
import { OrderFacts } from './order-facts.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const approval = session.unwrap(await session.api.getApproval({ params: { id } })).data
  const productId = approval.order?.productId
  const product = productId ? await session.api.getProduct({ params: { id: productId } }) : null
  return { approval, product: product?.ok ? product.value.data : null }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const form = await request.formData()
  const outcome = await submitDecision(session, id, form)
  if (outcome === null) throw data(null, { status: 400 })
  if (typeof outcome !== 'string')
    return data({ ...readForm(form, { intent: text }), failure: outcome }, { status: outcome.status })
  return session.redirect(paths.approval(id), outcome)
}

export default function ApprovalScreen() {
  const { approval, product } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const intentFailure = (intent: string) => (sent?.intent === intent ? sent.failure : null)
  const { buyer, isOwn, total, currency, status, quote } = approval
  const asks = isOwn && !buyer.isKey ? 'Your order' : `${buyer.name} asks`
  return (
    <>
      <PageHeader
        title={status === 'pending' ? `${asks}: ${formatMoney(total, currency)}` : wantedLabel(approval)}
        back={{ to: paths.approvals, label: 'Approvals' }}
      />
      <div className="columns">
        <div className="stack">
          <State approval={approval} />
          <OrderFacts approval={approval} />
          {approval.mayDecide ? (
            <>
              <Approve approval={approval} failure={intentFailure('approve')} />
              <Decline approval={approval} failure={intentFailure('decline')} />
            </>
          ) : null}
          {status === 'pending' && isOwn ? <Withdraw failure={intentFailure('withdraw')} /> : null}
        </div>
        <div className="stack">
          <PriceCard title="What it costs" product={product} quote={quote} counted />
        </div>
      </div>
    </>
  )
}

/** Where it stands, whether money has moved, and what comes next. */
function State({ approval }: { approval: ApprovalDetail }) {
  const zone = useZone()
  const { status, dateEnds, dateDecided, decidedBy, note, transactionId, isOwn, orderId, approvers, mayDecide } =
    approval
  const on = dateDecided ? formatFull(dateDecided, zone) : ''
  const draft = isOwn ? <Link to={paths.draftStep(orderId, 'gift')}>Open the draft</Link> : null
  switch (status) {
    case 'pending':
      return (
        <Notice tone="warning" title="It waits for approval">
          {limitLabel({ ...approval, spentToday: approval.spentThatDay })} Nothing has been bought, and no money has
          moved. {mayDecide ? 'You can decide.' : approverLabel(approvers)} It waits until {formatDay(dateEnds, zone)}.
        </Notice>
      )
    case 'approved':
      return (
        <Notice tone="success" title={`Approved by ${decidedBy?.name ?? 'someone else'}`}>
          Bought on {on}. {transactionId ? <Link to={paths.purchase(transactionId)}>See the gifts</Link> : null}
        </Notice>
      )
    case 'declined':
      return (
        <Notice tone="danger" title={`Declined by ${decidedBy?.name ?? 'someone else'}`}>
          “{note}” Nothing was bought, and no money has moved. {draft}
        </Notice>
      )
    case 'withdrawn':
      return (
        <Notice title="Withdrawn">
          On {on}. Nothing was bought, and no money has moved. {draft}
        </Notice>
      )
    case 'expired':
      return (
        <Notice title="No one decided in time">
          It ended on {on}. Nothing was bought, and no money has moved. {draft}
        </Notice>
      )
  }
}

interface FormProps {
  approval: ApprovalDetail
  failure: Failure | null
}

function Approve({ approval: { version, currency, total, now, buyer }, failure }: FormProps) {
  const price = now?.quote?.total ?? total
  if (now?.problems.length)
    return (
      <Notice tone="danger" title="It cannot be bought as things are">
        <ul>
          {now.problems.slice(0, 5).map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>{sentenceFor(problem)}</li>
          ))}
        </ul>
        <p>Correct that and return here, or decline it so that {buyer.name} can change it.</p>
      </Notice>
    )
  return (
    <Card title="Approve">
      <ActionForm failure={failure}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="total" value={price} />
        {price === total ? null : (
          <Notice tone="warning" title="The price has changed">
            It was {formatMoney(total, currency)} when {buyer.name} asked, and is {formatMoney(price, currency)} now.
          </Notice>
        )}
        <p>The gifts are bought at once in the name of {buyer.name}, and leave as planned.</p>
        <SubmitButton name="intent" value="approve">
          Approve and buy for {formatMoney(price, currency)}
        </SubmitButton>
      </ActionForm>
    </Card>
  )
}

const Decline = ({ approval: { version, buyer }, failure }: FormProps) => (
  <Card title="Decline">
    <ActionForm failure={failure}>
      <input type="hidden" name="version" value={version} />
      <TextAreaField
        name="note"
        label={`Why, for ${buyer.name}`}
        required
        rows={2}
        maxLength={500}
        defaultValue={failure?.values.note}
      />
      <SubmitButton look="quiet" name="intent" value="decline">
        Decline
      </SubmitButton>
    </ActionForm>
  </Card>
)

const Withdraw = ({ failure }: { failure: Failure | null }) => (
  <Card title="Change your mind?">
    <ActionForm failure={failure}>
      <p>While it waits, it stays as it is. Withdraw it to change it, or to drop it.</p>
      <div className="row">
        <SubmitButton look="quiet" name="intent" value="withdraw">
          Withdraw
        </SubmitButton>
        <LinkButton look="plain" to={paths.home}>
          Keep it waiting
        </LinkButton>
      </div>
    </ActionForm>
  </Card>
)
