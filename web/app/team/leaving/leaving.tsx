import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { TeamLeaving } from '#contract/teams/leaving.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatFull, formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('manage-billing')) throw data(null, { status: 403 })
  return session.unwrap(await session.api.getTeamLeaving({ params: { id: session.teamId! } })).data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const params = { id: session.teamId! }
  const { do: wanted, ...account } = readForm(form, {
    do: choice('ask', 'withdraw'),
    ...{ payee: exactText, sortCode: exactText, accountNumber: exactText },
  })
  if (!wanted) throw data(null, { status: 400 })
  const result =
    wanted === 'ask'
      ? await session.api.requestTeamLeaving({ params, body: account })
      : await session.api.withdrawTeamLeaving({ params })
  if (!result.ok) return refused({ ...toFormFailure(result.problem, form), wanted })
  const said = wanted === 'ask' ? 'We have your request. No money has moved yet.' : 'Your request is taken back.'
  return session.redirect(paths.teamTab('leaving'), said)
}

/** How a customer leaves: what they take with them, what they are paid, and what is kept. */
export default function Leaving() {
  const leaving = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <TakeAlong />
      <WhatIsThere leaving={leaving} />
      {leaving.request ? (
        <Asked request={leaving.request} failure={failure} />
      ) : (
        <Ask leaving={leaving} failure={failure} />
      )}
      <WhatIsKept />
    </>
  )
}

/** Every list that can be taken along, as far as the reader may see it. */
function TakeAlong() {
  const can = useCan()
  const lists = [
    ...(can('view-huggg-status') ? [{ to: paths.gifts, label: 'Gifts', what: 'each gift with its state' }] : []),
    ...(can('view-team-transactions')
      ? [
          { to: paths.purchases, label: 'Purchases', what: 'with receipts' },
          { to: paths.wallets, label: 'Statements', what: 'of each wallet' },
          { to: paths.budgets, label: 'Budgets', what: 'their reports' },
        ]
      : []),
    { to: paths.invoices, label: 'Invoices', what: 'invoices, credit notes and VAT' },
    ...(can('team-admin') ? [{ to: paths.teamTab('audit'), label: 'Audit log', what: 'who did what' }] : []),
  ]
  return (
    <Card title="Take your records with you">
      {can('team-admin') ? (
        <p>
          <Link to={paths.teamTab('archive')}>Everything in one file</Link>: all lists, statements and papers as one
          archive.
        </p>
      ) : null}
      <p className="muted">Each of these pages has its file: CSV, a workbook or PDF.</p>
      <ul>
        {lists.map(({ to, label, what }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>: {what}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WhatIsThere({ leaving: { money, blockedBy } }: { leaving: TeamLeaving }) {
  return (
    <Card title="What you have with us">
      {money.length ? (
        money.map(({ currency, available, inGifts, owed }) => (
          <Facts
            key={currency}
            facts={[
              { name: 'To be paid out to you', value: formatMoney(available, currency) },
              { name: 'In gifts not used yet', value: inGifts ? formatMoney(inGifts, currency) : null },
              { name: 'You owe on invoices', value: owed ? formatMoney(owed, currency) : null },
            ]}
          />
        ))
      ) : (
        <p>No money, no open gifts and no unpaid invoices.</p>
      )}
      {money.some(({ inGifts }) => inGifts > 0) ? (
        <p className="muted">
          Gifts stay good until their last day. Cancel those that you want the money of before you leave:{' '}
          <Link to={paths.gifts}>see your gifts</Link>.
        </p>
      ) : null}
      {money.some(({ owed }) => owed > 0) ? (
        <p className="muted">
          Please pay <Link to={paths.invoices}>your invoices</Link> first.
        </p>
      ) : null}
      {blockedBy ? (
        <Notice tone="warning">
          A budget is not over. <Link to={paths.budgets}>Stop your budgets</Link> first: unspent money returns to your
          wallets.
        </Notice>
      ) : null}
    </Card>
  )
}

interface Failed {
  failure: (Failure & { wanted: string }) | undefined
}

function Ask({ leaving, failure }: Failed & { leaving: TeamLeaving }) {
  const pounds = leaving.money.find(({ currency }) => currency === 'GBX')?.available ?? 0
  return (
    <Card title="Close the account">
      <p className="muted">
        Tell us where your balance goes. Everyone who manages billing is told by email and may take the request back for
        a day. Then we pay {formatMoney(pounds, 'GBX')}, or what is there by then, and close the account: no one can
        sign in to this team or buy for it.
      </p>
      <ActionForm failure={failure?.wanted === 'ask' ? failure : null}>
        <input type="hidden" name="do" value="ask" />
        <TextField name="payee" label="Name on the bank account" required maxLength={18} autoComplete="off" />
        <TextField name="sortCode" label="Sort code" inputMode="numeric" required maxLength={10} autoComplete="off" />
        <TextField
          name="accountNumber"
          label="Account number"
          inputMode="numeric"
          required
          maxLength={10}
          autoComplete="off"
        />
        <div>
          <SubmitButton look="danger">Ask to close the account</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

function Asked({ request, failure }: Failed & { request: NonNullable<TeamLeaving['request']> }) {
  const zone = useZone()
  return (
    <Card title="You have asked to leave">
      <Facts
        facts={[
          { name: 'Asked for by', value: request.askedBy.name },
          { name: 'On', value: formatMoment(request.dateAsked, zone) },
          { name: 'Paid to the account that ends in', value: request.accountHint },
          { name: 'Not before', value: formatFull(request.dateFrom, zone) },
        ]}
      />
      <p className="muted">No money has moved yet. Any of you who manages billing may take the request back.</p>
      <ActionForm failure={failure?.wanted === 'withdraw' ? failure : null}>
        <input type="hidden" name="do" value="withdraw" />
        <div>
          <SubmitButton>Take it back</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

const WhatIsKept = () => (
  <Card title="What is kept, and for how long">
    <ul>
      <li>
        Invoices, receipts, credit notes and the movements of money behind them: at least six years, as tax law asks.
      </li>
      <li>Gifts that people have not used yet: until their last day, so that no one is let down.</li>
      <li>
        Names and addresses of recipients: forgotten when their gifts are long over, as{' '}
        <a href={paths.privacy}>our privacy page</a> says. Anyone may have theirs erased before.
      </li>
      <li>The audit log: at least six years.</li>
    </ul>
  </Card>
)
