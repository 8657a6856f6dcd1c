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

async function earliest(posy: Posy): Promise<Date | null> {
  const { db } = posy
  // Without a seller to name, invoices wait.
  if (!maySell(posy.config)) return null
  const renewal = await db
    .selectFrom('plan_subscription')
    .select(({ fn }) => fn.min('next_invoice_at').as('at'))
    .executeTakeFirst()
  const change = await db
    .selectFrom('plan_request')
    .select(({ fn }) => fn.min('effective_at').as('at'))
    .where('status', '=', 'scheduled')
    .executeTakeFirst()
  const moments = [renewal?.at, change?.at].filter((at) => at != null)
  return moments.length ? new Date(Math.min(...moments.map((at) => new Date(at).getTime()))) : null
}

export function registerPlans(posy: Posy): void {
  posy.queue.subscribe(paidPlanChosen, 'invoice-plan', (event) => upgradeAs(posy, event))
  posy.queue.subscribe(upgradeVerified, 'upgrade-plan', (event) => upgradeAs(posy, event))
  posy.due.push({ name: 'plans.billing', nextDueAt: () => earliest(posy), run: (now) => renewDue(posy, now) })
  posy.due.push({
    name: 'plans.card-payments',
    nextDueAt: () => nextPlanCardChargeAt(posy),
    run: (now) => chargePlanCards(posy, now),
  })
  posy.due.push({
    name: 'plans.reminders',
    nextDueAt: async () => {
      const first = await posy.db
        .selectFrom('plan_invoice')
        .select('remind_at')
        .where('remind_at', 'is not', null)
        .orderBy('remind_at')
        .limit(1)
        .executeTakeFirst()
      return first?.remind_at ?? null
    },
    run: (now) => remindDue(posy, now),
  })
}
