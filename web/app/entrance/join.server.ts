import { redirect } from 'react-router'
import type { Answer } from '#contract/core/endpoint.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import { type acceptInvite, getInviteByToken, type InvitePage } from '#contract/invites/invites.ts'
import { apiAs, callApi } from '#web/api.ts'
import type { WebContext } from '#web/context.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { paths, withQuery } from '#web/paths.ts'
import { grantByPassword } from '#web/session/grants.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { inviteToken } from './mailed-token.server.ts'
import { promptForCode } from './second-step/challenge-cookie.server.ts'

type Accepted = CallResult<Answer<typeof acceptInvite>>

/** What the link in hand leads to, or why it does not. */
export async function findInvite(
  page: WebContext,
  token: string | undefined,
): Promise<{ invite: InvitePage | null; isThrottled: boolean }> {
  if (!token) return { invite: null, isThrottled: false }
  const answer = await callApi(page, getInviteByToken, { params: { token } })
  if (answer.ok) return { invite: answer.value.data, isThrottled: false }
  if (answer.problem.status >= 500) throw new Response(null, { status: answer.problem.status })
  return { invite: null, isThrottled: answer.problem.status === 429 }
}

/** One answer to an invite, from its page. */
export interface Joining {
  page: WebContext
  session: Session
  invite: InvitePage
  token: string
  form: FormData
}

const readSubteamName = ({ invite, form }: Joining) => {
  const { subteamName } = readForm(form, { subteamName: text })
  return invite.type === 'subteam' && subteamName ? { subteamName } : {}
}

/** Makes an account for the invite's address, and signs it in. */
export async function joinAsNew(joining: Joining): Promise<Failure | Response> {
  const { page, session, invite, token, form } = joining
  const typed = readForm(form, { 'newUser.firstName': text, 'newUser.surname': text, 'newUser.password': exactText })
  const password = typed['newUser.password']
  const newUser = { firstName: typed['newUser.firstName'], surname: typed['newUser.surname'], password }
  const api = apiAs(page)
  const accepted = await api.acceptInvite({
    params: { id: invite.id },
    body: { token, newUser, ...readSubteamName(joining) },
  })
  if (!accepted.ok) return toFormFailure(accepted.problem, form)
  const granted = await grantByPassword(page, { username: invite.emailAddress, password, device: session.device() })
  if (granted.ok) session.start(granted.value)
  return arrive(joining, accepted.value)
}

/** Signs the owner of the invite's address in, and then accepts as them. */
export async function joinByPassword(joining: Joining): Promise<Failure | Response> {
  const { page, session, invite, form } = joining
  const { password } = readForm(form, { password: exactText })
  const granted = await grantByPassword(page, { username: invite.emailAddress, password, device: session.device() })
  if (!granted.ok) {
    // Signed in, they come back here and accept as themselves.
    const asked = promptForCode(page, granted.problem, paths.join)
    if (asked) return asked
    const failure = toFormFailure(granted.problem, form)
    return failure.status === 401 || failure.status === 422
      ? invalidForm({ password: 'This is not the password of that account' }, form)
      : failure
  }
  session.start(granted.value)
  return joinAsMyself(joining)
}

/** Accepts as anyone who is signed in. */
export async function joinAsMyself(joining: Joining): Promise<Failure | Response> {
  const { session, invite, token, form } = joining
  const accepted: Accepted = await session.api.acceptInvite({
    params: { id: invite.id },
    body: { token, existingUser: true, ...readSubteamName(joining) },
  })
  if (!accepted.ok) return toFormFailure(accepted.problem, form)
  const { userId, teamId } = accepted.value.data
  if (teamId) {
    const switched = await session.api.switchTeam({ params: { id: userId }, body: { teamId } })
    if (switched.ok) {
      session.keep(switched.value.data)
      session.remember(teamId)
    }
  }
  return arrive(joining, accepted.value)
}

/** Says no to a budget, for who has its link. */
export async function declineBudget({ page, session, invite, token, form }: Joining): Promise<Failure | Response> {
  const declined = await apiAs(page).declineInvite({ params: { id: invite.id }, body: { token } })
  if (!declined.ok) return toFormFailure(declined.problem, form)
  if (invite.allowance) session.flash(invite.allowance.name)
  return redirect(withQuery(paths.join, { declined: '1' }), { status: 303, headers: inviteToken.forgotten(page) })
}

/** To the team; or to where a budget is waited for, which makes a team of its own in a moment. */
function arrive({ page, session, invite }: Joining, { data }: Answer<typeof acceptInvite>): Response {
  const init = { status: 303, headers: inviteToken.forgotten(page) }
  if (!data.teamId) return redirect(paths.joinReady(data.invite.automationId), init)
  session.flash(`You are in. Welcome to ${invite.type === 'subteam' ? 'your new team' : invite.teamName}.`)
  return redirect(paths.home, init)
}
