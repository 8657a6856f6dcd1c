import type { Pence } from '#kit/money.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { hasRequests, writeGrant } from './grant-queries.ts'
import { lockGrant } from './queries.ts'

/**
 * From now on a second person approves above a lower sum. What would let more through than was agreed is another grant.
 * @throws not_found (404), wrong_state (409) for a closed grant, restricted (403) for a higher limit, or none
 */
export async function lowerApprovalLimit(
  work: Work,
  caller: Principal,
  { grantId, approvalAbovePence }: { grantId: string; approvalAbovePence: Pence },
): Promise<void> {
  const grant = await lockGrant(work.tx, caller, grantId)
  if (grant.closed_at) throw new Problem('wrong_state', `The grant ${grant.name} is closed.`)
  const now = grant.approval_above_pence
  if (now !== null && approvalAbovePence > now)
    throw new Problem('restricted', 'The sum above which a second person approves can only be lowered.', {
      help: 'Open another grant, with the limit that was agreed for it.',
    })
  await writeGrant(work.tx, grantId, { approval_above_pence: approvalAbovePence, updated_at: work.at })
  await work.audit(
    'grant.changed',
    { kind: 'grant', id: grantId },
    { teamId: grant.team_id, detail: { from: now, to: approvalAbovePence } },
  )
}

/**
 * Makes no more awards out of a grant. Those that were made stay good; what they leave comes back to it, and can be taken out.
 * @throws not_found (404), wrong_state (409) where it is closed, or requests wait for a decision
 */
export async function closeGrant(work: Work, caller: Principal, grantId: string): Promise<void> {
  const { tx, at } = work
  const grant = await lockGrant(tx, caller, grantId)
  if (grant.closed_at) throw new Problem('wrong_state', `The grant ${grant.name} is closed.`)
  if (await hasRequests(tx, grantId))
    throw new Problem('wrong_state', 'Awards out of this grant wait for approval.', {
      help: 'Have them approved or declined first.',
    })
  await writeGrant(tx, grantId, { closed_at: at, updated_at: at })
  await work.audit('grant.closed', { kind: 'grant', id: grantId }, { teamId: grant.team_id })
}
