import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { RoleGroup } from '#contract/core/permissions.ts'
import { type InviteType, inviteTypes } from '#contract/invites/invites.ts'
import { loadOwnPlanRoom } from '#web/app/plan-room/room.ts'
import { RoomNote } from '#web/app/plan-room/room-note.tsx'
import { useCan } from '#web/app/shell/app-data.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Pagination, useAddress } from '#web/ui/kit/pagination.tsx'
import {
  acceptJoinRequest,
  cancelInvite,
  declineJoinRequest,
  resendInvite,
  sendInvites,
} from './invite-actions.server.ts'
import { InviteForm } from './invite-form.tsx'
import {
  type InviteState,
  inviteStateFilters,
  inviteStateLabels,
  inviteStates,
  inviteTypeLabels,
} from './invite-labels.ts'
import { InviteTable } from './invite-table.tsx'
import { JoinRequests } from './join-requests.tsx'
import { useTeam } from './layout.tsx'
import styles from './team.module.css'

const PAGE_SIZE = 25
const ADDRESS_MAX = 254
/** What the list keeps when something was done. */
const FILTERS = ['q', 'type', 'state', 'page']

function readQuery(url: URL) {
  const read = (name: string) => url.searchParams.get(name)?.trim() ?? ''
  return {
    q: read('q').slice(0, ADDRESS_MAX),
    type: inviteTypes.find((type) => type === read('type')) ?? '',
    state: inviteStates.find((state) => state === read('state')) ?? '',
    page: Math.max(1, Math.trunc(Number(read('page'))) || 1),
  } as const
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const query = readQuery(new URL(request.url))
  const result = await session.api.searchInvites({
    query: {
      filter: {
        ...(query.type && { type: [query.type as InviteType] }),
        ...(query.state && inviteStateFilters[query.state as InviteState]),
        ...(query.q && { emailAddress: query.q }),
      },
      page: query.page,
      per_page: PAGE_SIZE,
    },
  })
  const { data: invites, current_page, last_page, total } = session.unwrap(result)
  const requests = session.can('add-participants')
    ? session.unwrap(await session.api.listJoinRequests({ params: { id: readId(session.teamId) } })).data
    : []
  const room = session.can('add-participants') ? await loadOwnPlanRoom(session, 'participants') : null
  return { query, requests, room, invites, page: current_page, lastPage: last_page, total }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent, id, teamId, roleGroupId } = readForm(form, {
    intent: choice('resend', 'accept-request', 'decline-request', 'cancel'),
    id: text,
    teamId: text,
    roleGroupId: text,
  })
  if (intent === 'resend') await resendInvite(session, id)
  else if (intent === 'accept-request') await acceptJoinRequest(session, id, roleGroupId as RoleGroup)
  else if (intent === 'decline-request') await declineJoinRequest(session, id)
  else if (intent === 'cancel') await cancelInvite(session, teamId, id)
  else {
    const failure = await sendInvites(session, form)
    if (failure) return refused(failure)
  }
  const { searchParams } = new URL(request.url)
  const kept = new URLSearchParams([...searchParams].filter(([name]) => FILTERS.includes(name)))
  return redirect(`${paths.teamTab('invites')}?${kept}`, 303)
}

export default function Invites() {
  const { query, requests, room, invites, page, lastPage, total } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const [search] = useSearchParams()
  const team = useTeam()
  const can = useCan()
  const addressWith = useAddress()
  const leaving = invites.find(({ id }) => id === search.get('cancel'))
  const isFiltered = Boolean(query.q || query.type || query.state)
  return (
    <>
      {requests.length ? <JoinRequests requests={requests} /> : null}
      {can(['add-participants', 'add-subteams']) ? (
        <InviteForm
          key={`${search.get('for')} ${total}`}
          team={team}
          failure={failure}
          email={search.get('email') ?? ''}
          forSubteam={search.get('for') === 'subteam'}
        />
      ) : null}
      {room ? <RoomNote room={room} counted="participants" /> : null}
      <Filters query={query} />
      <Card title={plural(total, 'invite')} flush>
        {invites.length ? (
          <InviteTable invites={invites} team={team} />
        ) : (
          <EmptyState
            picture={isFiltered ? 'dandelion' : 'sprout'}
            title={isFiltered ? 'No invites match your filters' : 'No one is invited yet'}
            action={isFiltered ? <LinkButton to={paths.teamTab('invites')}>Clear filters</LinkButton> : null}
          >
            {isFiltered ? 'Try another word.' : 'Each invite is listed here, until long after it was accepted.'}
          </EmptyState>
        )}
        <Pagination page={page} lastPage={lastPage} label="invites" />
      </Card>
      {leaving && can(inviteTypeLabels[leaving.type].needs) && !leaving.accepted ? (
        <ConfirmDialog
          title={`Revoke the invite to ${leaving.emailAddress}?`}
          confirm="Revoke invite"
          fields={{ intent: 'cancel', id: leaving.id, teamId: leaving.teamId }}
          closeTo={addressWith({ cancel: null })}
        >
          The link in their email stops working at once. You can invite them again at any time.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const Filters = ({ query }: { query: ReturnType<typeof readQuery> }) => (
  <Form method="get" role="search" className={styles.filters} key={JSON.stringify(query)}>
    <TextField name="q" type="search" label="Address" defaultValue={query.q} maxLength={ADDRESS_MAX} />
    <SelectField
      name="type"
      label="To what"
      defaultValue={query.type}
      data={[
        { value: '', label: 'Anything' },
        ...inviteTypes.map((type) => ({ value: type, label: inviteTypeLabels[type].name })),
      ]}
    />
    <SelectField
      name="state"
      label="State"
      defaultValue={query.state}
      data={[
        { value: '', label: 'Any' },
        ...inviteStates.map((state) => ({ value: state, label: inviteStateLabels[state].name })),
      ]}
    />
    <Button type="submit" look="quiet">
      Show
    </Button>
  </Form>
)
