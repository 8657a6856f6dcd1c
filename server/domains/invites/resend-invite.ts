import type { Posy, Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { countInviteMails } from './count-mails.ts'
import { invitesIssued } from './events.ts'
import { type InviteRecord, inviteState, permissionFor } from './invite.ts'
import { renewInvites } from './issue-invites.ts'
import { inviteInScope, lockInvite } from './queries.ts'

const PER_INVITE = { attempts: 5, windowSeconds: 3600 }

/** No one's inbox is flooded. @throws too_many_requests (429) */
export const countResend = (posy: Posy, caller: Principal, inviteId: string): Promise<void> =>
  countAttempt(posy, `invite-resend:${caller.teamId}:${inviteId}`, PER_INVITE)

/**
 * Sends an invite again, also one that expired: with a new token and a new expiry.
 * @throws not_found (404), forbidden (403) by its type, wrong_state (409) once it was accepted
 */
export async function resendInvite(work: Work, caller: Principal, inviteId: string): Promise<InviteRecord> {
  const invite = await changeableInvite(work, caller, inviteId)
  await renew(work, invite, caller.userId)
  return inviteInScope(work.tx, caller, inviteId)
}

/** One more sending of a locked invite. @throws too_many_requests (429), by the team’s day and the address’s */
export async function renew(work: Work, invite: InviteRecord, senderId: string | null): Promise<void> {
  const isBudget = invite.type === 'automation-participant'
  await countInviteMails(work, { teamId: invite.teamId, isBudget, to: [{ email: invite.email }] })
  await renewInvites(work, [{ ...invite, version: invite.version + 1 }], senderId)
  const { id, teamId, type } = invite
  await work.audit('invite.resent', { kind: 'invite', id }, { teamId, detail: { type, version: invite.version + 1 } })
  await work.emit(invitesIssued, { inviteIds: [id] })
}

/** Takes an invite back: its link stops working. @throws as resendInvite */
export async function cancelInvite(
  work: Work,
  caller: Principal,
  { teamId, inviteId }: { teamId: string; inviteId: string },
): Promise<void> {
  const invite = await changeableInvite(work, caller, inviteId, teamId)
  await work.tx
    .updateTable('team_invite')
    .set({ cancelled_at: work.at, updated_at: work.at })
    .where('id', '=', inviteId)
    .execute()
  await work.audit('invite.cancelled', { kind: 'invite', id: inviteId }, { teamId, detail: { type: invite.type } })
}

async function changeableInvite(
  { tx, posy }: Work,
  caller: Principal,
  inviteId: string,
  teamId?: string,
): Promise<InviteRecord> {
  const seen = await inviteInScope(tx, caller, inviteId)
  if (teamId !== undefined && seen.teamId !== teamId) throw notFound('invite')
  requirePermission(caller, permissionFor[seen.type])
  const invite = await lockInvite(tx, inviteId)
  const state = invite && inviteState(posy, invite)
  if (!invite || state === 'cancelled') throw notFound('invite')
  if (state === 'accepted')
    throw new Problem('wrong_state', 'This invite has been accepted.', {
      help: 'To end what came of it, remove the member from the team.',
    })
  return invite
}
