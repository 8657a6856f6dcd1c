import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import {
  confirmBankStatement,
  getBankStatement,
  importBankStatement,
  refuseBankStatement,
  type StatementPreview,
} from '#contract/operator/bank.ts'
import { readAmount } from '#kit/amounts.ts'
import { exactText, readForm, text, ticked } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { CheckField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { layoutLabels } from './labels.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: statement } = session.unwrap(await session.call(getBankStatement, { params: { id: params.id! } }))
  return { ...statement, me: session.operator!.email }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, ...body } = readForm(form, { intent: exactText, reason: exactText })
  const asked = { form, page: paths.operatorBank }
  const id = { id: params.id! }
  if (intent === 'confirm') {
    const confirmed = { ...body, ...readForm(form, { seen: exactText }) }
    const call = () => session.call(confirmBankStatement, { params: id, body: confirmed })
    return runAct(session, asked, call, ({ data: { newLines } }) => beingBooked(newLines))
  }
  if (intent === 'refuse') {
    const call = () => session.call(refuseBankStatement, { params: id, body })
    return runAct(session, asked, call, () => 'The file is refused. Nothing of it was used.')
  }
  const typed = readForm(form, { closingPence: text, begins: ticked })
  const closing = readAmount(typed.closingPence, { negative: true })
  if (typed.closingPence && !('pence' in closing)) {
    const wrong = { closingPence: 'Type it as an amount, such as 1,234.50' }
    return data({ ...invalidForm(wrong, form), intent }, { status: 422 })
  }
  const wish = { ...body, begins: typed.begins, ...('pence' in closing && { closingPence: closing.pence }) }
  return runAct(
    session,
    asked,
    () => session.call(importBankStatement, { params: id, body: wish }),
    ({ data: { newLines, waits } }) => (waits ? 'The file waits for another operator.' : beingBooked(newLines)),
  )
}

const beingBooked = (newLines: number): string =>
  newLines === 0
    ? 'Nothing in it was new. Nothing was changed.'
    : `${plural(newLines, 'line is', 'lines are')} being booked.`

type Fresh = StatementPreview['fresh'][number]

/** What happens to a line, as far as its words say. */
function outcome({ names, amountPence, held }: Fresh) {
  const [only] = names
  if (held)
    return (
      <>
        <StatusBadge status="Waits for someone" tone="warning" /> <span className="small muted">{held}</span>
      </>
    )
  if (names.length === 1 && only) return <StatusBadge status={only} tone="success" />
  if (names.length > 1) return <StatusBadge status={`Several: ${names.join(', ')}`} tone="warning" />
  return amountPence > 0 ? (
    <StatusBadge status="Waits for someone" tone="warning" />
  ) : (
    <StatusBadge status="Money out" tone="plain" />
  )
}

const columns: readonly TableColumn<Fresh>[] = [
  { key: 'date', header: 'Day', cell: ({ date }) => formatDay(date, 'UTC') },
  { key: 'text', header: 'What the bank says', cell: ({ text }) => text },
  { key: 'outcome', header: 'Goes to', cell: outcome },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
]

export default function Statement() {
  const statement = useLoaderData<typeof loader>()
  const { fileName, layout, sha256, problems, lines, newLines, fresh } = statement
  return (
    <>
      <PageHeader
        title="Review the statement"
        lead={fileName}
        back={
          statement.asked
            ? { to: paths.operatorBank, label: 'Bank' }
            : { to: paths.operatorBankImport, label: 'Another file' }
        }
      />
      {problems.length ? (
        <Notice tone="danger" role="alert" title="This file cannot be used. Nothing has been changed.">
          <ul>
            {problems.map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                {row === null ? '' : `Line ${row}: `}
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Card title="What is in it">
          <Facts
            facts={[
              { name: 'Layout', value: layoutLabels[layout as keyof typeof layoutLabels] ?? layout },
              { name: 'Lines', value: formatCount(lines) },
              { name: 'Not known yet', value: formatCount(newLines) },
              { name: 'Checksum (SHA-256)', value: <code className="small">{`${sha256.slice(0, 16)}…`}</code> },
            ]}
          />
          {statement.asked ? (
            <Waiting statement={statement} asked={statement.asked} />
          ) : newLines ? (
            <Import statement={statement} />
          ) : (
            <p className="muted">Nothing in it is new.</p>
          )}
        </Card>
      )}
      {problems.length === 0 || fresh.length ? (
        <Card title="New lines" flush>
          <DataTable
            caption="Lines that are not known yet"
            columns={columns}
            rows={fresh}
            rowKey={({ row }) => String(row)}
            empty={<p className="panel muted">None.</p>}
          />
          {fresh.length < newLines ? (
            <p className="panel muted">The first {formatCount(fresh.length)} are shown.</p>
          ) : null}
        </Card>
      ) : null}
    </>
  )
}

const List = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((each) => (
      <li key={each}>{each}</li>
    ))}
  </ul>
)

/** Imports the file, or asks another operator to. */
function Import({ statement: { newLines, untold, breaks, needs } }: { statement: StatementPreview }) {
  const failure = useActionData<typeof action>()
  const takesTwo = needs.length > 0 || untold.length > 0
  return (
    <>
      {breaks.length ? (
        <Notice tone="danger" title="It does not continue what was proven before">
          <List of={breaks} />
          <p>A line is missing, or is not the bank’s. Import the file of the days between first.</p>
        </Notice>
      ) : needs.length ? (
        <Notice tone="warning" title="Another operator confirms this file">
          <List of={needs} />
        </Notice>
      ) : null}
      <ActForm
        intent="import"
        title={`Import ${plural(newLines, 'new line', 'new lines')}`}
        button={takesTwo ? 'Ask for it' : 'Import'}
        consequence={
          takesTwo
            ? 'Nothing is used until another operator confirms the file.'
            : 'Each line is booked to what it names; the others wait for someone. Every booking can be reversed.'
        }
        failure={failure}
      >
        {untold.length ? (
          <TextField
            name="closingPence"
            label="Closing balance"
            description={`What the bank says ${untold.join(' and ')} holds after the last line of this file, which does not tell it.`}
            inputMode="decimal"
            required
            autoComplete="off"
          />
        ) : null}
        {untold.length || breaks.length ? (
          <CheckField
            name="begins"
            label="Begin the account’s balance again from this file"
            description="Where it does not continue what was proven before, although the file is right. Say in the reason why."
          />
        ) : null}
      </ActForm>
    </>
  )
}

/** A file that waits: what another operator confirms, and why it takes one. */
function Waiting({
  statement: { me, newLines, needs, sha256 },
  asked,
}: {
  statement: StatementPreview & { me: string }
  asked: NonNullable<StatementPreview['asked']>
}) {
  const failure = useActionData<typeof action>()
  return (
    <>
      <Notice tone="warning" title="This file waits for another operator">
        <List of={needs} />
        {asked.begins ? <p>The account’s balance is to begin again from this file.</p> : null}
      </Notice>
      <p className="muted">
        {asked.by === me ? 'You asked for this: another operator confirms it.' : `Asked for by ${asked.by}.`} Reason:{' '}
        {asked.reason}
      </p>
      <ActForm
        intent="confirm"
        title="Confirm it"
        button="Confirm and import"
        consequence={`Compare lines and balance with the bank’s own page. ${plural(newLines, 'line is', 'lines are')} then booked to what they name.`}
        failure={failure}
      >
        <input type="hidden" name="seen" value={sha256} />
      </ActForm>
      <ActForm
        intent="refuse"
        title="Refuse it"
        button="Refuse"
        danger
        consequence="Nothing of it is used. The file can be brought again."
        failure={failure}
      />
    </>
  )
}
