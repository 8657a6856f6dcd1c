import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Subteam } from '#contract/teams/teams.ts'
import { isFull, loadOwnPlanRoom } from '#web/app/plan-room/room.ts'
import { NoRoom, RoomNote } from '#web/app/plan-room/room-note.tsx'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { useTeam } from '../layout.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('add-subteams')) throw data(null, { status: 403 })
  const wallets = session.unwrap(await session.api.listUserWallets({ params: { id: session.user!.id } })).data
  return { key: randomUUID(), wallets, room: await loadOwnPlanRoom(session, 'subteams') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { key, ...body } = readForm(form, { name: exactText, key: text })
  const result = await session.api.createSubteam(
    { params: { id: readId(session.teamId) }, body },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const { id, name } = result.value.data
  return session.redirect(paths.subteam(id), `${name} is ready. Its wallet is empty: move money to it below.`)
}

export default function Subteams() {
  const { key, wallets, room } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const team = useTeam()
  /** What a subteam can spend, by currency. */
  const available = (subteamId: string) => {
    const own = wallets.filter(({ teamId }) => teamId === subteamId)
    return [...Map.groupBy(own, ({ currency }) => currency)].map(
      ([currency, alike]) => [currency, alike.reduce((sum, wallet) => sum + wallet.available, 0)] as const,
    )
  }
  const columns: TableColumn<Subteam>[] = [
    { key: 'name', header: 'Name', cell: ({ id, name }) => <Link to={paths.subteam(id)}>{name}</Link> },
    {
      key: 'available',
      header: 'To spend',
      numeric: true,
      cell: ({ id }) =>
        available(id).map(([currency, pence]) => (
          <div key={currency}>
            <Money pence={pence} currency={currency} />
          </div>
        )),
    },
  ]
  return (
    <>
      <Card title="Subteams" flush>
        <DataTable
          caption={`Subteams of ${team.name}`}
          columns={columns}
          rows={team.subteams}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No subteams yet">
              A subteam has its own people, rules and wallets. You see what it buys.
            </EmptyState>
          }
        />
      </Card>
      {room && isFull(room, team.subteams.length) ? (
        <NoRoom room={room} counted="subteams" />
      ) : (
        <Card
          title="New subteam"
          action={<Link to={`${paths.teamTab('invites')}?for=subteam`}>Invite someone to lead one</Link>}
        >
          <ActionForm failure={failure}>
            <input type="hidden" name="key" value={key} />
            <TextField
              name="name"
              label="Name"
              description="It gets an empty wallet and your team’s plan"
              required
              maxLength={100}
            />
            <div>
              <SubmitButton>Create subteam</SubmitButton>
            </div>
          </ActionForm>
          {room ? <RoomNote room={room} counted="subteams" /> : null}
        </Card>
      )}
    </>
  )
}
