import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  allocateBankLine,
  type BankLineAct,
  getBankLine,
  setBankLineAside,
  undoBankLine,
} from '#contract/operator/bank.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { NotesCard } from '#web/operator/notes/note-text.tsx'
import { notesAbout } from '#web/operator/notes/notes-about.server.ts'
import { runAct, WAITS } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths, withQuery } from '#web/paths.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { lineActLabels, lineStates } from './labels.ts'

/** Of what is asked for: a reference that names nothing, or several things, is said to. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const reference = new URL(request.url).searchParams.get('reference')?.trim().slice(0, 60) || null
  const query = reference === null ? {} : { reference }
  const line = session.unwrap(await session.call(getBankLine, { params: { id: params.id! }, query })).data
  return { line, reference, mayAct: session.may('manage-bank'), notes: await notesAbout(session, 'bank-line', line.id) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, ...body } = readForm(form, {
    intent: choice('allocate', 'undo', 'set-aside'),
    reason: exactText,
  })
  const asked = { form, page: paths.operatorBankLine(params.id!) }
  const call = { params: { id: params.id! }, body }
  switch (intent) {
    case 'allocate': {
      const booking = readForm(form, { reference: exactText })
      return runAct(
        session,
        asked,
        () => session.call(allocateBankLine, { ...call, body: { ...body, ...booking } }),
        ({ data: { target, waits } }) => (waits ? WAITS : `Booked to ${target?.label}.`),
      )
    }
    case 'undo':
      return runAct(
        session,
        asked,
        () => session.call(undoBankLine, call),
        () => 'It waits for someone again.',
      )
    case 'set-aside':
      return runAct(
        session,
        asked,
        () => session.call(setBankLineAside, call),
        () => 'It is set aside.',
      )
    default:
      throw data(null, { status: 400 })
  }
}

const columns: readonly TableColumn<BankLineAct>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time> },
  { key: 'act', header: 'What', cell: ({ act }) => lineActLabels[act] ?? act },
  { key: 'by', header: 'Who', cell: ({ operator }) => operator },
  { key: 'why', header: 'Why', cell: ({ reason }) => reason ?? '' },
]

export default function Line() {
  const { line, mayAct, notes } = useLoaderData<typeof loader>()
  const { date, amountPence, currency, text, account, state, note, target, acts } = line
  return (
    <>
      <PageHeader
        title={`${amountPence > 0 ? 'Money in' : 'Money out'}, ${formatDay(date, 'UTC')}`}
        lead={text}
        back={{ to: paths.operatorBank, label: 'Bank' }}
      />
      <Card title="What it is">
        <Facts
          facts={[
            { name: 'Amount', value: <Money pence={amountPence} currency={currency} /> },
            { name: 'State', value: <StatusBadge status={lineStates[state].label} tone={lineStates[state].tone} /> },
            { name: 'Booked to', value: target?.label },
            { name: 'Note', value: note },
            { name: 'Account', value: account },
          ]}
        />
      </Card>
      {mayAct && state !== 'new' ? <Acts /> : null}
      <NotesCard notes={notes} kind="bank-line" about={line.id} />
      <Card title="What was done" flush>
        <DataTable
          caption="What was done about this line, in order"
          columns={columns}
          rows={acts}
          rowKey={({ at, act }) => `${at} ${act}`}
          empty={<p className="panel muted">Nothing yet.</p>}
        />
      </Card>
    </>
  )
}

function Acts() {
  const { line } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { state, target } = line
  if (state === 'booked' || state === 'set-aside')
    return (
      <Card title="Change it">
        <ActForm
          intent="undo"
          title={state === 'booked' ? `Undo the booking to ${target?.label}` : 'Open it again'}
          button={state === 'booked' ? 'Undo the booking' : 'Open again'}
          danger={state === 'booked'}
          consequence={
            state === 'booked'
              ? 'A reversing transfer undoes the booking, unless its money has been spent; the line waits for someone again.'
              : 'The line waits for someone again.'
          }
          failure={failure}
        />
      </Card>
    )
  return (
    <Card title="Solve it">
      <Announced />
      <Allocate />
      <ActForm
        intent="set-aside"
        title="It is none of the customers’ money"
        button="Set aside"
        consequence="Interest, fees and the like leave the unmatched receipts. The line can be taken up again."
        failure={failure}
      />
    </Card>
  )
}

/** What customers said they would pay, of this amount: a hint, for two may pay the same. */
function Announced() {
  const { id: line, announced } = useLoaderData<typeof loader>().line
  if (announced.length === 0) return null
  return (
    <ul>
      {announced.map(({ id, team, amountPence, currency, at, wallet, reference, by }) => (
        <li key={id}>
          {team} announced {formatMoney(amountPence, currency)} on {formatDay(at, BUSINESS_ZONE)} for {wallet}
          {by ? `, by ${by}` : ''}.{' '}
          <Link to={withQuery(paths.operatorBankLine(line), { reference })}>Look up {reference}</Link>
        </li>
      ))}
    </ul>
  )
}

/** First whose it is, then the booking: a reference that is one letter off is another customer’s. */
function Allocate() {
  const { line, reference } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { amountPence, currency, named } = line
  const [target] = named?.length === 1 ? named : []
  const money = formatMoney(Math.abs(amountPence), currency)
  return (
    <>
      <Form method="get" className={styles.search} key={reference}>
        <TextField
          name="reference"
          label={amountPence > 0 ? 'Reference of a wallet (HG…) or an invoice (INV-…)' : 'Reference of a payout (PO…)'}
          defaultValue={reference ?? ''}
          error={named && !target ? refusal(named.length) : undefined}
          required
          maxLength={60}
          autoComplete="off"
        />
        <SubmitButton look="plain">Look it up</SubmitButton>
      </Form>
      {target ? (
        <ActForm
          intent="allocate"
          title={`Book ${money} to ${target.label}: ${target.owner}`}
          button="Allocate"
          consequence={
            amountPence > 0
              ? 'What is more than an invoice’s debt goes to the wallet of its purchase.'
              : 'The payout counts as paid.'
          }
          failure={failure}
        >
          <input type="hidden" name="reference" value={target.label} />
        </ActForm>
      ) : null}
    </>
  )
}

const refusal = (count: number) =>
  count > 1 ? 'This names several things.' : 'This is no reference or number of ours for this direction.'
