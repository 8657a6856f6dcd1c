import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type BankLine, listBankLines, listBankStatements, type WaitingStatement } from '#contract/operator/bank.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import styles from '#web/operator/console.module.css'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths, withQuery } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { lineStates } from './labels.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { pathname, searchParams } = new URL(request.url)
  const show = pathname.startsWith(paths.operatorBankSettled) ? ('settled' as const) : ('waiting' as const)
  const page = readPageNumber(searchParams)
  const q = (searchParams.get('q') ?? '').trim().slice(0, 200)
  const list = session.unwrap(
    await session.call(listBankLines, { query: { show, page, per_page: 50, ...(q && { q }) } }),
  )
  const files = show === 'waiting' ? session.unwrap(await session.call(listBankStatements, {})).data : []
  return {
    files,
    lines: list.data,
    total: list.total,
    page: list.current_page,
    lastPage: list.last_page,
    show,
    q,
    mayImport: session.may('manage-bank'),
  }
}

const columns: readonly TableColumn<BankLine>[] = [
  { key: 'date', header: 'Day', cell: ({ date }) => formatDay(date, 'UTC') },
  {
    key: 'text',
    header: 'What the bank says',
    cell: ({ id, text, note, target }) => (
      <span className="two-lines">
        <Link to={paths.operatorBankLine(id)}>{text}</Link>
        <span className="muted small">{target ? target.label : note}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge status={lineStates[state].label} tone={lineStates[state].tone} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence, currency }) => <Money pence={amountPence} currency={currency} />,
  },
]

export default function Bank() {
  const { files, lines, total, page, lastPage, show, q, mayImport } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Bank"
        lead={
          show === 'waiting' && !q
            ? `${total === 0 ? 'No line waits' : total === 1 ? '1 line waits' : `${total} lines wait`} for someone.`
            : show === 'waiting'
              ? 'Lines that wait for someone.'
              : 'Booked, and set aside.'
        }
        actions={mayImport ? <LinkButton to={paths.operatorBankImport}>Import a statement</LinkButton> : null}
      />
      <Tabs
        label="Lines of the bank"
        tabs={[
          { to: paths.operatorBank, label: 'Waiting' },
          { to: paths.operatorBankSettled, label: 'Settled' },
        ]}
      />
      <Form method="get" className={styles.search} key={q}>
        <TextField
          name="q"
          type="search"
          label="Find lines"
          description="An amount, a reference or a part of what the bank says"
          defaultValue={q}
          autoComplete="off"
        />
        <Button type="submit" look="quiet">
          Find
        </Button>
      </Form>
      {q ? (
        <p>
          {show === 'waiting' ? 'Waiting' : 'Settled'} lines that “{q}” finds: {total}.{' '}
          <Link to={withQuery(show === 'waiting' ? paths.operatorBankSettled : paths.operatorBank, { q })}>
            Find it in the {show === 'waiting' ? 'settled' : 'waiting'} ones
          </Link>
        </p>
      ) : null}
      {files.length ? <ToConfirm files={files} mayImport={mayImport} /> : null}
      <Card flush>
        <DataTable
          caption={
            show === 'waiting' ? 'Lines that wait for someone, the oldest first' : 'Settled lines, the newest first'
          }
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              picture="sprout"
              title={q ? 'Nothing found' : show === 'waiting' ? 'No line waits' : 'No lines yet'}
            >
              {q
                ? 'Amounts are found whole, such as 500 or £1,250.50; references and words by four letters or more.'
                : show === 'waiting'
                  ? 'Lines that name no wallet, invoice or payout of ours wait here.'
                  : 'Import the bank’s statement, and its lines appear here.'}
            </EmptyState>
          }
        />
        <Pagination page={page} lastPage={lastPage} label="lines" />
      </Card>
    </>
  )
}

/** Files that wait for another operator. */
const ToConfirm = ({ files, mayImport }: { files: readonly WaitingStatement[]; mayImport: boolean }) => (
  <Card title="To confirm">
    <ul>
      {files.map(({ id, fileName, askedBy, why }) => (
        <li key={id}>
          {mayImport ? <Link to={paths.operatorBankStatement(id)}>{fileName}</Link> : fileName}, asked for by {askedBy}.{' '}
          <span className="muted">{why.join(' ')}</span>
        </li>
      ))}
    </ul>
  </Card>
)
