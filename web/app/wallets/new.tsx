import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { isFull, loadPlanRoom } from '#web/app/plan-room/room.ts'
import { NoRoom, RoomNote } from '#web/app/plan-room/room-note.tsx'
import { choice, exactText, id, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('manage-billing')) throw data(null, { status: 403 })
  const team = session.unwrap(await session.api.getTeam({ params: { id: readId(session.teamId) } })).data
  const [room, wallets] = await Promise.all([
    loadPlanRoom(session, team, 'wallets'),
    session.api.listUserWallets({ params: { id: session.user!.id } }),
  ])
  const open = wallets.ok ? wallets.value.data : []
  const teams = [team, ...team.subteams]
    .filter(({ id }) => !isFull(room, open.filter(({ teamId }) => teamId === id).length))
    .map(({ id, name }) => ({ value: id, label: name }))
  return { key: randomUUID(), room, teams }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { teamId, name, currency, key } = readForm(form, {
    teamId: id,
    name: exactText,
    currency: choice('GBX', 'EUX'),
    key: text,
  })
  const result = await session.api.createWallet(
    { params: { id: teamId }, body: { name, currency: currency ?? 'GBX' } },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const wallet = result.value.data
  return session.redirect(
    paths.walletTab(wallet.id, 'card'),
    `${wallet.name} is ready. Top it up, or move money to it.`,
  )
}

export default function NewWallet() {
  const { key, room, teams } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="New wallet" back={{ to: paths.wallets, label: 'Wallets' }} />
      <div className="narrow stack">
        {room && teams.length === 0 ? <NoRoom room={room} counted="wallets" /> : null}
        {teams.length ? <NewWalletForm {...{ failure, teams }} attempt={key} /> : null}
        {room && teams.length ? <RoomNote room={room} counted="wallets" /> : null}
      </div>
    </>
  )
}

interface NewWalletFormProps {
  failure: Failure | undefined
  attempt: string
  /** Those that have room for one more. */
  teams: { value: string; label: string }[]
}

const NewWalletForm = ({ failure, attempt, teams }: NewWalletFormProps) => (
  <Card>
    <ActionForm failure={failure}>
      <input type="hidden" name="key" value={attempt} />
      <TextField name="name" label="Name" description="For example what the money is for" required maxLength={100} />
      {teams.length > 1 ? (
        <SelectField name="teamId" label="Team" description="Whose money it is" data={teams} />
      ) : (
        <input type="hidden" name="teamId" value={teams[0]!.value} />
      )}
      <SelectField
        name="currency"
        label="Currency"
        data={[
          { value: 'GBX', label: 'Pounds (£)' },
          { value: 'EUX', label: 'Euros (€)' },
        ]}
      />
      <div>
        <SubmitButton>Create wallet</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)
