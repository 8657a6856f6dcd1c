import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { readWayBack, wayBack, wayBackLabel } from '#web/app/billing/way-back.ts'
import { useAppData } from '#web/app/shell/app-data.ts'
import { amountRefusal, pence, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { amountAsked } from '#web/ui/kit/amount.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, SelectField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useWallet } from './wallet.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!getSession(context).can('debit-wallet')) throw data(null, { status: 403 })
  const to = new URL(request.url).searchParams.get('to')
  return { key: randomUUID(), amount: amountAsked(request), to, from: readWayBack(request) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { toWalletId, amount, key, from } = readForm(form, { toWalletId: text, amount: pence, key: text, from: text })
  if (!amount) return refused(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const result = await session.api.createWalletTransfer(
    { params: { id: params.id! }, body: { toWalletId, amount } },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const { to, currency } = result.value.data
  return session.redirect(
    wayBack(from) ?? paths.walletTab(params.id!, 'statement'),
    `${formatMoney(amount, currency)} moved to ${to.name}.`,
  )
}

export default function Transfer() {
  const { key, amount, to, from } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { wallet, others } = useWallet()
  const { teams } = useAppData()
  const teamName = (teamId: string) => teams.find(({ id }) => id === teamId)?.name
  if (others.length === 0)
    return <Notice>There is no other wallet in this currency that you could move money to.</Notice>
  return (
    <div className="narrow">
      <Card title="Move money to another wallet">
        <p className="muted">
          {formatMoney(wallet.available, wallet.currency)} can be moved. Money in gifts stays until they are used or
          over.
        </p>
        <ActionForm failure={failure}>
          <input type="hidden" name="key" value={key} />
          {from ? <input type="hidden" name="from" value={from} /> : null}
          <SelectField
            name="toWalletId"
            label="To"
            defaultValue={others.find(({ id }) => id === to)?.id}
            data={others.map(({ id, name, teamId, available, currency }) => ({
              value: id,
              label: `${name}${teamId === wallet.teamId ? '' : `, ${teamName(teamId) ?? 'another team'}`} (${formatMoney(available, currency)})`,
            }))}
          />
          <AmountField name="amount" label="Amount" currency={wallet.currency} defaultValue={amount} required />
          <div className="row">
            <SubmitButton>Move it</SubmitButton>
            {from ? (
              <LinkButton look="quiet" to={from}>
                {wayBackLabel(from)}
              </LinkButton>
            ) : null}
          </div>
        </ActionForm>
      </Card>
    </div>
  )
}
