import { updateTeamsOfBudget } from '#server/domains/teams/manage/index.ts'
import { redirectClosedWallets, renameWalletsOfBudget } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, budgetRestrictions } from './budget.ts'

/**
 * Makes what a budget allows hold for the teams of its participants, where every purchase is checked against it; has teams
 * and wallets called as it is, and money that still comes to closed wallets go to the budget's wallet of today.
 */
export async function updateParticipantTeams(work: Work, budget: BudgetRecord): Promise<void> {
  const { id, name, wallet_id } = budget
  await updateTeamsOfBudget(work, id, { name, ...budgetRestrictions(budget) })
  await renameWalletsOfBudget(work, id, name)
  await redirectClosedWallets(work, id, wallet_id)
}
