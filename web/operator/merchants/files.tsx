import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  bookMerchantPayment,
  buildMerchantFile,
  discardMerchantFile,
  listMerchantFiles,
  type MerchantFile,
  merchantFileFormats,
  releaseMerchantFile,
} from '#contract/operator/settlements.ts'
import { formatMoney } from '#kit/money.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { amountRefusal, choice, pence, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { formatSortCode } from '#web/operator/labels.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { AmountField, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { fileStates, formatLabels, tabs } from './labels.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  const list = session.unwrap(await session.call(listMerchantFiles, { query }))
  const pages = { page: list.current_page, lastPage: list.last_page }
  return { files: list.data, pages, mayAct: session.may('manage-settlements'), me: session.operator!.email }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const asked = { form, page: paths.operatorMerchantFiles }
  const { intent: pressed, ...body } = readForm(form, { intent: text, reason: text })
  const [intent, id = ''] = pressed.split(':')
  const call = { params: { id }, body }
  switch (intent) {
    case 'build': {
      const { format, payOn } = readForm(form, { format: choice(...merchantFileFormats), payOn: text })
      return runAct(
        session,
        asked,
        () => session.call(buildMerchantFile, { body: { ...body, format: format ?? 'csv', ...(payOn && { payOn }) } }),
        ({ data: { number, payments, totalPence, waiting } }) =>
          `${number}: ${plural(payments, 'payment', 'payments')}, ${formatMoney(totalPence, 'GBX')}, waits for another operator.${
            waiting.length
              ? ` Left out for want of bank details: ${waiting.map(({ merchant }) => merchant).join(', ')}.`
              : ''
          }`,
      )
    }
    case 'release':
      return runAct(
        session,
        asked,
        () =>
          session.call(releaseMerchantFile, { params: { id }, body: { ...body, ...readForm(form, { sha256: text }) } }),
        () => 'The file is released. Compare its checksum with what you give to the bank.',
      )
    case 'discard':
      return runAct(
        session,
        asked,
        () => session.call(discardMerchantFile, call),
        () => 'The file is discarded. Its statements wait for another; no money has moved.',
      )
    case 'book': {
      const { amountPence, paidOn, ...line } = readForm(form, {
        amountPence: pence,
        paidOn: text,
        paymentReference: text,
        bankLine: text,
      })
      if (!amountPence)
        return data(
          { ...invalidForm({ amountPence: amountRefusal(form, 'amountPence') }, form), intent },
          { status: 422 },
        )
      return runAct(
        session,
        asked,
        () => session.call(bookMerchantPayment, { body: { ...body, ...line, amountPence, ...(paidOn && { paidOn }) } }),
        ({ data: { statements } }) => `Paid: ${statements.join(', ')}.`,
      )
    }
    default:
      throw data(null, { status: 400 })
  }
}

const columns: readonly TableColumn<MerchantFile>[] = [
  {
    key: 'number',
    header: 'File',
    cell: ({ id, number, payments, payOn, state }) => (
      <span className="two-lines">
        {state === 'released' ? (
          <a href={paths.operatorMerchantFile(id)}>Download {number}</a>
        ) : (
          <strong>{number}</strong>
        )}
        <span className="muted small">
          {plural(payments, 'payment', 'payments')} on {formatDay(payOn, 'UTC')}
        </span>
      </span>
    ),
  },
  {
    key: 'by',
    header: 'Built, released by',
    cell: ({ builtBy, releasedBy, releasedAlone }) => (
      <span className={styles.whole}>
        <span>{builtBy}</span>
        {releasedBy ? <span className="muted">{releasedAlone ? 'alone after a day' : releasedBy}</span> : null}
      </span>
    ),
  },
  {
    key: 'sha256',
    header: 'SHA-256',
    cell: ({ sha256 }) => <code className={styles.code}>{sha256}</code>,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge status={fileStates[state].label} tone={fileStates[state].tone} />,
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence, currency }) => <Money pence={totalPence} currency={currency} />,
  },
]

const payeeColumns: readonly TableColumn<MerchantFile['payees'][number]>[] = [
  {
    key: 'payee',
    header: 'Payee',
    cell: ({ payee, sortCode, accountNumber }) => (
      <span className="two-lines">
        <strong>{payee}</strong>
        <span className="muted small">
          {formatSortCode(sortCode)}, {accountNumber}
        </span>
      </span>
    ),
  },
  {
    key: 'statement',
    header: 'Statement',
    cell: ({ statement, merchant }) => (
      <span className="two-lines">
        <Link to={paths.operatorMerchantStatement(statement.id)}>{statement.number}</Link>
        <span className="muted small">{merchant.name}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency="GBX" />,
  },
]

export default function Files() {
  const { files, pages, mayAct } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Payment files"
        lead="One file pays every statement that is to be paid. Two operators make it."
      />
      <Tabs label="Paying merchants" tabs={tabs} />
      {mayAct ? <Acts /> : null}
      <Card title="All files" flush>
        <DataTable
          caption="Payment files: those that wait for their release, then the latest first"
          columns={columns}
          rows={files}
          rowKey={({ id }) => id}
          empty={<EmptyState picture="sprout" title="No payment files yet" />}
        />
        <Pagination {...pages} label="payment files" />
      </Card>
    </>
  )
}

function Acts() {
  const { files, me } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const waiting = files.filter(({ state }) => state === 'built')
  return (
    <>
      {waiting.map(({ id, number, payments, totalPence, currency, builtBy, sha256, payees }) => (
        <Card
          key={id}
          title={`${number}: ${plural(payments, 'payment', 'payments')}, ${formatMoney(totalPence, currency)}`}
        >
          <p className="muted">
            {builtBy === me
              ? 'You built this: another operator, who drew none of its statements, releases it.'
              : `Built by ${builtBy}. Compare whom it pays with its statements before you release it.`}
          </p>
          <DataTable
            caption={`Whom ${number} pays`}
            columns={payeeColumns}
            rows={payees}
            rowKey={({ statement }) => statement.id}
            empty={null}
          />
          <p>
            SHA-256 <code className={styles.code}>{sha256}</code>
          </p>
          <ActForm
            intent={`release:${id}`}
            title="Release it"
            button="Release"
            consequence="It can be downloaded for the bank from now on, and merchants are emailed their statements."
            failure={failure}
          >
            <input type="hidden" name="sha256" value={sha256} />
          </ActForm>
          <ActForm
            intent={`discard:${id}`}
            title="Discard it"
            button="Discard"
            danger
            consequence="Its statements wait for another file. No money moves."
            failure={failure}
          />
        </Card>
      ))}
      <Card title="New" key={files[0]?.id}>
        <ActForm
          intent="build"
          title="Build a payment file"
          button="Build it"
          consequence="It pays every statement whose merchant has approved bank details. Another operator releases it."
          failure={failure}
        >
          <SelectField
            name="format"
            label="Layout"
            data={merchantFileFormats.map((value) => ({ value, label: formatLabels[value] }))}
          />
          <TextField
            name="payOn"
            type="date"
            label="Pay on (optional)"
            description="Two days ahead, and no weekend, unless you say."
          />
        </ActForm>
        <ActForm
          intent="book"
          title="Book a payment by hand"
          button="Book it"
          consequence="Only where the bank’s statement is not imported: that books payments automatically."
          failure={failure}
        >
          <TextField
            name="paymentReference"
            label="Statement or file"
            description="MST-… or MPF-…"
            required
            maxLength={60}
            autoComplete="off"
          />
          <AmountField name="amountPence" label="Amount" currency="GBX" required />
          <TextField
            name="bankLine"
            label="The bank’s name of the line"
            description="Each is booked once."
            required
            maxLength={100}
            autoComplete="off"
          />
          <TextField name="paidOn" type="date" label="Paid on (optional)" />
        </ActForm>
      </Card>
    </>
  )
}
