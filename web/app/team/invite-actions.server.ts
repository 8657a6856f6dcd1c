import type { CallProblem } from '#contract/core/invoke.ts'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { InviteRow } from '#contract/invites/invites.ts'
import { readPeopleList } from '#kit/people-list/read-people-list.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'

/** @returns why no one was invited, or null once everybody is */
export async function sendInvites(session: Session, form: FormData): Promise<Failure | null> {
  const { emails, subteamName, roleGroupId, ...read } = readForm(form, {
    type: choice('participant', 'subteam'),
    emails: text,
    subteamName: text,
    roleGroupId: text,
  })
  const type = read.type ?? 'participant'
  const addresses = readPeopleList(emails, { contact: 'email', beside: 'address' }).people.map(({ address }) => address)
  if (addresses.length === 0) return invalidForm({ emails: 'At least one address is needed' }, form)
  const details =
    type === 'subteam' ? { ...(subteamName && { subteamName }) } : { roleGroupId: roleGroupId as RoleGroup }
  const result = await session.api.createInvites({
    params: { id: session.teamId! },
    body: { type, invites: addresses.map((emailAddress) => ({ emailAddress, ...details })) },
  })
  if (!result.ok) return rowsTold(toFormFailure(result.problem, form), addresses)
  session.flash(told(result.value.rows))
  return null
}

/** Wrong rows are told by their address, all under the one field they were typed into. */
function rowsTold(failure: Failure, addresses: readonly string[]): Failure {
  const wrong: string[] = []
  const fields: Record<string, string> = {}
  for (const [path, message] of Object.entries(failure.fields)) {
    const [, row, field] = path.match(/^invites\.(\d+)\.(\w+)$/) ?? []
    if (field === 'emailAddress') wrong.push(`${addresses[Number(row)]}: ${message.toLowerCase()}`)
    else if (field) fields[field] ??= message
    else fields[path] = message
  }
  return { ...failure, fields: { ...fields, ...(wrong.length && { emails: wrong.join(' · ') }) } }
}

function told(rows: readonly InviteRow[]): string {
  const count = (outcome: InviteRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const [invited, waiting, members] = [count('invited'), count('already-invited'), count('already-member')]
  return [
    invited ? `${plural(invited, 'invite is', 'invites are')} on the way.` : 'No one new was invited.',
    waiting ? `${plural(waiting, 'person has', 'people have')} an invite that still holds.` : '',
    members ? `${plural(members, 'person is', 'people are')} in the team already.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export async function resendInvite(session: Session, id: string): Promise<void> {
  const result = await session.api.resendInvite({ params: { id } })
  if (result.ok)
    session.flash(`Sent again to ${result.value.data.emailAddress}. The link in the earlier email no longer works.`)
  else session.flash(inviteRefusalMessage(result.problem), 'danger')
}

export async function cancelInvite(session: Session, teamId: string, inviteId: string): Promise<void> {
  const result = await session.api.deleteInvite({ params: { id: teamId, inviteId } })
  if (result.ok) session.flash('The invite is revoked. Its link no longer works.')
  else session.flash(inviteRefusalMessage(result.problem), 'danger')
}

export async function acceptJoinRequest(session: Session, id: string, roleGroupId: RoleGroup): Promise<void> {
  const result = await session.api.acceptJoinRequest({ params: { id }, body: { roleGroupId } })
  if (result.ok) session.flash(`An invite is on its way to ${result.value.data.emailAddress}.`)
  else session.flash(inviteRefusalMessage(result.problem), 'danger')
}

export async function declineJoinRequest(session: Session, id: string): Promise<void> {
  const result = await session.api.declineJoinRequest({ params: { id } })
  if (result.ok) session.flash('Declined. They are not told, and cannot ask again for 30 days.')
  else session.flash(inviteRefusalMessage(result.problem), 'danger')
}

const inviteRefusalMessage = (error: CallProblem): string =>
  error.status < 500 ? error.message : 'That did not work. Nothing was changed; try again in a moment.'
