import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { ApiError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import type { TeamUser } from '#contract/teams.ts'
import { useAppData, useCan, useZone } from '../../../features/shell/app-data.ts'
import { Avatar } from '../../../features/shell/avatar.tsx'
import { roleWords } from '../../../features/team/roles.ts'
import styles from '../../../features/team/team.module.css'
import { sessionOf } from '../../../session/middleware.ts'
import { formatDay, plural } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { Pagination, useAddress } from '../../../ui/kit/pagination.tsx'
import { useTeam } from './layout.tsx'

const nameOf = ({ firstName, surname, email }: TeamUser) => `${firstName} ${surname}`.trim() || email

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1) || 1
  const result = await session.api.getTeamUsers({ params: { id: session.teamId! }, query: { page, per_page: 50 } })
  const { data: members, current_page, last_page, total } = session.unwrap(result)
  return { members, page: current_page, lastPage: last_page, total }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const userId = String((await request.formData()).get('userId'))
  const result = await session.api.removeTeamUser({ params: { id: session.teamId!, userId } })
  if (isPass(result)) session.flash('They are no longer in the team. Their sessions and API keys here have stopped.')
  else
    session.flash(
      result.fail instanceof ApiError ? result.fail.errorMessage : 'That did not work. Nothing was changed.',
      'danger',
    )
  return redirect('/team/members', 303)
}

export default function Members() {
  const { members, page, lastPage, total } = useLoaderData<typeof loader>()
  const { initialUser } = useAppData()
  const team = useTeam()
  const can = useCan()
  const zone = useZone()
  const addressOf = useAddress()
  const [search] = useSearchParams()
  const leaving = members.find(({ id }) => id === search.get('remove'))
  const mayRemove = can(['team-admin', 'subteam-admin'])
  const columns: Column<TeamUser>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (member) => (
        <span className={styles.person}>
          <Avatar name={nameOf(member)} />
          <span>
            <strong>{nameOf(member)}</strong>
            <span className="muted small">{member.email}</span>
          </span>
        </span>
      ),
    },
    { key: 'role', header: 'Role', cell: ({ roleGroupId }) => roleWords[roleGroupId].name },
    {
      key: 'joined',
      header: 'Joined',
      wideOnly: true,
      cell: ({ dateJoined }) => <time dateTime={dateJoined}>{formatDay(dateJoined, zone)}</time>,
    },
    ...(mayRemove
      ? [
          {
            key: 'remove',
            header: 'Change',
            numeric: true,
            cell: (member: TeamUser) =>
              member.id === initialUser?.id ? (
                <span className="muted small">You</span>
              ) : (
                <LinkButton
                  look="plain"
                  size="small"
                  preventScrollReset
                  to={addressOf({ remove: member.id })}
                  aria-label={`Remove ${nameOf(member)}`}
                >
                  Remove
                </LinkButton>
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      <Card title={plural(total, 'member')} flush>
        <DataTable caption={`Members of ${team.name}`} columns={columns} rows={members} rowKey={({ id }) => id} />
        <Pagination page={page} lastPage={lastPage} label="members" />
      </Card>
      <Card title="What the roles may do">
        <dl className={styles.facts}>
          {Object.values(roleWords).map(({ name, may }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{may}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {leaving && mayRemove ? (
        <ConfirmDialog
          title={`Remove ${nameOf(leaving)}?`}
          confirm="Remove them"
          fields={{ userId: leaving.id }}
          closeTo={addressOf({ remove: null })}
        >
          They are signed out of {team.name} at once, and API keys they issued stop. What they sent stays, and scheduled
          gifts pass to an admin.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
