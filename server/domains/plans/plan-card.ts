import type { PlanCard } from '#contract/plans/plan-card.ts'
import { iso } from '#kit/time.ts'
import { cardInScope, requireChargeable } from '#server/domains/payments/index.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'

/** What someone needs who lets their card pay for the team's plan, on the day of each charge too. */
export const planCardRights = ['manage-billing', 'manage-cards', 'create-merchant-initiated-charge'] as const

/**
 * Has the plan invoices of a team that are issued from now on paid from one of the caller's cards. Set again, the last setting and its
 * maker count.
 * @throws not_found (404) for a foreign team or card, forbidden (403), wrong_state (409) for a card that cannot be charged
 */
export async function setPlanCard(
  work: Work,
  caller: Principal,
  { teamId, cardId, consent }: { teamId: string; cardId: string; consent: string },
): Promise<void> {
  const { tx, at } = work
  for (const right of planCardRights) requirePermission(caller, right)
  await teamInScope(tx, caller, teamId)
  const card = await cardInScope(tx, caller, cardId)
  if (card.team_id !== teamId) throw notFound('card')
  requireChargeable(card, at)
  const values = { user_id: member(caller).userId, card_id: cardId, consent, consented_at: at }
  await tx
    .insertInto('plan_card')
    .values({ team_id: teamId, ...values })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(values))
    .execute()
  await work.audit('plan.card-set', { kind: 'team', id: teamId }, { teamId, detail: { cardId, consent } })
}

/** Takes it back; again does nothing. @throws not_found (404) for a foreign team */
export async function removePlanCard(work: Work, caller: Principal, teamId: string): Promise<void> {
  await teamInScope(work.tx, caller, teamId)
  const removed = await work.tx
    .deleteFrom('plan_card')
    .where('team_id', '=', teamId)
    .returning('card_id')
    .executeTakeFirst()
  if (!removed) return
  const detail = { cardId: removed.card_id }
  await work.audit('plan.card-removed', { kind: 'team', id: teamId }, { teamId, detail })
}

/** @throws not_found (404) for a foreign team */
export async function readPlanCard(db: Db | Tx, caller: Principal, teamId: string): Promise<PlanCard | null> {
  await teamInScope(db, caller, teamId)
  const row = await db
    .selectFrom('plan_card as setting')
    .innerJoin('card', 'card.id', 'setting.card_id')
    .innerJoin('app_user', 'app_user.id', 'setting.user_id')
    .selectAll('setting')
    .select(['card.scheme', 'card.last4_digits'])
    .select(personName('app_user').as('ownerName'))
    .where('setting.team_id', '=', teamId)
    .executeTakeFirst()
  return row
    ? {
        teamId,
        card: { id: row.card_id, scheme: row.scheme, last4Digits: row.last4_digits },
        owner: { id: row.user_id, name: row.ownerName },
        consent: row.consent,
        dateConsented: iso(row.consented_at),
      }
    : null
}
