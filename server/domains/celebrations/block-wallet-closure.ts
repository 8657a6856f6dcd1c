import type { WalletClosureBlock } from '#server/domains/wallets/index.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** A wallet is not closed while a rule pays from it, paused ones too. */
export const celebrationBlocksWalletClosure: WalletClosureBlock = async (tx, walletId) => {
  const rule = await tx
    .selectFrom('celebration_rule')
    .select('name')
    .where('wallet_id', '=', walletId)
    .limit(1)
    .executeTakeFirst()
  return rule
    ? new Problem('wrong_state', `The celebration rule ${rule.name} pays from this wallet.`, {
        help: 'Give the rule another wallet or delete it, then try again.',
      })
    : null
}
