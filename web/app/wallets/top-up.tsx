import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { RemittanceAdvice } from '#contract/wallets/wallets.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { amountAsked } from '#web/ui/kit/amount.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField } from '#web/ui/kit/form.tsx'
import { AdviceCard } from './advice-card.tsx'
import { useWallet } from './wallet.tsx'

type Outcome = { advice: RemittanceAdvice; failure?: never } | { advice?: never; failure: Failure }

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!getSession(context).can('top-up-wallet')) throw data(null, { status: 403 })
  return { key: randomUUID(), amount: amountAsked(request) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { api } = getSession(context)
  const form = await request.formData()
  const refuse = (failure: Failure) => refused<Outcome>({ failure })
  const { amount, key } = readForm(form, { amount: pence, key: text })
  if (!amount) return refuse(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const result = await api.createRemittanceAdvice(
    { params: { id: params.id! }, body: { amount } },
    { idempotencyKey: key },
  )
  return result.ok ? data<Outcome>({ advice: result.value.data }) : refuse(toFormFailure(result.problem, form))
}

export default function TopUp() {
  const { key, amount } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const { wallet } = useWallet()
  if (outcome?.advice) return <AdviceCard advice={outcome.advice} wallet={wallet} />
  return (
    <div className="narrow">
      <Card title="Top up by bank transfer">
        <p className="muted">
          Enter the amount to see our bank details. The money is in your wallet when your payment arrives, usually
          within a working day.
        </p>
        <ActionForm failure={outcome?.failure}>
          <input type="hidden" name="key" value={key} />
          <AmountField name="amount" label="Amount" currency={wallet.currency} defaultValue={amount} required />
          <div>
            <SubmitButton>Show the bank details</SubmitButton>
          </div>
        </ActionForm>
      </Card>
    </div>
  )
}
