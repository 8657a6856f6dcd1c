import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { getBankStatement, importBankStatement, type StatementPreview } from '#contract/operator/bank.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { operatorSessionOf } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { type Column, DataTable } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { layoutLabels } from './labels.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = operatorSessionOf(context)
  return session.unwrap(await session.call(getBankStatement, { params: { id: params.id! } })).data
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = operatorSessionOf(context)
  const form = await request.formData()
  const body = readForm(form, { reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorBank },
    () => session.call(importBankStatement, { params: { id: params.id! }, body }),
    ({ data: { newLines } }) =>
      newLines === 0
        ? 'Every line was known already. Nothing was changed.'
        : `${plural(newLines, 'line is', 'lines are')} being booked.`,
  )
}

type Fresh = StatementPreview['fresh'][number]

/** What becomes of a line, as far as its words say. */
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

const columns: readonly Column<Fresh>[] = [
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
  const { fileName, layout, sha256, problems, lines, newLines, fresh } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Look at the statement"
        lead={fileName}
        back={{ to: paths.operatorBankImport, label: 'Another file' }}
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
        <>
          <Card title="What is in it">
            <Facts
              facts={[
                { name: 'Layout', value: layoutLabels[layout as keyof typeof layoutLabels] ?? layout },
                { name: 'Lines', value: formatCount(lines) },
                { name: 'Not known yet', value: formatCount(newLines) },
                { name: 'Checksum (SHA-256)', value: <code className="small">{`${sha256.slice(0, 16)}…`}</code> },
              ]}
            />
            {newLines ? (
              <ActForm
                intent="import"
                title={`Import ${plural(newLines, 'new line', 'new lines')}`}
                button="Import"
                consequence="Each line is booked to what it names; the others wait for someone. Every booking can be taken back."
                failure={failure}
              />
            ) : (
              <p className="muted">Every line of it is known already.</p>
            )}
          </Card>
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
        </>
      )}
    </>
  )
}
