import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type OperatorRole, operatorMay } from '#contract/core/operators.ts'
import { getOperatorDocument, type OperatorDocument } from '#contract/operator/documents.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useOperator } from '#web/operator/console.tsx'
import { NotesCard } from '#web/operator/notes/note-text.tsx'
import { notesAbout } from '#web/operator/notes/notes-about.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { paperName } from './paper-name.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: paper } = session.unwrap(await session.call(getOperatorDocument, { params: { id: params.id! } }))
  return { ...paper, notes: await notesAbout(session, 'document', paper.id) }
}

type Line = OperatorDocument['lines'][number]
type Payment = OperatorDocument['payments'][number]
type Other = OperatorDocument['others'][number]

const rate = (basisPoints: number | null): string =>
  basisPoints === null ? 'outside the scope of VAT' : `${Number((basisPoints / 100).toFixed(2))}% VAT`

const lineColumns = (currency: string): readonly TableColumn<Line & { index: number }>[] => [
  {
    key: 'what',
    header: 'What',
    cell: ({ description, detail, quantity, vatBasisPoints }) => (
      <span className="two-lines">
        {quantity === 1 ? description : `${quantity} × ${description}`}
        <span className="muted small">
          {[detail, vatBasisPoints !== null || !detail ? rate(vatBasisPoints) : null].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
  {
    key: 'net',
    header: 'Net',
    numeric: true,
    cell: ({ netPence }) => <Money pence={netPence} currency={currency} />,
  },
  {
    key: 'vat',
    header: 'VAT',
    numeric: true,
    cell: ({ vatPence }) => <Money pence={vatPence} currency={currency} />,
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ netPence, vatPence }) => <Money pence={netPence + vatPence} currency={currency} />,
  },
]

const otherColumns = (currency: string): readonly TableColumn<Other>[] => [
  {
    key: 'number',
    header: 'Number',
    cell: ({ id, number, kind }) => (
      <span className="two-lines">
        <Link to={paths.operatorDocument(id)}>{number}</Link>
        <span className="muted small">{paperName({ kind })}</span>
      </span>
    ),
  },
  { key: 'issued', header: 'Issued', cell: ({ issuedAt }) => formatDay(issuedAt, BUSINESS_ZONE) },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: ({ totalPence }) => <Money pence={totalPence} currency={currency} />,
  },
]

const Unpaid = ({ paper: { isOverdue, payments } }: { paper: OperatorDocument }) => (
  <>
    {payments.some(({ isReversed }) => !isReversed) ? 'In part' : 'Not yet'}{' '}
    {isOverdue ? <StatusBadge status="Overdue" tone="danger" /> : null}
  </>
)

function reminders({ reminders: known }: OperatorDocument): string | null {
  if (!known) return null
  if (known.nextAt) return `The next leaves on ${formatDay(known.nextAt, BUSINESS_ZONE)}`
  if (!known.stopped) return 'All have been sent'
  const { at, by, reason } = known.stopped
  return `Stopped on ${formatDay(at, BUSINESS_ZONE)} by ${by}${reason ? `: ${reason}` : ''}`
}

/** Where a payment came from, with a link for those who may follow it. */
function Source({ payment: { bankLineId, chargeId, at }, role }: { payment: Payment; role: OperatorRole }) {
  const day = <span className="visually-hidden"> of {formatDay(at, BUSINESS_ZONE)}</span>
  if (chargeId)
    return (
      <Link to={paths.operatorCharge(chargeId)}>
        A card
        {day}
      </Link>
    )
  if (!bankLineId) return 'The bank, booked by hand'
  if (!operatorMay(role, 'view-bank')) return 'The bank'
  return (
    <Link to={paths.operatorBankLine(bankLineId)}>
      A line of the bank
      {day}
    </Link>
  )
}

const paymentColumns = (currency: string, role: OperatorRole): readonly TableColumn<Payment>[] => [
  { key: 'at', header: 'Day', cell: ({ at }) => formatDay(at, BUSINESS_ZONE) },
  {
    key: 'from',
    header: 'From',
    cell: (payment) => (
      <span className="two-lines">
        <Source payment={payment} role={role} />
        {payment.isReversed ? <span className="muted small">Taken back since</span> : null}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency={currency} />,
  },
]

/** One paper with its parts, for who is asked what is in it. */
export default function DocumentScreen() {
  const paper = useLoaderData<typeof loader>()
  const { id, number, customer, currency, purchaseId, lines, others } = paper
  const { role } = useOperator()
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <>
      <PageHeader
        title={number}
        lead={paperName(paper)}
        back={{ to: paths.operatorCustomerPapers(customer.id), label: `Invoices of ${customer.name}` }}
        actions={
          <LinkButton look="quiet" reloadDocument to={paths.operatorDocumentPdf(id)}>
            Open the PDF
          </LinkButton>
        }
      />
      <Card title="Paper">
        <Facts
          facts={[
            { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
            { name: 'For', value: purchaseId ? <Link to={paths.operatorPurchase(purchaseId)}>A purchase</Link> : null },
            { name: 'Issued', value: formatDay(paper.issuedAt, BUSINESS_ZONE) },
            { name: 'To be paid by', value: paper.dueOn ? formatDay(paper.dueOn, 'UTC') : null },
            {
              name: 'Paid',
              value: paper.paidAt ? formatDay(paper.paidAt, BUSINESS_ZONE) : paper.dueOn && <Unpaid paper={paper} />,
            },
            { name: 'Left to pay', value: paper.leftPence && !paper.paidAt ? money(paper.leftPence) : null },
            { name: 'Reminders', value: reminders(paper) },
            { name: 'Net', value: money(paper.netPence) },
            { name: 'VAT', value: money(paper.vatPence) },
            { name: 'Total', value: money(paper.totalPence) },
            { name: 'Credited since', value: paper.creditedPence ? money(paper.creditedPence) : null },
          ]}
        />
      </Card>
      {paper.payments.length ? (
        <Card title="What came in for it" flush>
          <DataTable
            caption={`Payments of ${number}, the oldest first`}
            columns={paymentColumns(currency, role)}
            rows={paper.payments}
            rowKey={({ at, bankLineId, chargeId, amountPence }) => `${at} ${bankLineId} ${chargeId} ${amountPence}`}
          />
        </Card>
      ) : null}
      <Card title="What it is made of" flush>
        <DataTable
          caption={`The lines of ${number}`}
          columns={lineColumns(currency)}
          rows={lines.map((line, index) => ({ ...line, index }))}
          rowKey={({ index }) => `${index}`}
        />
      </Card>
      {others.length ? (
        <Card title="Papers about the same" flush>
          <DataTable
            caption="Invoices, receipts and credit notes about the same, in order"
            columns={otherColumns(currency)}
            rows={others}
            rowKey={(other) => other.id}
          />
        </Card>
      ) : null}
      <NotesCard notes={paper.notes} kind="document" about={id} />
    </>
  )
}
