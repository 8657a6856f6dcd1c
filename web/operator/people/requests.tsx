import type { z } from 'zod'
import type { listPersonRequests, PersonErasure, PersonExport } from '#contract/operator/people.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { erasureStates, exportStates } from './labels.ts'

const When = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time>
const by = (askedBy: string | null) => askedBy ?? 'command line'

const exportColumns: readonly TableColumn<PersonExport>[] = [
  { key: 'asked', header: 'Asked for', cell: ({ askedAt }) => <When at={askedAt} /> },
  { key: 'by', header: 'By', cell: ({ askedBy }) => by(askedBy) },
  {
    key: 'state',
    header: 'State',
    cell: ({ id, state }) => (
      <span className="two-lines">
        <span>
          <StatusBadge status={exportStates[state].label} tone={exportStates[state].tone} />
        </span>
        {state === 'ready' ? (
          <a href={paths.operatorPersonExport(id)} className="small">
            Download
          </a>
        ) : null}
      </span>
    ),
  },
  { key: 'until', header: 'Deleted', cell: ({ expiresAt }) => formatDay(expiresAt, BUSINESS_ZONE) },
]

const erasureColumns = (failure: ActFailure | undefined): readonly TableColumn<PersonErasure>[] => [
  { key: 'asked', header: 'Asked for', cell: ({ askedAt }) => <When at={askedAt} /> },
  { key: 'by', header: 'By', cell: ({ askedBy }) => by(askedBy) },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, waitsFor, problem, endedAt }) => (
      <span className="two-lines">
        <span>
          <StatusBadge status={erasureStates[state].label} tone={erasureStates[state].tone} />
        </span>
        <span className="muted small">
          {problem ?? (state === 'pending' && waitsFor ? `for ${plural(waitsFor, 'gift', 'gifts')} to end` : null)}
          {endedAt && !problem ? <When at={endedAt} /> : null}
        </span>
      </span>
    ),
  },
  {
    key: 'withdraw',
    header: '',
    cell: ({ id, state }) =>
      state === 'pending' || state === 'blocked' ? (
        <ActForm
          intent={`withdraw:${id}`}
          title="Withdraw"
          button="Withdraw"
          consequence="Nothing is erased. It can be asked for again."
          failure={failure}
        />
      ) : null,
  },
]

interface RequestsProps {
  requests: z.output<typeof listPersonRequests.response>['data']
  failure: ActFailure | undefined
}

/** What was asked for; of whom is not kept. */
export const Requests = ({ requests: { exports, erasures, pages }, failure }: RequestsProps) => (
  <>
    <Card title="Exports" flush>
      <DataTable
        caption="Exports, the newest first"
        columns={exportColumns}
        rows={exports}
        rowKey={({ id }) => id}
        empty={<EmptyState picture="sprout" title="No exports" />}
      />
      <Pagination {...pages.exports} label="exports" parameter="exportsPage" />
    </Card>
    <Card title="Erasures" flush>
      <DataTable
        caption="Erasures, those that wait before all others"
        columns={erasureColumns(failure)}
        rows={erasures}
        rowKey={({ id }) => id}
        empty={<EmptyState picture="sprout" title="No erasures" />}
      />
      <Pagination {...pages.erasures} label="erasures" parameter="erasuresPage" />
    </Card>
  </>
)
