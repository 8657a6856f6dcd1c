import type { TeamClosureBlock } from '#server/domains/teams/manage/index.ts'
import type { WalletClosureBlock } from '#server/domains/wallets/index.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** A team is not closed under a budget that is not over. */
export const blockTeamClosure: TeamClosureBlock = async (db, teamIds) => {
  const open = await db
    .selectFrom('automated_budget')
    .select('id')
    .where('team_id', 'in', teamIds)
    .where('status', '<>', 'ended')
    .limit(1)
    .executeTakeFirst()
  return open
    ? new Problem('wrong_state', 'An automated budget of this team is not over.', {
        help: 'Stop its budgets, or delete those that have not started, then try again.',
      })
    : null
}

/** Nor is a wallet closed while a budget that is not over pays from it. */
export const budgetBlocksWalletClosure: WalletClosureBlock = async (tx, walletId) => {
  const open = await tx
    .selectFrom('automated_budget')
    .select('name')
    .where('wallet_id', '=', walletId)
    .where('status', '<>', 'ended')
    .limit(1)
    .executeTakeFirst()
  return open
    ? new Problem('wrong_state', `The automated budget ${open.name} pays from this wallet.`, {
        help: 'Give the budget another wallet or end it, then try again.',
      })
    : null
}
