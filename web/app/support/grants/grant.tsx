import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { amountRefusal, choice, id, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { railLabels } from '../labels.ts'
import { GrantMoney } from './grant-money.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const grant = session.unwrap(await session.api.getGrant({ params: { id: readId(params.id) } })).data
  const mayFund = session.can('manage-grants') && session.can('debit-wallet')
  const listed = mayFund ? await session.api.listUserWallets({ params: { id: session.user!.id } }) : null
  const wallets = listed?.ok ? listed.value.data.filter(({ currency }) => currency === grant.currency) : []
  return { grant, wallets, key: randomUUID() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const grantId = readId(params.id)
  const { walletId, amount, direction, key } = readForm(form, {
    walletId: id,
    amount: pence,
    direction: choice('in', 'out'),
    key: text,
  })
  if (!amount) return refused(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const result = await session.api.fundGrant(
    { params: { id: grantId }, body: { walletId, amount: direction === 'out' ? -amount : amount } },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const moved = formatMoney(amount, result.value.data.currency)
  return session.redirect(
    paths.grant(grantId),
    direction === 'out' ? `${moved} went back to the wallet.` : `${moved} put in.`,
  )
}

export default function GrantScreen() {
  const { grant, wallets, key } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={grant.name}
        lead={grant.purpose ?? grant.funder}
        back={{ to: paths.grants, label: 'Grants' }}
        actions={
          <LinkButton look="quiet" to={paths.awardsOf(grant.id)}>
            Its awards
          </LinkButton>
        }
      />
      <div className="columns">
        <div className="stack">
          <GrantMoney grant={grant} />
        </div>
        <div className="stack">
          <Rules grant={grant} />
          {wallets.length ? <Funding {...{ wallets, grant, attempt: key }} failure={failure ?? null} /> : null}
        </div>
      </div>
    </>
  )
}

const Rules = ({ grant }: { grant: Grant }) => {
  const money = (amount: number) => formatMoney(amount, grant.currency)
  return (
    <Card title="Its rules">
      <Facts
        facts={[
          { name: 'Funder', value: grant.funder },
          { name: 'Period', value: `${formatDay(grant.fromDay, 'UTC')} to ${formatDay(grant.untilDay, 'UTC')}` },
          { name: 'Ways to be paid', value: grant.rails.map((rail) => railLabels[rail]).join(', ') },
          { name: 'One award, at most', value: grant.maxAward === null ? 'Any sum' : money(grant.maxAward) },
          { name: 'Awards to one person, at most', value: grant.maxAwardsPerPerson ?? 'Any number' },
          {
            name: 'A second person approves',
            value:
              grant.approvalAbove === null
                ? 'No award'
                : grant.approvalAbove === 0
                  ? 'Every award'
                  : `Above ${money(grant.approvalAbove)}`,
          },
          { name: 'Days to use an award', value: grant.awardDays },
        ]}
      />
    </Card>
  )
}

interface FundingProps {
  wallets: readonly Wallet[]
  grant: Grant
  attempt: string
  failure: Failure | null
}

const Funding = ({ wallets, grant, attempt, failure }: FundingProps) => (
  <Card title="Put money in, or take it out">
    <ActionForm failure={failure}>
      <input type="hidden" name="key" value={attempt} />
      <SelectField
        name="direction"
        label="Direction"
        data={[
          { value: 'in', label: 'From the wallet into the grant' },
          { value: 'out', label: `Back into the wallet (${formatMoney(grant.available, grant.currency)} can be)` },
        ]}
      />
      <SelectField
        name="walletId"
        label="Wallet"
        data={wallets.map(({ id: value, name, available, currency }) => ({
          value,
          label: `${name} (${formatMoney(available, currency)})`,
        }))}
      />
      <AmountField name="amount" label="Amount" currency={grant.currency} required />
      <div>
        <SubmitButton>Move it</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)
