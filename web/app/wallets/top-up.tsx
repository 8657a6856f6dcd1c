import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { BankLines } from '#web/app/billing/bank-lines.tsx'
import { readWayBack, wayBack, wayBackLabel } from '#web/app/billing/way-back.ts'
import { useAppData } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { amountAsked, parsePence } from '#web/ui/kit/amount.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField } from '#web/ui/kit/form.tsx'
import { AdviceCard } from './advice-card.tsx'
import { AwaitedPayments } from './awaited-payments.tsx'
import { FromAnotherWallet } from './from-another-wallet.tsx'
import { useWallet } from './wallet.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { api, can } = getSession(context)
  if (!can('top-up-wallet')) throw data(null, { status: 403 })
  const { bank } = context.get(webContext)
  // An installation that takes no bank payments says so when it is asked for its details.
  const listed = await api.listRemittanceAdvices({ params: { id: params.id! } })
  const awaited = listed.ok ? listed.value.data : []
  const wanted = new URL(request.url).searchParams.get('advice')
  const advice = awaited.find(({ id }) => id === wanted) ?? null
  return { key: randomUUID(), amount: amountAsked(request), awaited, advice, bank, from: readWayBack(request) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { api } = getSession(context)
  const form = await request.formData()
  const { amount, key, from } = readForm(form, { amount: pence, key: text, from: text })
  if (!amount) return refused(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const result = await api.createRemittanceAdvice(
    { params: { id: params.id! }, body: { amount } },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  return redirect(paths.walletAdvice(params.id!, result.value.data.id, wayBack(from)), 303)
}

export default function TopUp() {
  const { key, amount, awaited, advice, bank, from } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { wallet } = useWallet()
  const { takesCards } = useAppData()
  if (advice) return <AdviceCard advice={advice} wallet={wallet} from={from} />
  return (
    <div className="narrow stack">
      {awaited.length ? <AwaitedPayments wallet={wallet} awaited={awaited} /> : null}
      <FromAnotherWallet amount={amount} from={from} />
      <Card title="Top up by bank transfer">
        <p className="muted">
          {bank
            ? 'Pay from your bank with this reference, exactly as it is written. The money is in your wallet when your payment arrives, usually within a working day.'
            : 'Bank payments are not taken here.'}
          {takesCards ? (
            <>
              {' '}
              By <Link to={paths.walletTab(wallet.id, 'card', parsePence(amount), { from })}>card</Link> it is there at
              once.
            </>
          ) : null}
        </p>
        {bank ? <BankLines bank={bank} pence={null} currency={wallet.currency} reference={wallet.referenceId} /> : null}
      </Card>
      {bank ? (
        <Card title="Tell us that you are paying (optional)">
          <p className="muted">
            We email you these details with the amount, and list the payment here until it arrives.
          </p>
          <ActionForm failure={failure}>
            <input type="hidden" name="key" value={key} />
            {from ? <input type="hidden" name="from" value={from} /> : null}
            <AmountField name="amount" label="Amount" currency={wallet.currency} defaultValue={amount} required />
            <div className="row">
              <SubmitButton>Email me these details</SubmitButton>
              {from ? (
                <LinkButton look="quiet" to={from}>
                  {wayBackLabel(from)}
                </LinkButton>
              ) : null}
            </div>
          </ActionForm>
        </Card>
      ) : null}
    </div>
  )
}
