import { type ActionFunctionArgs, Form, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { loadCauses } from '#web/app/activity/causes.server.ts'
import { ExportCard } from '#web/app/activity/export-card.tsx'
import { ExportButtons } from '#web/app/activity/lists/export-buttons.tsx'
import { useZone } from '#web/app/shell/app-data.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readPeriod, recentMonths } from '#web/http/period.server.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { AwaitedPayments } from './awaited-payments.tsx'
import { Balances } from './balances.tsx'
import { Movement } from './movement.tsx'
import { PeriodTable } from './period-table.tsx'
import { useWallet } from './wallet.tsx'
import styles from './wallets.module.css'

const PAGE_SIZE = 25

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const period = readPeriod(searchParams, session.user!.zone)
  const next = searchParams.get('next') ?? undefined
  const fileId = searchParams.get('file')
  const page = session.unwrap(
    await session.api.getWalletStatement({
      params: { id: params.id! },
      query: {
        limit: PAGE_SIZE,
        next,
        from: period.start,
        to: period.end,
        withPeriod: String(!next),
      },
    }),
  )
  const [causes, asked, announced] = await Promise.all([
    loadCauses(session, page.data),
    fileId ? session.api.getStatementExport({ params: { id: params.id!, exportId: readId(fileId) } }) : null,
    session.can('top-up-wallet') ? session.api.listRemittanceAdvices({ params: { id: params.id! } }) : null,
  ])
  const months = recentMonths(await businessNow(context.get(webContext)), session.user!.zone)
  const { from, to } = period
  const file = asked && session.unwrap(asked).data
  const awaited = announced?.ok ? announced.value.data : []
  return { lines: page.data, causes, next: page.next, period: page.period, from, to, months, file, awaited }
}

/** Has the statement of the address's days written to a file, which is offered on the same page. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { start, end, from, to } = readPeriod(new URL(request.url).searchParams, session.user!.zone)
  const { format } = readForm(await request.formData(), { format: choice('csv', 'xlsx') })
  const id = readId(params.id)
  const asked = await session.api.createStatementExport({
    params: { id },
    body: { query: { ...(start && { from: start }), ...(end && { to: end }) }, format: format ?? 'csv' },
  })
  if (asked.ok) return redirect(paths.statementOf(id, { from, to, file: asked.value.data.id }), 303)
  session.flash(`${toFormFailure(asked.problem).message} No file was written.`, 'danger')
  return redirect(paths.statementOf(id, { from, to }), 303)
}

export default function Statement() {
  const { lines, causes, next, period, from, to, months, file, awaited } = useLoaderData<typeof loader>()
  const { wallet } = useWallet()
  const zone = useZone()
  const { currency } = wallet
  const columns: TableColumn<StatementLine>[] = [
    {
      key: 'what',
      header: 'Movement',
      cell: (line) => <Movement line={line} cause={causes[line.reference.id]} currency={currency} zone={zone} />,
    },
    {
      key: 'available',
      header: 'Available',
      numeric: true,
      cell: ({ effect }) => <Money pence={effect.available} currency={currency} movement />,
    },
    {
      key: 'live',
      header: 'In gifts',
      numeric: true,
      cell: ({ effect }) => <Money pence={effect.committed + effect.locked} currency={currency} movement />,
    },
    {
      key: 'charged',
      header: 'Fees and VAT',
      numeric: true,
      // Part of what left the wallet, with the sign that its details, sums and files have: below nothing where it came back.
      cell: ({ charged }) => <Money pence={charged.fees + charged.vat} currency={currency} />,
    },
    {
      key: 'left',
      header: 'Available after',
      numeric: true,
      cell: ({ available }) => <Money pence={available} currency={currency} />,
    },
    {
      key: 'balance',
      header: 'Balance after',
      numeric: true,
      cell: ({ balance }) => <Money pence={balance} currency={currency} />,
    },
  ]
  return (
    <div className="stack">
      <Card title="Now">
        <div className={styles.now}>
          <Balances {...wallet} />
        </div>
      </Card>
      {awaited.length ? <AwaitedPayments wallet={wallet} awaited={awaited} /> : null}
      {file ? (
        <ExportCard file={file} row="movement" here={paths.statementOf(wallet.id, { from, to, file: file.id })} />
      ) : null}
      <Card title="Statement" flush>
        <Form method="get" className={`panel ${styles.filters}`} key={`${from} ${to}`}>
          <TextField name="from" type="date" label="From" defaultValue={from} />
          <TextField name="to" type="date" label="Until" defaultValue={to} />
          <Button type="submit" look="quiet">
            Show
          </Button>
          <p className={styles.months}>
            {months.map(({ name, ...days }) => (
              <Link key={name} to={`?${new URLSearchParams(days)}`}>
                {name}
              </Link>
            ))}
          </p>
        </Form>
        {period ? <PeriodTable period={period} days={{ from, to }} currency={currency} /> : null}
        <div className="panel">
          <ExportButtons />
        </div>
        <DataTable
          caption={`Movements of ${wallet.name}, the newest first`}
          compact
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="purse" title="No movements">
              {from || to ? 'Nothing moved in that time.' : 'Money that arrives or leaves is listed here.'}
            </EmptyState>
          }
        />
        <CursorPagination next={next} label="the statement" />
      </Card>
    </div>
  )
}
