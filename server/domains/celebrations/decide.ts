import type { Celebration } from '#contract/celebrations/celebrations.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { isOpen } from './celebration.ts'
import { lockRule, readCelebration } from './queries.ts'

/**
 * An admin's word on one gift: it is bought on its day, or at once where that has come; or not at all.
 * @throws not_found (404); wrong_state (409) for one that was given, decided on or missed
 */
export async function decideOnCelebration(
  work: Work,
  caller: Principal,
  id: string,
  status: 'due' | 'skipped',
): Promise<Celebration> {
  const { tx, at } = work
  const { ruleId } = await readCelebration(tx, caller, id)
  // The rule's row first, as anyone who runs it does.
  const rule = await lockRule(tx, caller, ruleId)
  const celebration = await tx
    .selectFrom('celebration')
    .select(['status', 'order_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!celebration) throw notFound('celebration')
  if (celebration.order_id)
    throw new Problem('wrong_state', 'This gift waits for approval as an order.', { help: 'Decide on the order.' })
  const isDecidable = status === 'due' ? celebration.status === 'awaiting-approval' : isOpen(celebration.status)
  if (!isDecidable) throw new Problem('wrong_state', 'This gift no longer waits for a decision.')
  await tx
    .updateTable('celebration')
    .set({ status, decided_by: member(caller).userId, problem: null, updated_at: at })
    .where('id', '=', id)
    .execute()
  if (status === 'due' && rule.status === 'active')
    await tx.updateTable('celebration_rule').set({ due_at: at }).where('id', '=', ruleId).execute()
  await work.audit(
    status === 'due' ? 'celebration.approved' : 'celebration.skipped',
    { kind: 'celebration', id },
    { teamId: rule.team_id },
  )
  return readCelebration(tx, caller, id)
}
