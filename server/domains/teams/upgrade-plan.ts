import { newId } from '#server/kit/ids.ts'
import { found, notFound, Problem } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { planOf, teamById } from './queries.ts'
import type { TeamRecord } from './team.ts'

/**
 * Moves the caller's team, its subteams and its budgets' participants to a dearer plan of the same seller, paid by
 * invoice from now on; or, where not everyone may take that plan, asks the operator for it.
 * @throws not_found (404) for a plan that is not on offer, restricted (403) from a subteam, wrong_state (409) for the
 *   plan it is on or one that gives less
 */
export async function upgradePlan(
  work: Work,
  caller: Principal,
  { planId }: { planId: string },
): Promise<{ userId: string; team: TeamRecord; status: 'upgraded' | 'requested' }> {
  const { tx } = work
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
  if (!after.openForSignUp) {
    await requestPlan(work, { teamId, planId: after.id, userId })
    return { userId, team: await teamById(tx, teamId), status: 'requested' }
  }
  await moveToPlan(work, teamId, { from: before.id, to: after.id })
  return { userId, team: await teamById(tx, teamId), status: 'upgraded' }
}

/** Until plans are billed, one that costs something is the operator's to give. Of several wishes the last one counts. */
async function requestPlan(
  work: Work,
  { teamId, planId, userId }: { teamId: string; planId: string; userId: string },
): Promise<void> {
  await work.tx.deleteFrom('plan_request').where('team_id', '=', teamId).where('approved_at', 'is', null).execute()
  await work.tx
    .insertInto('plan_request')
    .values({ id: newId(), team_id: teamId, plan_id: planId, user_id: userId, created_at: work.at })
    .execute()
  await work.audit('team.plan-requested', { kind: 'team', id: teamId }, { teamId, detail: { planId } })
}

export interface PlanRequest {
  teamId: string
  teamName: string
  planName: string
  askedBy: string
  askedAt: Date
}

/** What teams have asked for and wait for, the oldest first. */
export const openPlanRequests = (db: Db | Tx): Promise<PlanRequest[]> =>
  db
    .selectFrom('plan_request')
    .innerJoin('team', 'team.id', 'plan_request.team_id')
    .innerJoin('plan', 'plan.id', 'plan_request.plan_id')
    .innerJoin('app_user', 'app_user.id', 'plan_request.user_id')
    .select([
      'team.id as teamId',
      'team.name as teamName',
      'plan.name as planName',
      'app_user.email as askedBy',
      'plan_request.created_at as askedAt',
    ])
    .where('approved_at', 'is', null)
    .orderBy('plan_request.created_at')
    .execute()

/** The operator gives a team the plan it asked for. @returns the plan's name @throws not_found (404) */
export async function approvePlan(work: Work, teamId: string): Promise<string> {
  const { tx, at } = work
  const asked = found(
    await tx
      .updateTable('plan_request')
      .set({ approved_at: at })
      .where('team_id', '=', teamId)
      .where('approved_at', 'is', null)
      .returning('plan_id')
      .executeTakeFirst(),
    'request of this team',
  )
  const before = await teamById(tx, teamId)
  await moveToPlan(work, teamId, { from: before.planId, to: asked.plan_id })
  return (await planOf(tx, asked.plan_id)).name
}

/** The team, its subteams and its budgets' participants. */
async function moveToPlan(work: Work, teamId: string, { from, to }: { from: string; to: string }): Promise<void> {
  const { tx, at } = work
  await tx
    .updateTable('team')
    .set({ plan_id: to, updated_at: at })
    .where((eb) => eb.or([eb('id', '=', teamId), eb('parent_team_id', '=', teamId)]))
    .execute()
  // Participants of a subteam's budget stand one step further down.
  await tx
    .updateTable('team')
    .set({ plan_id: to, updated_at: at })
    .where('parent_team_id', 'in', tx.selectFrom('team').select('id').where('parent_team_id', '=', teamId))
    .execute()
  const detail = { from, to, payment: 'invoice' }
  await work.audit('team.plan-upgraded', { kind: 'team', id: teamId }, { teamId, detail })
}
