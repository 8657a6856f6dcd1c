import { restrictTeamsOfBudget } from '#server/domains/teams/manage/index.ts'
import { redirectClosedWallets } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, budgetRestrictions } from './budget.ts'

/**
 * Makes what a budget allows hold for the teams of its participants, where every purchase is checked against it; and has
 * money that still comes to closed wallets go to the budget's wallet of today.
 */
export async function applyRestrictions(work: Work, budget: BudgetRecord): Promise<void> {
  await restrictTeamsOfBudget(work, budget.id, budgetRestrictions(budget))
  await redirectClosedWallets(work, budget.id, budget.wallet_id)
}
