import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorNotes, type OperatorNote } from '#contract/operator/notes.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { roleLabels } from '#web/operator/labels.ts'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { noteSubjectLabels } from './labels.ts'
import { NoteState } from './note-text.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { limit: 50, ...readCursor(new URL(request.url).searchParams) }
  return session.unwrap(await session.call(listOperatorNotes, { query }))
}

const columns: readonly TableColumn<OperatorNote>[] = [
  {
    key: 'note',
    header: 'Note',
    cell: ({ subject, entries }) => (
      <span className="two-lines">
        <Link to={paths.operatorNotesAbout(subject.kind, subject.id)}>
          {noteSubjectLabels[subject.kind]}: {subject.name}
        </Link>
        <span className="small">{entries.at(-1)?.text}</span>
      </span>
    ),
  },
  { key: 'state', header: 'State', cell: (note) => <NoteState note={note} /> },
  {
    key: 'between',
    header: 'From, to',
    cell: ({ from, to, entries }) => (
      <span className="two-lines">
        {roleLabels[from]} to {roleLabels[to]}
        <span className="muted small">{entries[0]?.by}</span>
      </span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => customer && <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link>,
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ since }) => <time dateTime={since}>{formatMoment(since, BUSINESS_ZONE)}</time>,
  },
]

/** Every note that waits for someone. */
export default function Notes() {
  const { data: notes, next, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Notes"
        lead="What operators left for one another. One is left on the page of a customer, a gift, a purchase, a paper or a line of the bank."
      />
      <Card title="Notes that wait" flush>
        <DataTable
          caption="Notes that wait for an operator, the oldest first"
          columns={columns}
          rows={notes}
          rowKey={({ id }) => id}
          empty={<EmptyState picture="sprout" title="None waits" />}
        />
      </Card>
      <ListPages
        next={next}
        previous={previous}
        label="notes"
        words={{ first: 'Oldest', before: 'Older', after: 'Newer' }}
      />
    </>
  )
}
