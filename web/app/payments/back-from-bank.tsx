import { useEffect, useRef } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSubmit,
} from 'react-router'
import { type ChargePurpose, declined } from '#web/app/billing/charge-card.server.ts'
import { readWayBack } from '#web/app/billing/way-back.ts'
import { payFromCharge } from '#web/app/invoices/pay-invoice.server.ts'
import { loadOrder } from '#web/app/send/load-draft.server.ts'
import { buy } from '#web/app/send/pay/buy.server.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

/** Back from the bank. Asking what happened to the charge changes nothing that has not happened already. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const id = readId(searchParams.get('charge'))
  const sessionId = searchParams.get('cko-session-id')
  const asked = sessionId
    ? await session.api.verifyCharge({ params: { id }, body: { ckoSessionId: sessionId } })
    : await session.api.getCharge({ params: { id } })
  const charge = session.unwrap(asked).data
  const orderId = searchParams.get('order') ? readId(searchParams.get('order')) : null
  if (orderId && (await loadOrder(session, orderId)).transactionId)
    throw redirect(paths.draftStep(orderId, 'done'), 303)
  const invoiceId = searchParams.get('invoice') ? readId(searchParams.get('invoice')) : null
  if (invoiceId && charge.spent > 0) throw redirect(paths.invoice(invoiceId), 303)
  const walletId = charge.intent?.walletId
  if (!orderId && walletId && charge.status === 'processed' && (charge.intent?.automatic || charge.spent > 0)) {
    session.flash('Your bank has confirmed, and the money is in the wallet.')
    throw redirect(readWayBack(request) ?? paths.walletTab(walletId, 'statement'), 303)
  }
  if (charge.amount === 0 && charge.status === 'processed') {
    session.flash('Your bank has confirmed, and your card is stored. Nothing was charged.')
    throw redirect(readWayBack(request) ?? paths.cards, 303)
  }
  const purpose: ChargePurpose = orderId ? 'gifts' : invoiceId ? 'invoice' : charge.amount === 0 ? 'card' : 'wallet'
  return {
    charge: { id: charge.id, status: charge.status },
    purpose,
    failure: charge.status === 'failed' || charge.status === 'void' ? declined(charge, purpose) : null,
    orderId,
    invoiceId,
    back: orderId
      ? paths.draftStep(orderId, 'pay')
      : invoiceId
        ? paths.invoice(invoiceId)
        : charge.amount === 0
          ? paths.cardsFor(readWayBack(request))
          : walletId
            ? paths.walletTab(walletId, 'card', charge.amount, { from: readWayBack(request) })
            : paths.wallets,
    from: readWayBack(request),
    topUp: orderId ? null : charge.intent && { walletId: charge.intent.walletId, amount: charge.amount },
  }
}

/** Uses the confirmed charge for what it was made for. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const chargeId = readId(searchParams.get('charge'))
  if (searchParams.get('order')) {
    const order = await loadOrder(session, searchParams.get('order') ?? '')
    const failure = await buy(session, order, { method: 'charge', reference: chargeId })
    return failure ? refused(failure) : redirect(paths.draftStep(order.id, 'done'), 303)
  }
  if (searchParams.get('invoice')) {
    const id = readId(searchParams.get('invoice'))
    const failure = await payFromCharge(session, id, chargeId)
    return failure ? refused(failure) : redirect(paths.invoice(id), 303)
  }
  const charge = session.unwrap(await session.api.getCharge({ params: { id: chargeId } })).data
  if (!charge.intent) throw data(null, { status: 404 })
  const { walletId } = charge.intent
  const done = await session.api.topUpWallet(
    {
      params: { id: walletId },
      body: { payment: { reference: charge.id }, purchase: { reference: walletId, amount: charge.amount } },
    },
    { idempotencyKey: `top-up-${charge.id}` },
  )
  const help = 'What was reserved on your card is released within 30 minutes, unless the wallet shows it already.'
  if (!done.ok) return data({ message: 'The wallet was not topped up', help, status: 409 }, { status: 409 })
  session.flash('The money is in the wallet.')
  return redirect(readWayBack(request) ?? paths.walletTab(walletId, 'statement'), 303)
}

export default function BackFromTheBank() {
  const { charge, purpose, failure, orderId, invoiceId, back, topUp, from } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>() ?? failure
  const isConfirmed = charge.status === 'processed' && (orderId !== null || invoiceId !== null || topUp !== null)
  return (
    <>
      <PageHeader
        title={
          refused ? refusedTitles[purpose] : isConfirmed ? 'Your bank has confirmed' : 'Your bank has not answered yet'
        }
      />
      <div className="card panel stack">
        {refused ? (
          <>
            <Notice tone="danger" role="alert" title={refused.message}>
              {refused.help}
            </Notice>
            <div className="row">
              <LinkButton to={back}>{purpose === 'card' ? 'Try another card' : 'Pay in another way'}</LinkButton>
            </div>
          </>
        ) : isConfirmed ? (
          <Finish purpose={purpose} />
        ) : (
          <>
            <p>We are waiting for your bank. So far nothing has been charged and nothing has been sent.</p>
            <Form method="get" className="row">
              <input type="hidden" name="charge" value={charge.id} />
              {orderId ? <input type="hidden" name="order" value={orderId} /> : null}
              {invoiceId ? <input type="hidden" name="invoice" value={invoiceId} /> : null}
              {from ? <input type="hidden" name="from" value={from} /> : null}
              <SubmitButton>Check again</SubmitButton>
            </Form>
          </>
        )}
      </div>
    </>
  )
}

const refusedTitles: Record<ChargePurpose, string> = {
  gifts: 'Your payment did not go through',
  wallet: 'The wallet was not topped up',
  card: 'Your card was not stored',
  invoice: 'The invoice was not paid',
}

const finishing: Record<Exclude<ChargePurpose, 'card'>, { goesOn: string; button: string }> = {
  gifts: { goesOn: 'The gifts are being bought.', button: 'Finish the purchase' },
  wallet: { goesOn: 'The wallet is being topped up.', button: 'Finish the top-up' },
  invoice: { goesOn: 'The invoice is being paid.', button: 'Finish the payment' },
}

/** Continues automatically where scripts run; a reload or a second press buys nothing twice. */
function Finish({ purpose }: { purpose: ChargePurpose }) {
  const { goesOn, button } = finishing[purpose === 'card' ? 'wallet' : purpose]
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || !form.current) return
    hasBegun.current = true
    void submit(form.current)
  }, [submit])
  return (
    <Form ref={form} method="post" className="stack">
      <p>{goesOn} This takes a moment.</p>
      <div className="row">
        <SubmitButton>{button}</SubmitButton>
      </div>
    </Form>
  )
}
