import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Subteam } from '#contract/teams/teams.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { amountRefusal, choice, id, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, SelectField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { useTeam } from '../layout.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('add-subteams')) throw data(null, { status: 403 })
  const id = readId(params.subteamId)
  const team = session.unwrap(await session.api.getTeam({ params: { id: readId(session.teamId) } })).data
  const subteam = team.subteams.find((each) => each.id === id)
  if (!subteam) throw data(null, { status: 404 })
  const all = session.unwrap(await session.api.listUserWallets({ params: { id: session.user!.id } })).data
  const own = all.filter(({ teamId }) => teamId === id)
  const others = all.filter(({ teamId }) => teamId === team.id)
  return { key: randomUUID(), subteam, own, others }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.subteamId)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('close') })
  if (intent === 'close') return closeSubteam(session, id)
  const failure = await moveMoney(session, form)
  return failure ? refused(failure) : redirect(paths.subteam(id), 303)
}

async function closeSubteam(session: Session, subId: string) {
  const result = await session.api.deleteSubteam({ params: { id: readId(session.teamId), subId } })
  if (result.ok) {
    return session.redirect(paths.teamTab('subteams'), 'The subteam is closed. What it bought stays in your reports.')
  }
  const { message, help } = toFormFailure(result.problem)
  return session.redirect(paths.subteam(subId), [message, help].filter(Boolean).join(' '), 'danger')
}

/** @returns why nothing moved, or null */
async function moveMoney(session: Session, form: FormData): Promise<Failure | null> {
  const { amount, toWalletId, key } = readForm(form, { amount: pence, toWalletId: text, key: text })
  if (!amount) return invalidForm({ amount: amountRefusal(form, 'amount') }, form)
  const { fromWalletId } = readForm(form, { fromWalletId: id })
  const result = await session.api.createWalletTransfer(
    { params: { id: fromWalletId }, body: { toWalletId, amount } },
    { idempotencyKey: key },
  )
  if (!result.ok) return toFormFailure(result.problem, form)
  const { from, to, currency } = result.value.data
  session.flash(`${formatMoney(amount, currency)} moved from ${from.name} to ${to.name}.`)
  return null
}

export default function SubteamPage() {
  const { key, subteam, own, others } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const can = useCan()
  const [search] = useSearchParams()
  const here = paths.subteam(subteam.id)
  return (
    <>
      <BackLink to={paths.teamTab('subteams')} label="Subteams" />
      <div className="columns">
        <div className="stack">
          <Card
            title={subteam.name}
            action={
              <Form method="post" action={paths.switchTeam}>
                <input type="hidden" name="teamId" value={subteam.id} />
                <SubmitButton look="quiet" size="small">
                  Switch to {subteam.name}
                </SubmitButton>
              </Form>
            }
          >
            <Facts
              facts={own.map(({ id, name, available, currency }) => ({
                name: can('view-team-transactions') ? <Link to={paths.walletTab(id, 'statement')}>{name}</Link> : name,
                value: <Money pence={available} currency={currency} />,
              }))}
            />
          </Card>
          {can('debit-wallet') ? (
            <MoveMoney subteam={subteam} own={own} others={others} attempt={key} failure={failure} />
          ) : null}
        </div>
        <Card title="Close this subteam">
          <p className="muted">
            A subteam without money, live gifts and running budgets can be closed. What it bought stays in your reports.
          </p>
          <div>
            <LinkButton look="quiet" preventScrollReset to={withQuery(here, { ask: 'close' })}>
              Close subteam
            </LinkButton>
          </div>
        </Card>
      </div>
      {search.get('ask') === 'close' ? (
        <ConfirmDialog
          title={`Close ${subteam.name}?`}
          confirm="Close subteam"
          fields={{ intent: 'close' }}
          closeTo={here}
        >
          Its people are signed out of it at once, and open invites to it stop. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface MoveMoneyProps {
  subteam: Subteam
  /** The subteam's wallets, and its parent's. */
  own: Wallet[]
  others: Wallet[]
  attempt: string
  failure: Failure | undefined
}

/** Between the team's wallets and the subteam's, either way. */
function MoveMoney({ subteam, own, others, attempt, failure }: MoveMoneyProps) {
  const team = useTeam()
  const options = [...others, ...own].map(({ id, name, teamId, available, currency }) => ({
    value: id,
    label: `${teamId === team.id ? team.name : subteam.name}: ${name} (${formatMoney(available, currency)})`,
  }))
  const [to] = own
  const from = others.find(({ currency }) => currency === to?.currency)
  if (!to || !from) return null
  return (
    <Card title="Move money">
      {/* Told again once it has moved: the figures in the lists are others then. */}
      <ActionForm failure={failure} key={attempt}>
        <input type="hidden" name="key" value={attempt} />
        <SelectField name="fromWalletId" label="From" data={options} defaultValue={from.id} />
        <SelectField name="toWalletId" label="To" data={options} defaultValue={to.id} />
        <AmountField name="amount" label="Amount" currency={to.currency} required />
        <div>
          <SubmitButton>Move money</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
