import { newId } from '#kit/ids.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'

/** One stretch of time on one plan. */
export interface PlanMembership {
  planId: string
  planName: string
  startedAt: Date
  endedAt: Date | null
}

/** Begins the history of a new team. */
export async function beginMembership({ tx, at }: Work, teamId: string, planId: string): Promise<void> {
  await tx
    .insertInto('plan_membership')
    .values({ id: newId(), team_id: teamId, plan_id: planId, started_at: at })
    .execute()
}

/** Puts a team, its subteams and its budgets' participants on a plan, and writes its history on. The team's row is held. */
export async function moveToPlan(
  work: Work,
  teamId: string,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
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
  await tx
    .updateTable('plan_membership')
    .set({ ended_at: at })
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .execute()
  await beginMembership(work, teamId, to)
  await work.audit('team.plan-changed', { kind: 'team', id: teamId }, { teamId, detail: { from, to, reason } })
}

/** Which plans a team was on, the present one first. A subteam has its parent's. */
export async function planHistory(db: Db | Tx, teamId: string): Promise<PlanMembership[]> {
  return db
    .selectFrom('plan_membership')
    .innerJoin('plan', 'plan.id', 'plan_membership.plan_id')
    .select([
      'plan.id as planId',
      'plan.name as planName',
      'plan_membership.started_at as startedAt',
      'plan_membership.ended_at as endedAt',
    ])
    .where('plan_membership.team_id', '=', teamId)
    .orderBy('plan_membership.started_at', 'desc')
    .orderBy('plan_membership.id', 'desc')
    .execute()
}

/** Since when each of some teams is on its plan. */
export async function plansSince(db: Db | Tx, teamIds: readonly string[]): Promise<Map<string, Date>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('plan_membership as present')
    .innerJoin('team', (join) =>
      join.on(({ or, eb }) =>
        or([eb('team.id', '=', eb.ref('present.team_id')), eb('team.parent_team_id', '=', eb.ref('present.team_id'))]),
      ),
    )
    .select(['team.id', 'present.started_at as since'])
    .where('team.id', 'in', [...teamIds])
    .where('present.ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, since }) => [id, since]))
}
