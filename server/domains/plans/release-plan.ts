import { loadPlan } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { takeEffect } from './start-plan.ts'
import { openRequest } from './subscription.ts'

export interface WaitingPlan {
  teamId: string
  teamName: string
  planId: string
  planName: string
  askedBy: string
  askedAt: Date
  /** Pence of its invoice; null for one that costs nothing. */
  amountPence: number | null
}

/** What teams have asked for and wait for, the oldest first: all of them, or one. */
export const waitingPlans = (db: Db | Tx, teamId: string | null = null): Promise<WaitingPlan[]> =>
  db
    .selectFrom('plan_request')
    .innerJoin('team', 'team.id', 'plan_request.team_id')
    .innerJoin('plan', 'plan.id', 'plan_request.plan_id')
    .innerJoin('app_user', 'app_user.id', 'plan_request.user_id')
    .leftJoin('plan_invoice', 'plan_invoice.id', 'plan_request.plan_invoice_id')
    .select([
      'team.id as teamId',
      'team.name as teamName',
      'plan.id as planId',
      'plan.name as planName',
      'app_user.email as askedBy',
      'plan_request.created_at as askedAt',
      'plan_invoice.total as amountPence',
    ])
    .where('plan_request.approved_at', 'is', null)
    .where('plan_request.status', 'in', ['requested', 'pending'])
    .$if(teamId !== null, (query) => query.where('team.id', '=', teamId))
    .orderBy('plan_request.created_at')
    .execute()

/**
 * The operator lets a plan through that waits: it holds from now on, and its invoice stays to be paid.
 * @returns the plan's name @throws not_found (404)
 */
export async function releasePlan(
  work: Work,
  { teamId, operator, reason }: { teamId: string; operator: string; reason: string },
): Promise<string> {
  const { tx } = work
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()
  const request = await openRequest(tx, teamId)
  const waits = request && (request.status === 'requested' || request.status === 'pending') ? request : undefined
  await takeEffect(work, found(waits, 'plan that this team waits for'), `released by ${operator}`)
  await work.audit('team.plan-released', { kind: 'team', id: teamId }, { teamId, detail: { operator, reason } })
  return (await loadPlan(tx, waits!.plan_id)).name
}
