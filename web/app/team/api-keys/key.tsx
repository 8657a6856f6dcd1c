import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { API_REQUEST_DAYS, type ApiRequest } from '#contract/teams/api-keys.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { LogFilter } from '../log-filter.tsx'
import styles from '../team.module.css'
import { outcomeLabels, readOutcome, scopeNames, statusClass } from './labels.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = session.teamId!
  const { data: keys } = session.unwrap(await session.api.getApiKeys({ params: { id } }))
  const key = keys.find((one) => one.id === params.keyId)
  if (!key) throw new Response(null, { status: 404 })
  const search = new URL(request.url).searchParams
  const log = session.unwrap(
    await session.api.listApiRequests({
      params: { id, keyId: key.id },
      query: { status: readOutcome(search.get('status')), next: search.get('next') ?? undefined },
    }),
  )
  return { key, requests: log.data, next: log.next }
}

export default function KeyPage() {
  const { key, requests, next } = useLoaderData<typeof loader>()
  const zone = useZone()
  const moment = (at: string) => <time dateTime={at}>{formatMoment(at, zone)}</time>
  const columns: TableColumn<ApiRequest>[] = [
    {
      key: 'request',
      header: 'Request and its id',
      cell: ({ method, path, requestId, callerRequestId, fields, body }) => (
        <span className={styles.two}>
          <code>
            {method} {path}
          </code>
          <span className="muted small">
            {requestId}
            {callerRequestId ? `, sent as ${callerRequestId}` : ''}
          </span>
          {body === null && fields.length === 0 ? null : (
            <details className={`small ${styles.sent}`}>
              <summary>{fields.length ? 'What was wrong, and what was sent' : 'What was sent'}</summary>
              {fields.length ? (
                <ul>
                  {fields.map(({ path, code }) => (
                    <li key={`${path} ${code}`}>
                      <code>{path}</code> {code}
                    </li>
                  ))}
                </ul>
              ) : null}
              {body === null ? null : <pre>{JSON.stringify(body, null, 2)}</pre>}
            </details>
          )}
        </span>
      ),
    },
    { key: 'at', header: 'When', cell: ({ at }) => moment(at) },
    {
      key: 'status',
      header: 'Answer',
      cell: ({ status, code }) => (
        <span className={styles.two}>
          <span>
            <StatusBadge status={String(status)} tone={outcomeLabels[statusClass(status)].tone} />
          </span>
          {code ? <code className="small">{code}</code> : null}
        </span>
      ),
    },
    { key: 'ms', header: 'Took', numeric: true, cell: ({ durationMs }) => `${durationMs}\u00a0ms` },
  ]
  return (
    <>
      <Card title={key.name}>
        <p>
          <Link to={paths.teamTab('api-keys')}>API keys</Link> / <code>{key.hint}…</code>
        </p>
        <Facts
          facts={[
            { name: 'Acts as', value: roleLabels[key.roleGroupId].name },
            { name: 'May', value: scopeNames(key.scopes) },
            { name: 'Made', value: formatDay(key.dateCreated, zone) },
            { name: 'Last day', value: key.dateExpires ? formatDay(key.dateExpires, zone) : 'None' },
            { name: 'Last used', value: key.dateLastUsed ? moment(key.dateLastUsed) : 'Never' },
          ]}
        />
      </Card>
      <Card title="Requests" flush>
        <LogFilter
          parameter="status"
          options={Object.entries(outcomeLabels).map(([value, { label }]) => ({ value, label }))}
        />
        <DataTable
          caption={`Requests with this key, newest first; kept for ${API_REQUEST_DAYS} days`}
          columns={columns}
          rows={requests}
          rowKey={({ id }) => String(id)}
          empty={
            <EmptyState picture="sprout" title="No requests">
              Requests are here a few seconds after they were made, for {API_REQUEST_DAYS} days.
            </EmptyState>
          }
        />
        <CursorPagination next={next} label="requests" />
      </Card>
    </>
  )
}
