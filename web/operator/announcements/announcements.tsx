import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { listOperatorAnnouncements, type OperatorAnnouncement } from '#contract/operator/announcements.ts'
import { getCustomer } from '#contract/operator/customers.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { toLocalDateTime } from '#web/http/zoned.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { audienceLabel, levelLabels, stateLabels } from './labels.ts'
import { runAnnouncement } from './run-announcement.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const teamId = search.get('team')
  const query = { page: readPageNumber(search) }
  const { announcements, pages, plans } = session.unwrap(await session.call(listOperatorAnnouncements, { query })).data
  const team = teamId ? session.unwrap(await session.call(getCustomer, { params: { id: teamId } })).data : null
  return {
    announcements,
    pages,
    plans,
    team: team && { id: team.id, name: team.name },
    mayAnnounce: session.may('announce'),
    fromLocal: toLocalDateTime((await businessNow(context.get(webContext))).toISOString(), BUSINESS_ZONE),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return runAnnouncement(getOperatorSession(context), await request.formData(), null)
}

const When = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time>

const columns: readonly TableColumn<OperatorAnnouncement>[] = [
  {
    key: 'text',
    header: 'What',
    cell: ({ id, text, state, level }) => (
      <span className="two-lines">
        {state === 'over' ? text : <Link to={paths.operatorAnnouncement(id)}>{text}</Link>}
        <span className="muted small">{levelLabels[level].label}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge status={stateLabels[state].label} tone={stateLabels[state].tone} />,
  },
  { key: 'audience', header: 'For', cell: audienceLabel },
  { key: 'from', header: 'From', cell: ({ from }) => <When at={from} /> },
  { key: 'until', header: 'Until', cell: ({ until }) => <When at={until} /> },
  { key: 'dismissed', header: 'Put away by', numeric: true, cell: ({ dismissed }) => dismissed },
]

export default function Announcements() {
  const { announcements, pages, plans, team, mayAnnounce, fromLocal } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Announcements" lead="What customers read at the top of their pages." />
      {mayAnnounce ? (
        <Card title={team ? `For ${team.name}` : 'New'}>
          <AnnouncementForm intent="create" {...{ plans, team, fromLocal, failure }} />
        </Card>
      ) : null}
      <Card title="Announcements" flush>
        <DataTable
          caption="Announcements, the newest first"
          columns={columns}
          rows={announcements}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="None yet">
              Customers have been told nothing so far.
            </EmptyState>
          }
        />
        <Pagination {...pages} label="announcements" />
      </Card>
    </>
  )
}
