import { data, Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AuditEntry, auditAreas } from '#contract/reports/audit.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { useRoleLabels } from '#web/app/shell/use-role-labels.ts'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { useTeam } from '../layout.tsx'
import styles from './audit.module.css'
import { areaLabels, describeAction, describeSubject, describeVisit, nameActor } from './labels.ts'
import { readFilters } from './read-filters.server.ts'

const PAGE_SIZE = 50
/** More people than these are found by pressing a name in the log. */
const MOST_PEOPLE = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['team-admin', 'subteam-admin'])) throw data(null, { status: 403 })
  const params = { id: readId(session.teamId) }
  const { shown, query } = readFilters(request, session.user!.zone)
  const next = new URL(request.url).searchParams.get('next') ?? undefined
  const [log, members] = await Promise.all([
    session.api.listAudit({ params, query: { ...query, next, limit: PAGE_SIZE } }),
    session.api.getTeamUsers({ params, query: { page: 1, per_page: MOST_PEOPLE } }),
  ])
  const page = session.unwrap(log)
  const people = session.unwrap(members).data.map(({ id, firstName, surname, email }) => ({
    value: id,
    label: `${firstName} ${surname}`.trim() || email,
  }))
  return { entries: page.data, next: page.next, people: withChosen(people, shown.who, page.data), shown }
}

/** Anyone who is chosen can be one who has left, or is in a subteam. */
function withChosen(people: { value: string; label: string }[], who: string, entries: AuditEntry[]) {
  if (!who || people.some(({ value }) => value === who)) return people
  return [...people, { value: who, label: entries[0] ? nameActor(entries[0]) : 'Someone else' }]
}

export default function AuditLog() {
  const { entries, next, people, shown } = useLoaderData<typeof loader>()
  const team = useTeam()
  const zone = useZone()
  const roleLabels = useRoleLabels()
  const columns: TableColumn<AuditEntry>[] = [
    {
      key: 'what',
      header: 'What',
      cell: (entry) => (
        <span className="two-lines">
          {describeAction(entry)}
          <span className="muted small">{describeSubject(entry, roleLabels)}</span>
        </span>
      ),
    },
    {
      key: 'who',
      header: 'Who',
      cell: (entry) =>
        entry.actor.kind === 'user' ? (
          <Link to={withQuery(paths.teamTab('audit'), { who: entry.actor.id })}>{nameActor(entry)}</Link>
        ) : (
          <span className="two-lines">
            {entry.impersonation && entry.actor.name ? `${entry.actor.name}, Posy’s team` : nameActor(entry)}
            {entry.impersonation ? <span className="muted small">{describeVisit(entry)}</span> : null}
          </span>
        ),
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: ({ amount }) => (amount ? <Money pence={amount.pence} currency={amount.currency} /> : null),
    },
    ...(team.subteams.length
      ? [
          {
            key: 'team',
            header: 'Team',
            cell: (entry: AuditEntry) => entry.team.name,
          } satisfies TableColumn<AuditEntry>,
        ]
      : []),
    {
      key: 'when',
      header: 'When',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, zone)}</time>,
    },
  ]
  return (
    <Card
      title="Audit log"
      flush
      action={
        <LinkButton look="quiet" size="small" reloadDocument to={withQuery(paths.auditCsv, shown)}>
          Download CSV
        </LinkButton>
      }
    >
      <Form method="get" className={`panel ${styles.filters}`} key={Object.values(shown).join(' ')}>
        <SelectField
          name="who"
          label="Who"
          defaultValue={shown.who}
          data={[{ value: '', label: 'Anyone' }, ...people]}
        />
        <SelectField
          name="what"
          label="What"
          defaultValue={shown.what}
          data={[
            { value: '', label: 'Anything' },
            ...auditAreas.map((area) => ({ value: area, label: areaLabels[area] })),
          ]}
        />
        <TextField name="from" type="date" label="From" defaultValue={shown.from} />
        <TextField name="to" type="date" label="Until" defaultValue={shown.to} />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
      <DataTable
        caption={`What was done in ${team.name} and its subteams, the newest first`}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        empty={
          <EmptyState picture="sprout" title="Nothing found">
            Choose other people, another area or other days.
          </EmptyState>
        }
      />
      <CursorPagination next={next} label="the audit log" />
    </Card>
  )
}
