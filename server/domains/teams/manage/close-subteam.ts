import { lockedTeamsAreSettled } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { eventType } from '#server/platform/queue.ts'
import { removeMember } from '../members/index.ts'
import { teamInScope } from '../team/index.ts'

/** A subteam was deleted: what waits in it, such as invites, is over. */
export const teamClosed = eventType<{ teamId: string }>('team-closed')

/** What a floor above knows that stands in the way of closing any of these teams, such as a budget that still runs; or nothing. */
export type TeamClosureBlock = (db: Db | Tx, teamIds: readonly string[]) => Promise<Problem | null>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    teamClosureBlock: TeamClosureBlock
  }
}

/**
 * Deletes a subteam: its people are out at once, its name is gone from every list, and what it bought stays in its
 * parent's reports. The money says whether it may: a live gift is committed money, a debt is money too. The teams that
 * its budgets made for their participants go with it.
 * @throws not_found (404), wrong_state (409) while it or its budgets' participants hold money or live gifts or owe
 *   anything, and whatever a floor above objects
 */
export async function closeSubteam(
  work: Work,
  caller: Principal,
  { teamId, subteamId }: { teamId: string; subteamId: string },
): Promise<void> {
  const { tx, at, posy } = work
  await teamInScope(tx, caller, teamId)
  const subteam = await tx
    .selectFrom('team')
    .select('id')
    .where('id', '=', subteamId)
    .where('parent_team_id', '=', teamId)
    .where('automation_id', 'is', null)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!subteam) throw notFound('subteam')
  const problem = await posy.hooks.teamClosureBlock(tx, [subteamId])
  if (problem) throw problem
  const below = await tx.selectFrom('team').select('id').where('parent_team_id', '=', subteamId).forUpdate().execute()
  const teamIds = [subteamId, ...below.map(({ id }) => id)]
  if (!(await lockedTeamsAreSettled(tx, teamIds)))
    throw new Problem('wrong_state', 'This subteam still holds money or live gifts, or has an invoice to pay.', {
      help: 'Move its money to another wallet, and cancel its gifts or wait until they are used, then try again.',
    })
  const members = await tx
    .selectFrom('team_member')
    .select(['team_id as teamId', 'user_id as userId'])
    .where('team_id', 'in', teamIds)
    .execute()
  for (const member of members) await removeMember(work, member)
  await tx
    .updateTable('team')
    .set({ closed_at: at, updated_at: at })
    .where('id', 'in', teamIds)
    .where('closed_at', 'is', null)
    .execute()
  await work.audit('team.closed', { kind: 'team', id: subteamId }, { teamId, detail: { members: members.length } })
  await work.emit(teamClosed, { teamId: subteamId })
}
