import { budgetFeedHeldEmail } from '#server/domains/delivery/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { figures, notifyAdmins } from '../runs/notifications.ts'
import { applyDifference, audit, differenceFor } from './apply-feed.ts'
import { isEmpty } from './difference.ts'
import { budgetsFollowing, findFeed } from './queries.ts'

/** People of a connected system were read: the budgets that follow its groups are brought in line. Again changes nothing. */
export async function followGroups(posy: Posy, linkedAccountId: string): Promise<void> {
  for (const budgetId of await budgetsFollowing(posy.db, linkedAccountId))
    await asSystem(posy, (work) => followGroup(work, budgetId))
}

/** A change that is too large waits for an admin, who is told once. */
async function followGroup(work: Work, budgetId: string): Promise<void> {
  const { tx, at } = work
  const budget = await tx
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', budgetId)
    .forUpdate()
    .executeTakeFirst()
  const feed = await findFeed(tx, budgetId)
  if (!budget || !feed || budget.status === 'ended' || budget.sub_status === 'stopping') return
  const difference = await differenceFor(tx, budget, {
    linkedAccountId: feed.linked_account_id,
    groupId: feed.group_id,
    emailDomains: feed.email_domains,
    maxRunCost: feed.max_run_cost,
  })
  const update = (change: { held_reasons: string[]; held_at: Date | null; applied_at?: Date }) =>
    tx
      .updateTable('automated_budget_feed')
      .set({ ...change, updated_at: at })
      .where('budget_id', '=', budgetId)
      .execute()
  const { stops, joiners, leavers } = difference
  if (stops.length > 0) {
    await update({ held_reasons: stops, held_at: feed.held_at ?? at })
    if (feed.held_at) return
    const detail = {
      ...figures(budget, 0),
      joiners: joiners.length,
      leavers: leavers.length,
    }
    await notifyAdmins(work, budgetFeedHeldEmail, budget, `${budgetId}/${at.toISOString()}`, detail)
    await audit(work, budget, 'feed-held', difference)
    return
  }
  await applyDifference(work, budget, difference)
  await update({ held_reasons: [], held_at: null, applied_at: at })
  if (!isEmpty(difference)) await audit(work, budget, 'feed-applied', difference)
}
