import { sql } from 'kysely'
import { createAutomationInvites } from '#server/domains/invites/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { BudgetRecord } from '../budget/budget.ts'

/** Has people invited and remembers each one's invite. @returns what happened to each address */
export async function inviteParticipants(work: Work, budget: BudgetRecord, emails: readonly string[]) {
  if (emails.length === 0) return []
  const issued = await createAutomationInvites(work, {
    teamId: budget.team_id,
    automationId: budget.id,
    emails,
    senderId: budget.user_id,
  })
  await linkInvites(work, budget.id, issued)
  return issued
}

/** Remembers the invite of each address. */
async function linkInvites(
  { tx, at }: Work,
  budgetId: string,
  rows: readonly { email: string; inviteId: string | null }[],
): Promise<void> {
  await sql`
    update automated_budget_participant p set invite_id = issued.invite_id, updated_at = ${at}
    from unnest(${rows.map(({ email }) => email)}::text[], ${rows.map(({ inviteId }) => inviteId)}::uuid[]) as issued (email, invite_id)
    where p.budget_id = ${budgetId} and p.email = issued.email and p.status = 'draft'`.execute(tx)
}
