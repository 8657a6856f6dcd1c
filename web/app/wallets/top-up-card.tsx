import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { AtTheBank } from '#web/app/billing/at-the-bank.tsx'
import { CardFields } from '#web/app/billing/card-fields.tsx'
import { CardForm, CardSubmit } from '#web/app/billing/card-form.tsx'
import { type ChargeFailure, cardIn, chargeCard, noCardYet } from '#web/app/billing/charge-card.server.ts'
import { PaymentOptions } from '#web/app/billing/payment-options.tsx'
import { readWayBack, wayBack, wayBackLabel } from '#web/app/billing/way-back.ts'
import { webContext } from '#web/context.ts'
import { amountRefusal, choice, exactText, id, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { amountAsked } from '#web/ui/kit/amount.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, invalidForm } from '#web/ui/kit/failure.ts'
import { AmountField } from '#web/ui/kit/form.tsx'
import { FromAnotherWallet } from './from-another-wallet.tsx'
import { useWallet } from './wallet.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('top-up-wallet')) throw data(null, { status: 403 })
  const { search, searchParams } = new URL(request.url)
  // What leads here is the quick way in, which without cards is the bank.
  if (!context.get(webContext).takesCards) throw redirect(`${paths.walletTab(params.id!, 'top-up')}${search}`)
  const chargeId = searchParams.get('charge')
  const [cards, fields, charge] = await Promise.all([
    session.can('manage-cards') ? session.api.listCards() : null,
    session.api.getCardFields(),
    chargeId ? session.api.getCharge({ params: { id: readId(chargeId) } }) : null,
  ])
  return {
    cards: cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : [],
    fields: fields.ok ? fields.value.data : null,
    bankUrl: (charge?.ok && charge.value.data.redirectUrl) || null,
    attempt: crypto.randomUUID(),
    amount: amountAsked(request),
    from: readWayBack(request),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const refuse = (failure: ChargeFailure | Failure) =>
    data(
      { fields: {}, values: readForm(form, { amount: exactText }), ...failure, attempt: crypto.randomUUID() },
      { status: failure.status },
    )
  const { amount, currency } = readForm(form, { amount: pence, currency: choice('GBX', 'EUX') })
  if (!amount) return refuse(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const card = cardIn(form)
  if (!card) return refuse(noCardYet)
  const walletId = readId(params.id)
  const { attempt, from: said } = readForm(form, { attempt: id, from: text })
  const from = wayBack(said)
  const charge = await chargeCard(
    session,
    {
      ...card,
      amount,
      currency: currency ?? 'GBX',
      returnUrl: paths.afterBank({ from }),
      // The bank's word is enough, even where the page it would come back to was closed.
      intent: { walletId, automatic: true },
    },
    { attempt: `top-up-${attempt}`, purpose: 'wallet' },
  )
  if (!('id' in charge)) return refuse(charge)
  if (charge.requires3ds) return redirect(paths.walletCharge(walletId, charge.id, from), 303)
  if (charge.spent > 0) session.flash('The money is in the wallet.')
  else session.flash('We wait for the card provider. The money is in the wallet as soon as it answers.', 'info')
  return redirect(from ?? paths.walletTab(walletId, 'statement'), 303)
}

export default function TopUpByCard() {
  const { cards, fields, bankUrl, attempt, amount, from } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { wallet } = useWallet()
  const [chosen, setChosen] = useState(cards[0] ? `card:${cards[0].id}` : 'card:new')
  if (bankUrl)
    return (
      <AtTheBank redirectUrl={bankUrl} back={{ to: from ?? paths.walletTab(wallet.id, 'card'), label: 'Cancel' }}>
        Confirm the payment at your bank, and then you return to this page. Nothing has been charged yet, and the wallet
        is as it was.
      </AtTheBank>
    )
  return (
    <div className="narrow stack">
      <FromAnotherWallet amount={amount} from={from} />
      <Card title="Top up by card">
        <p className="muted">The money is in the wallet at once.</p>
        <CardForm attempt={failure?.attempt ?? attempt} failure={failure}>
          <input type="hidden" name="currency" value={wallet.currency} />
          {from ? <input type="hidden" name="from" value={from} /> : null}
          <AmountField name="amount" label="Amount" currency={wallet.currency} defaultValue={amount} required />
          <PaymentOptions
            wallets={null}
            cards={cards}
            invoice={false}
            totalPence={0}
            currency={wallet.currency}
            newCard={
              <>
                {' '}
                <CardFields fields={fields} currency={wallet.currency} />
                <label className="row">
                  <input type="checkbox" name="storeCard" value="yes" /> Save this card for next time
                </label>
              </>
            }
            chosen={chosen}
            onChoose={setChosen}
          />
          <div className="row">
            <CardSubmit>Top up</CardSubmit>
            {from ? (
              <LinkButton look="quiet" to={from}>
                {wayBackLabel(from)}
              </LinkButton>
            ) : null}
          </div>
        </CardForm>
      </Card>
    </div>
  )
}
