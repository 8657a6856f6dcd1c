import { useSearchParams } from 'react-router'
import { API_REQUEST_DAYS, type ApiRequest } from '#contract/teams/api-keys.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { LogFilter } from '../log-filter.tsx'
import styles from '../team.module.css'
import { fieldProblem, outcomeLabels, outcomeOptions, statusClass } from './labels.ts'

const columns = (zone: string): TableColumn<ApiRequest>[] => [
  {
    key: 'request',
    header: 'Request and its id',
    cell: ({ method, path, asked, requestId, callerRequestId, fields, body }) => (
      <span className={styles.two}>
        <code>
          {method} {asked ?? path}
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
                    <code>{path}</code>: {fieldProblem(code)}
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
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, zone)}</time> },
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

interface RequestTableProps {
  requests: readonly ApiRequest[]
  next: string | null
  zone: string
  /** What it shows, before “newest first”. */
  caption: string
}

/** What a program asked, one page of it, to be narrowed by how it came out. */
export const RequestTable = ({ requests, next, zone, caption }: RequestTableProps) => (
  <Card title="Requests" flush>
    <LogFilter parameter="status" options={outcomeOptions(useSearchParams()[0].get('status'))} />
    <DataTable
      caption={`${caption}, newest first; kept for ${API_REQUEST_DAYS} days`}
      columns={columns(zone)}
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
)
