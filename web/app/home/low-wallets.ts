import type { Wallet } from '#contract/wallets/wallets.ts'

/** Pence: less buys next to nothing. */
const LEAST = 500

/** Below what the team wants to be told of; where it has said nothing, only once it is as good as empty. */
export const needsTopUp = ({ available, lowBalanceAlert }: Pick<Wallet, 'available' | 'lowBalanceAlert'>): boolean =>
  available < (lowBalanceAlert ?? LEAST) || available <= 0
