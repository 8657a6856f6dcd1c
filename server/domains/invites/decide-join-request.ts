import type { RoleGroup } from '#contract/core/permissions.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import type { InviteRecord } from './invite.ts'
import { sendInvites } from './send-invites.ts'

/**
 * Invites the person who asked: no one has proven the address yet, and the invite's mail does.
 * @throws not_found (404) for a foreign, missing or decided one; wrong_state (409) for a member, and what inviting refuses
 */
export async function acceptJoinRequest(
  work: Work,
  caller: Principal,
  { requestId, roleGroupId }: { requestId: string; roleGroupId: RoleGroup },
): Promise<InviteRecord> {
  const { teamId, email } = await lockOpenRequest(work.tx, caller, requestId)
  const invites = [{ emailAddress: email, roleGroupId }]
  const sent = await sendInvites(work, caller, { teamId, type: 'participant', invites }).catch(aboutOne)
  const [invite] = sent.invites
  if (!invite) throw new Problem('wrong_state', `${email} is a member of the team already.`)
  await decide(work, { requestId, teamId, email, decision: 'accepted' })
  return invite
}

/** No one is told: the address may be anybody's. @throws not_found (404) for a foreign, missing or decided one */
export async function declineJoinRequest(work: Work, caller: Principal, requestId: string): Promise<void> {
  const { teamId, email } = await lockOpenRequest(work.tx, caller, requestId)
  await decide(work, { requestId, teamId, email, decision: 'declined' })
}

async function lockOpenRequest(tx: Tx, caller: Principal, id: string): Promise<{ teamId: string; email: string }> {
  const request = await tx
    .selectFrom('join_request')
    .select(['team_id as teamId', 'email'])
    .where('id', '=', id)
    .where('team_id', 'in', [...caller.teamIds])
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!request?.teamId) throw notFound('join request')
  await teamInScope(tx, caller, request.teamId)
  return { teamId: request.teamId, email: request.email }
}

/** For all that this address has asked of the team. */
async function decide(
  work: Work,
  about: { requestId: string; teamId: string; email: string; decision: 'accepted' | 'declined' },
): Promise<void> {
  const { requestId, teamId, email, decision } = about
  await work.tx
    .updateTable('join_request')
    .set({ decision })
    .where('team_id', '=', teamId)
    .where('email', '=', email)
    .where('decision', 'is', null)
    .execute()
  await work.audit(`team.join-${decision}`, { kind: 'joinRequest', id: requestId }, { teamId })
}

/** What is wrong with the only row of a list is said of the request itself. */
function aboutOne(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const details = error.details.map(({ row: _, ...detail }) => ({
    ...detail,
    path: detail.path.replace(/^invites\.0\./, ''),
  }))
  if (error.code === 'invalid_fields') throw invalidFields(details)
  throw new Problem(error.code, error.message, { help: error.help, details })
}
