import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { TeamUser } from '#contract/teams/team-users.ts'
import { useAppData, useCan, useZone } from '#web/app/shell/app-data.ts'
import { roleLabelsFor, rolesShown, rolesToGive } from '#web/app/shell/roles.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { refusalFor } from '#web/messages.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { Avatar } from '#web/ui/kit/avatar.tsx'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Pagination, useAddress } from '#web/ui/kit/pagination.tsx'
import { useTeam } from './layout.tsx'
import { RoleChange } from './role-change.tsx'
import { SecondStepBadge } from './second-step-badge.tsx'
import styles from './team.module.css'

const memberName = ({ firstName, surname, email }: TeamUser) => `${firstName} ${surname}`.trim() || email

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1) || 1
  const result = await session.api.getTeamUsers({ params: { id: session.teamId! }, query: { page, per_page: 50 } })
  const { data: members, current_page, last_page, total } = session.unwrap(result)
  return { members, page: current_page, lastPage: last_page, total }
}

const done = {
  'reset-second-step':
    'Their second step is reset, and they are told by email. Their password signs them in until they set up a new one.',
  'sign-out': 'They are signed out everywhere. They sign in again with their password, or as your team signs in.',
  remove: 'They are no longer in the team. Their sessions and API keys here have stopped.',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { roleGroupId, intent, userId } = readForm(form, {
    roleGroupId: exactText,
    intent: choice('reset-second-step', 'sign-out', 'remove'),
    userId: text,
  })
  const role = roleGroupId as RoleGroup
  const params = { id: session.teamId!, userId }
  const calls = {
    'reset-second-step': () => session.api.resetTeamUserSecondStep({ params }),
    'sign-out': () => session.api.signOutTeamUser({ params }),
    remove: () => session.api.removeTeamUser({ params }),
  }
  const outcome = intent
    ? await calls[intent]()
    : await session.api.changeTeamUserRole({ params, body: { roleGroupId: role } })
  if (!outcome.ok) session.flash(Object.values(refusalFor(outcome.problem)).join(' '), 'danger')
  else
    session.flash(
      intent
        ? done[intent]
        : `The role is now ${roleLabelsFor(session.can)[role].name}. It holds from their next click.`,
    )
  // Back to the page of the list it was pressed on.
  const page = new URL(request.url).searchParams.get('page')
  return redirect(withQuery(paths.teamTab('members'), { page }), 303)
}

export default function Members() {
  const { members, page, lastPage, total } = useLoaderData<typeof loader>()
  const { initialUser } = useAppData()
  const team = useTeam()
  const can = useCan()
  const zone = useZone()
  const addressWith = useAddress()
  const [search] = useSearchParams()
  const leaving = members.find(({ id }) => id === search.get('remove'))
  const resetting = members.find(({ id }) => id === search.get('reset'))
  const signingOut = members.find(({ id }) => id === search.get('signOut'))
  const mayRemove = can(['team-admin', 'subteam-admin'])
  const changing = search.get('change')
  const roles = rolesToGive(team, can)
  const roleLabels = roleLabelsFor(can)
  /** Whom the reader may give another role: themselves last of all, and no one with rights that the reader has not. */
  const mayChange = ({ id, roleGroupId }: TeamUser) =>
    mayRemove && id !== initialUser?.id && roles.includes(roleGroupId)
  const columns: TableColumn<TeamUser>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (member) => (
        <span className={styles.person}>
          <Avatar name={memberName(member)} />
          <span>
            <strong>{memberName(member)}</strong>
            <span className="muted small">{member.email}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      cell: (member) =>
        member.id === changing && mayChange(member) ? (
          <RoleChange member={member} name={memberName(member)} roles={roles} closeTo={addressWith({ change: null })} />
        ) : (
          roleLabels[member.roleGroupId].name
        ),
    },
    {
      key: 'joined',
      header: 'Joined',
      wideOnly: true,
      cell: ({ dateJoined }) => <time dateTime={dateJoined}>{formatDay(dateJoined, zone)}</time>,
    },
    ...(mayRemove
      ? [
          {
            key: 'second-step',
            header: 'Second step',
            cell: ({ secondStep }: TeamUser) => <SecondStepBadge secondStep={secondStep} />,
          },
          {
            key: 'remove',
            header: 'Change',
            numeric: true,
            cell: (member: TeamUser) =>
              member.id === initialUser?.id ? (
                <span className="muted small">You</span>
              ) : (
                <span className={styles.changes}>
                  {mayChange(member) && member.id !== changing ? (
                    <LinkButton
                      look="plain"
                      size="small"
                      preventScrollReset
                      to={addressWith({ change: member.id })}
                      aria-label={`Change role of ${memberName(member)}`}
                    >
                      Change role
                    </LinkButton>
                  ) : null}
                  {member.secondStep === 'on' && roles.includes(member.roleGroupId) ? (
                    <LinkButton
                      look="plain"
                      size="small"
                      preventScrollReset
                      to={addressWith({ reset: member.id })}
                      aria-label={`Reset second step of ${memberName(member)}`}
                    >
                      Reset second step
                    </LinkButton>
                  ) : null}
                  {roles.includes(member.roleGroupId) ? (
                    <LinkButton
                      look="plain"
                      size="small"
                      preventScrollReset
                      to={addressWith({ signOut: member.id })}
                      aria-label={`Sign out ${memberName(member)}`}
                    >
                      Sign out
                    </LinkButton>
                  ) : null}
                  <LinkButton
                    look="plain"
                    size="small"
                    preventScrollReset
                    to={addressWith({ remove: member.id })}
                    aria-label={`Remove ${memberName(member)}`}
                  >
                    Remove
                  </LinkButton>
                </span>
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
          {rolesShown(can).map(({ name, may }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{may}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {resetting && mayRemove ? (
        <ConfirmDialog
          title={`Reset second step of ${memberName(resetting)}?`}
          confirm="Reset it"
          fields={{ userId: resetting.id, intent: 'reset-second-step' }}
          closeTo={addressWith({ reset: null })}
        >
          For someone who lost their phone, passkeys and recovery codes. Make sure the request comes from them: until
          they set up a new one, their password alone signs them in. They are signed out everywhere and told by email.
        </ConfirmDialog>
      ) : null}
      {signingOut && mayRemove ? (
        <ConfirmDialog
          title={`Sign out ${memberName(signingOut)}?`}
          confirm="Sign them out"
          fields={{ userId: signingOut.id, intent: 'sign-out' }}
          closeTo={addressWith({ signOut: null })}
        >
          For a lost laptop or phone. Wherever they are signed in, the next click asks them to sign in again. They stay
          in the team; if someone else knows their password, have them reset it too.
        </ConfirmDialog>
      ) : null}
      {leaving && mayRemove ? (
        <ConfirmDialog
          title={`Remove ${memberName(leaving)}?`}
          confirm="Remove them"
          fields={{ userId: leaving.id, intent: 'remove' }}
          closeTo={addressWith({ remove: null })}
        >
          They are signed out of {team.name} at once, and API keys they issued stop. What they sent stays, and scheduled
          gifts pass to an admin.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
