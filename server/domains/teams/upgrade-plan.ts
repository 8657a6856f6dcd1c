import { found, notFound, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { planOf, teamById } from './queries.ts'
import type { TeamRecord } from './team.ts'

/**
 * Moves the caller's team, its subteams and its budgets' participants to a dearer plan of the same seller, paid by
 * invoice from now on.
 * @throws not_found (404) for a plan that is not on offer, restricted (403) from a subteam, wrong_state (409) for the
 *   plan it is on or one that gives less
 */
export async function upgradePlan(
  work: Work,
  caller: Principal,
  { planId }: { planId: string },
): Promise<{ userId: string; team: TeamRecord }> {
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  const team = found(
    await tx
      .selectFrom('team')
      .select(['plan_id', 'parent_team_id'])
      .where('id', '=', teamId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'team',
  )
  if (team.parent_team_id !== null)
    throw new Problem('restricted', 'A subteam is on the plan of its parent team.', { help: 'Ask a team admin there.' })
  const before = await planOf(tx, team.plan_id)
  const after = await planOf(tx, planId)
  if (!after.isActive || after.clientId !== before.clientId) throw notFound('plan')
  if (after.id === before.id) throw new Problem('wrong_state', `The team is on the plan ${after.name} already.`)
  const givesLess = (Object.keys(after.entities) as (keyof typeof after.entities)[]).some(
    (entity) => after.entities[entity] < before.entities[entity],
  )
  if (after.pricePence < before.pricePence || givesLess)
    throw new Problem('wrong_state', `The plan ${after.name} is no upgrade from ${before.name}.`, {
      help: 'To move to a smaller plan, contact us.',
    })
  await tx
    .updateTable('team')
    .set({ plan_id: after.id, updated_at: at })
    .where((eb) => eb.or([eb('id', '=', teamId), eb('parent_team_id', '=', teamId)]))
    .execute()
  // Participants of a subteam's budget stand one step further down.
  await tx
    .updateTable('team')
    .set({ plan_id: after.id, updated_at: at })
    .where('parent_team_id', 'in', tx.selectFrom('team').select('id').where('parent_team_id', '=', teamId))
    .execute()
  await work.audit(
    'team.plan-upgraded',
    { kind: 'team', id: teamId },
    { teamId, detail: { from: before.id, to: after.id, payment: 'invoice' } },
  )
  return { userId, team: await teamById(tx, teamId) }
}
