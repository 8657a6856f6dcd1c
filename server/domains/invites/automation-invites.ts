import type { InviteAllowance } from '#contract/invites/invites.ts'
import { plainEmailAddress } from '#kit/email-address.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type IssuedRow, issueInvites } from './issue-invites.ts'

/**
 * Invites people to an automated budget of a team, and has the invites mailed. The caller has made sure that the budget
 * is the team's and has room. An address with an invite that still holds keeps it; an outlived one is renewed.
 * @returns one row per distinct address, in order, each with its invite
 */
export async function createAutomationInvites(
  work: Work,
  {
    teamId,
    automationId,
    emails,
    senderId = work.actor.kind === 'user' ? work.actor.id : null,
  }: { teamId: string; automationId: string; emails: readonly string[]; senderId?: string | null },
): Promise<IssuedRow[]> {
  const distinct = [...new Set(emails.map(plainEmailAddress))]
  await work.tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return issueInvites(work, {
    teamId,
    type: 'automation-participant',
    automationId,
    senderId,
    wanted: distinct.map((email) => ({ email, roleGroupId: 'automation-participant', subteamName: null })),
  })
}

/** Takes back a budget's invites that no one has accepted: to some addresses, or all. @returns how many */
export async function cancelAutomationInvites(
  { tx, at, audit }: Work,
  { teamId, automationId, emails }: { teamId: string; automationId: string; emails?: readonly string[] },
): Promise<number> {
  const cancelled = await tx
    .updateTable('team_invite')
    .set({ cancelled_at: at, updated_at: at })
    .where('team_id', '=', teamId)
    .where('automation_id', '=', automationId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(emails !== undefined, (query) => query.where('email', 'in', emails!.length ? [...emails!] : ['']))
    .executeTakeFirst()
  const count = Number(cancelled.numUpdatedRows)
  if (count > 0)
    await audit('invites.cancelled', { kind: 'automatedBudget', id: automationId }, { teamId, detail: { count } })
  return count
}

/** What an invite to a budget promises, and what the list or HR system that someone came in by calls them. */
export interface PromisedAllowance {
  allowance: InviteAllowance
  recipientName: string | null
}

/** What budgets, a floor above, know and do about invites to them. */
interface AutomationInviter {
  /**
   * For people invited through the teams' endpoint: the same as when they are added as participants, in the same
   * transaction. It answers one row per wanted address, in order.
   * @throws not_found (404) for a budget that is not the team's, and whatever adding participants refuses
   */
  invite(
    work: Work,
    caller: Principal,
    wanted: { teamId: string; automationId: string; emails: readonly string[] },
  ): Promise<AutomationInviteRow[]>
  /** What the invite promises. */
  allowance(db: Db, invited: { automationId: string; email: string }): Promise<PromisedAllowance | null>
}

export type AutomationInviteRow =
  | IssuedRow
  /** Takes part already. */
  | { email: string; inviteId: null; outcome: 'already-member' }

declare module '#server/platform/posy.ts' {
  interface Hooks {
    automationInviter: AutomationInviter
  }
}
