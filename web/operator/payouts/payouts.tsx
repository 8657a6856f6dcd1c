import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { listLeavingCustomers } from '#contract/operator/leaving.ts'
import {
  listPayouts,
  makePayoutFile,
  type Payout,
  refusePayout,
  releasePayout,
  requestPayout,
} from '#contract/operator/payouts.ts'
import { formatMoney } from '#kit/money.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { amountRefusal, exactText, pence, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { formatSortCode } from '#web/operator/labels.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { payoutStates } from './labels.ts'
import { LeavingCustomers } from './leaving-customers.tsx'
import { RequestForm } from './request-form.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const page = readPageNumber(new URL(request.url).searchParams)
  const list = session.unwrap(await session.call(listPayouts, { query: { page, per_page: 50 } }))
  return {
    leaving: session.unwrap(await session.call(listLeavingCustomers, {})).data,
    payouts: list.data,
    page: list.current_page,
    lastPage: list.last_page,
    mayAct: session.may('manage-payouts'),
    me: session.operator!.email,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const asked = { form, page: paths.operatorPayouts }
  const { intent: pressed, ...body } = readForm(form, { intent: exactText, reason: exactText })
  const [intent, id = ''] = pressed.split(':')
  const call = { params: { id }, body }
  switch (intent) {
    case 'request': {
      const { amountPence, ...wish } = readForm(form, {
        amountPence: pence,
        walletReference: exactText,
        payee: exactText,
        sortCode: exactText,
        accountNumber: exactText,
      })
      if (!amountPence)
        return data(
          { ...invalidForm({ amountPence: amountRefusal(form, 'amountPence') }, form), intent: pressed },
          { status: 422 },
        )
      return runAct(
        session,
        asked,
        () => session.call(requestPayout, { body: { ...body, ...wish, amountPence } }),
        ({ data: { reference } }) => `${reference} waits for another operator.`,
      )
    }
    case 'release':
      return runAct(
        session,
        asked,
        () =>
          session.call(releasePayout, { params: { id }, body: { ...body, ...readForm(form, { seen: exactText }) } }),
        ({ data: { reference } }) => `${reference} is released. It goes into the next payment file.`,
      )
    case 'refuse':
      return runAct(
        session,
        asked,
        () => session.call(refusePayout, call),
        ({ data: { reference } }) => `${reference} is refused. No money has moved.`,
      )
    case 'file':
      return runAct(
        session,
        asked,
        () => session.call(makePayoutFile, { body }),
        ({ data: { payouts, totalPence, sha256 } }) =>
          `A file of ${plural(payouts, 'payout', 'payouts')}, ${formatMoney(totalPence, 'GBX')}, is ready. SHA-256 ${sha256}`,
      )
    default:
      throw data(null, { status: 400 })
  }
}

const columns: readonly TableColumn<Payout>[] = [
  {
    key: 'reference',
    header: 'Payout',
    cell: ({ reference, team, wallet, accountHint, payment }) => (
      <span className="two-lines">
        <strong>{reference}</strong>
        <span className="muted small">
          {payment
            ? `To ${payment.payee}, ${formatSortCode(payment.sortCode)}, ${payment.accountNumber}`
            : `To account …${accountHint}`}
        </span>
        <span className="muted small">
          From {team.name}, {wallet.reference}
        </span>
      </span>
    ),
  },
  {
    key: 'by',
    header: 'Asked, decided by',
    cell: ({ requestedBy, endedBy, releasedAlone, reason }) => (
      <span className="two-lines">
        <span>
          {requestedBy}
          {endedBy ? `, ${releasedAlone ? 'alone after a day' : endedBy}` : ''}
        </span>
        <span className="muted small">{reason}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, fileId }) => (
      <span className="two-lines">
        <span>
          <StatusBadge status={payoutStates[state].label} tone={payoutStates[state].tone} />
        </span>
        {fileId ? (
          <a href={paths.operatorPayoutFile(fileId)} className="small">
            Payment file
          </a>
        ) : null}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
]

export default function Payouts() {
  const { payouts, leaving, page, lastPage, mayAct } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Payouts" lead="Money of a wallet that goes back to its customer’s bank account." />
      <LeavingCustomers customers={leaving} failure={failure} mayAct={mayAct} />
      {mayAct ? <Acts /> : null}
      <Card title="All payouts" flush>
        <DataTable
          caption="Payouts, those that wait before all others"
          columns={columns}
          rows={payouts}
          rowKey={({ id }) => id}
          empty={<EmptyState picture="sprout" title="No payouts yet" />}
        />
        <Pagination page={page} lastPage={lastPage} label="payouts" />
      </Card>
    </>
  )
}

function Acts() {
  const { payouts, me } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const requested = payouts.filter(({ state }) => state === 'requested')
  const unfiled = payouts.filter(({ state, fileId }) => state === 'released' && fileId === null)
  return (
    <>
      {requested.map(({ id, reference, amountPence, currency, team, wallet, requestedBy, payment }) => (
        <Card key={id} title={`${reference}: ${formatMoney(amountPence, currency)} to ${payment!.payee}`}>
          <Facts
            facts={[
              { name: 'Name on the account', value: payment!.payee },
              { name: 'Sort code', value: formatSortCode(payment!.sortCode) },
              { name: 'Account number', value: payment!.accountNumber },
              { name: 'Amount', value: formatMoney(amountPence, currency) },
              { name: 'From', value: `${team.name}, wallet ${wallet.reference}` },
            ]}
          />
          {payment!.isOwnName ? null : (
            <Notice tone="warning">The name on the account is not the customer’s own, {team.name}.</Notice>
          )}
          <p className="muted">
            {requestedBy === me
              ? 'You asked for this: another operator releases it.'
              : `Asked for by ${requestedBy}. Check name, sort code and account with the customer before you release it.`}
          </p>
          <ActForm
            intent={`release:${id}`}
            title="Release it"
            button="Release"
            consequence={`${formatMoney(amountPence, currency)} leaves the wallet now. The payout goes into the next payment file, to ${payment!.payee}.`}
            failure={failure}
          >
            <input type="hidden" name="seen" value={payment!.version} />
          </ActForm>
          <ActForm
            intent={`refuse:${id}`}
            title="Refuse it"
            button="Refuse"
            danger
            consequence="No money moves. It can be asked for again."
            failure={failure}
          />
        </Card>
      ))}
      <Card title="New">
        <RequestForm failure={failure} key={requested[0]?.id} />
        {unfiled.length ? (
          <ActForm
            intent="file"
            title={`Make a payment file of ${plural(unfiled.length, 'released payout', 'released payouts')}`}
            button="Make the file"
            consequence="Each payout is in one file, made once. Compare its checksum with the file that you give to the bank."
            failure={failure}
          />
        ) : null}
      </Card>
    </>
  )
}
