import { type Posy, transact } from '#server/platform/posy.ts'
import { type Principal, recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { lockOpen, requireAnswerable } from './accept-invite.ts'
import { automationInviteDeclined } from './events.ts'

/**
 * Says no to an invite to a budget, for who may accept it: its link stops working, as if it were taken back, and it is sent no more.
 * @throws as requireAnswerable; wrong_state (409) once it was accepted or has expired, and for an invite to a team
 */
export async function declineInvite(
  posy: Posy,
  answer: { inviteId: string; token: string | undefined; caller: Principal | null },
  request: { requestId: string; address: string },
): Promise<void> {
  const { invite, tokenHash } = await requireAnswerable(posy, answer, request)
  const actor = answer.caller?.actor ?? recipientActor
  await transact(posy, { actor, requestId: request.requestId }, async (work) => {
    const { id, teamId, type, automationId } = await lockOpen(work, invite, tokenHash)
    if (!automationId)
      throw new Problem('wrong_state', 'Only an invite to a budget is declined.', {
        help: 'An invite to a team needs no answer.',
      })
    await work.tx
      .updateTable('team_invite')
      .set({ declined_at: work.at, cancelled_at: work.at, remind_at: null, updated_at: work.at })
      .where('id', '=', id)
      .execute()
    await work.audit('invite.declined', { kind: 'invite', id }, { teamId, detail: { type } })
    await work.emit(automationInviteDeclined, { inviteId: id, automationId })
  })
}
