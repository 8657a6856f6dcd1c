import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { SupportAccess, SupportVisit } from '#contract/impersonation/impersonation.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { choice, number, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField } from '#web/ui/kit/form.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['team-admin', 'subteam-admin'])) throw new Response(null, { status: 404 })
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  return session.unwrap(await session.api.getSupportAccess({ params: { id: session.teamId! }, query })).data
}

const done = {
  allow: 'Our support can change things now.',
  stop: 'Our support can no longer change anything.',
  end: 'The visit is over.',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { api } = session
  const form = await request.formData()
  const params = { id: session.teamId! }
  const { do: wanted } = readForm(form, { do: choice('allow', 'stop', 'end') })
  if (!wanted) throw data(null, { status: 400 })
  const call = {
    allow: () => api.allowSupportChanges({ params, body: readForm(form, { hours: number }) }),
    stop: () => api.endSupportChanges({ params }),
    end: () => api.endSupportVisits({ params }),
  }[wanted]
  const result = await call()
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    return refused({ ...failure, wanted })
  }
  return session.redirect(paths.teamTab('support'), done[wanted])
}

/** What our support sees and may do here. */
export default function TeamSupport() {
  const { changes, visits, pages } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const can = useCan()
  return (
    <>
      {can('team-admin') ? <Changes changes={changes} failure={failure} key={changes?.endsAt} /> : null}
      <Visits visits={visits} pages={pages} failure={failure} mayEnd={can('team-admin')} />
    </>
  )
}

interface Failed {
  failure: (Failure & { wanted: string }) | undefined
}

const HOURS = [1, 2, 4, 8, 24]

function Changes({ changes, failure }: Failed & Pick<SupportAccess, 'changes'>) {
  const zone = useZone()
  return (
    <Card title="Changes by our support">
      {changes ? (
        <>
          <p>
            <StatusBadge status="Allowed" tone="warning" /> {changes.allowedBy.name} lets our support change things here
            until {formatMoment(changes.endsAt, zone)}.
          </p>
          <ActionForm failure={failure?.wanted === 'stop' ? failure : null}>
            <input type="hidden" name="do" value="stop" />
            <div>
              <SubmitButton>Stop changes now</SubmitButton>
            </div>
          </ActionForm>
        </>
      ) : (
        <>
          <p className="muted">
            Our support can view your team to help you, and change nothing. If you want them to put something right,
            allow it for some hours: drafts, titles, reminders, sending a gift again, wallets’ names and looks. They
            never buy, move money, refund, or change who gets a gift, its last day, people, roles, cards, keys and how
            anyone signs in.
          </p>
          <ActionForm failure={failure?.wanted === 'allow' ? failure : null}>
            <input type="hidden" name="do" value="allow" />
            <SelectField
              name="hours"
              label="For how long"
              defaultValue="2"
              data={HOURS.map((hours) => ({ value: String(hours), label: hours === 1 ? '1 hour' : `${hours} hours` }))}
            />
            <div>
              <SubmitButton>Allow changes</SubmitButton>
            </div>
          </ActionForm>
        </>
      )}
    </Card>
  )
}

function Visits({
  visits,
  pages,
  failure,
  mayEnd,
}: Failed & Pick<SupportAccess, 'visits' | 'pages'> & { mayEnd: boolean }) {
  const zone = useZone()
  const columns: TableColumn<SupportVisit>[] = [
    {
      key: 'who',
      header: 'Who',
      cell: ({ operator, reason }) => (
        <span className="two-lines">
          {operator}, Posy’s team
          <span className="muted small">{reason}</span>
        </span>
      ),
    },
    {
      key: 'as',
      header: 'Saw it as',
      cell: ({ user, team, mayChange }) => (
        <span className="two-lines">
          {user.name}
          <span className="muted small">
            {team.name}
            {mayChange ? ', could change things' : ''}
          </span>
        </span>
      ),
    },
    {
      key: 'when',
      header: 'When',
      cell: ({ startedAt }) => <time dateTime={startedAt}>{formatMoment(startedAt, zone)}</time>,
    },
    {
      key: 'until',
      header: 'Until',
      cell: ({ endsAt, endedAt }) =>
        endedAt ? (
          <time dateTime={endedAt}>{formatMoment(endedAt, zone)}</time>
        ) : (
          <StatusBadge status={`Now, until ${formatMoment(endsAt, zone)}`} tone="accent" />
        ),
    },
  ]
  return (
    <Card title="Visits by our support" flush>
      {mayEnd && visits.some(({ endedAt }) => endedAt === null) ? (
        <div className="panel">
          <ActionForm failure={failure?.wanted === 'end' ? failure : null}>
            <input type="hidden" name="do" value="end" />
            <div>
              <SubmitButton look="danger">End the visit now</SubmitButton>
            </div>
          </ActionForm>
        </div>
      ) : null}
      <DataTable
        caption="When our support looked at your team, the newest first"
        columns={columns}
        rows={visits}
        rowKey={({ id }) => id}
        empty={
          <EmptyState picture="sprout" title="No visits yet">
            When our support views your team, it is listed here, and you get an email.
          </EmptyState>
        }
      />
      <Pagination {...pages} label="visits" />
    </Card>
  )
}
