import { sql } from 'kysely'
import { maySell } from '#server/domains/documents/index.ts'
import { paidPlanChosen, upgradeVerified } from '#server/domains/invites/index.ts'
import { loadPermissions } from '#server/domains/teams/team/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { chargePlanCards, nextPlanCardChargeAt } from './charge-plan-cards.ts'
import { remindDue } from './remind.ts'
import { renewDue } from './renew.ts'
import { upgradePlan } from './upgrade-plan.ts'

/** What a person asked for outside a session is done as theirs, with the rights they have now. A refusal is written down. */
async function upgradeAs(
  posy: Posy,
  { userId, teamId, planId }: { userId: string; teamId: string; planId: string },
): Promise<void> {
  const rights = await loadPermissions(posy.db, { userId, teamId })
  if (!rights?.permissions['manage-billing']) return
  const actor = { kind: 'user', id: userId } as const
  const caller = {
    ...{ kind: 'user' as const, actor, userId, teamId, teamIds: [teamId], clientId: null, sessionId: null },
    ...{ ownOnly: false, permissions: rights.permissions, apiKey: null, planId: rights.planId, brandId: null },
    role: { groupId: rights.roleGroupId, ids: rights.roleIds },
  } satisfies Principal
  try {
    await transact(posy, { actor }, (work) => upgradePlan(work, caller, { planId }))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    posy.log.warn({ teamId, planId, code: error.code }, 'a plan that was asked for by link was refused')
  }
}

const nextBillingAt = sql<Date | null>`
  select least((select min(next_invoice_at) from plan_subscription),
    (select min(effective_at) from plan_request where status = 'scheduled'))`

export function registerPlans(posy: Posy): void {
  posy.queue.subscribe(paidPlanChosen, 'invoice-plan', (event) => upgradeAs(posy, event))
  posy.queue.subscribe(upgradeVerified, 'upgrade-plan', (event) => upgradeAs(posy, event))
  posy.due.push({
    name: 'plans.billing',
    // Without a seller to name, invoices wait.
    nextDueAt: maySell(posy.config) ? nextBillingAt : async () => null,
    run: (now) => renewDue(posy, now),
  })
  posy.due.push({
    name: 'plans.card-payments',
    nextDueAt: nextPlanCardChargeAt,
    run: (now) => chargePlanCards(posy, now),
  })
  posy.due.push({
    name: 'plans.reminders',
    nextDueAt: sql`select min(remind_at) from plan_invoice where remind_at is not null`,
    run: (now) => remindDue(posy, now),
  })
}
