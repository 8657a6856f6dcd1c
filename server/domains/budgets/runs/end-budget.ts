import { cancelAutomationInvites } from '#server/domains/invites/index.ts'
import { closeWallets } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, earliest } from '../budget/budget.ts'
import { budgetEnded } from '../budget/events.ts'
import { returnFunds } from '../participants/return-funds.ts'
import { dueAfter } from '../schedule/period.ts'
import { forgetJoiners } from './execution.ts'

/**
 * Ends a live budget whose row is held: everything unspent goes back to its wallet in one transfer, invites that no one
 * accepted are taken back, and money that later comes to a participant's wallet is passed on to the budget's.
 */
export async function endBudget(work: Work, budget: BudgetRecord): Promise<void> {
  const { tx, at } = work
  await cancelAutomationInvites(work, { teamId: budget.team_id, automationId: budget.id })
  const rows = await tx
    .selectFrom('wallet')
    .select('id')
    .where('automation_id', '=', budget.id)
    .where('returns_to_wallet_id', 'is', null)
    .orderBy('id')
    .execute()
  const walletIds = rows.map(({ id }) => id)
  await closeWallets(work, walletIds, budget.wallet_id)
  const returned = walletIds.length ? await returnFunds(work, budget, { kind: 'stop', walletIds }) : []
  const returnedPence = returned.reduce((sum, each) => sum + each, 0)
  await giveUpFailing(work, budget)
  await forgetJoiners(tx, budget.id)
  await tx
    .updateTable('automated_budget')
    .set({
      status: 'ended',
      sub_status: null,
      ended_at: at,
      next_run_at: null,
      retry_at: null,
      join_retry_at: null,
      warn_at: null,
      due_at: null,
      invoice_due_at: earliest([budget.invoice_due_at, dueAfter(at)]),
      updated_at: at,
    })
    .where('id', '=', budget.id)
    .execute()
  await work.emit(budgetEnded, { budgetId: budget.id, returnedPence })
  await work.audit(
    'automated-budget.ended',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { returnedPence, wallets: walletIds.length } },
  )
}

/** A run that failed to its last is given up, uncounted. */
export const giveUpFailing = async ({ tx, at }: Work, budget: BudgetRecord): Promise<void> => {
  await tx
    .updateTable('automated_budget_execution')
    .set({ status: 'given-up', ended_at: at, updated_at: at })
    .where('budget_id', '=', budget.id)
    .where('trigger', 'in', ['scheduled', 'joiner'])
    .where('status', '=', 'failed')
    .execute()
}
