import { newId } from '#kit/ids.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { receivingWallet, walletInScope } from './queries.ts'
import { requireOpenWallet, type WalletRecord } from './wallet.ts'

export interface FundsTransfer {
  id: string
  from: WalletRecord
  to: WalletRecord
  amountPence: number
}

/**
 * Moves available money between two wallets of the caller's team and its subteams.
 * @throws forbidden (403) for participants: they spend from a wallet, they do not move it
 * @throws not_found (404) when either wallet is foreign or missing
 * @throws invalid_fields (422) for the same wallet twice, a closed one, or another currency
 * @throws insufficient_funds (402)
 */
export async function transferFunds(
  work: Work,
  caller: Principal,
  wanted: { fromWalletId: string; toWalletId: string; amountPence: number },
): Promise<FundsTransfer> {
  const { tx, at } = work
  if (caller.ownOnly) throw new Problem('forbidden', 'Participants cannot move money between wallets.')
  const from = await walletInScope(tx, caller, wanted.fromWalletId)
  const to = await receivingWallet(tx, await walletInScope(tx, caller, wanted.toWalletId))
  requireOpenWallet(to, 'toWalletId')
  // Nothing is moved into a deleted subteam; what a late payment left there can be fetched.
  await teamInScope(tx, caller, to.teamId)
  if (from.id === to.id) throw invalidFields([{ path: 'toWalletId', message: 'must be another wallet' }])
  if (from.currency !== to.currency)
    throw invalidFields([
      { path: 'toWalletId', message: `must hold ${from.currency}; it holds ${to.currency}`, code: 'currency' },
    ])

  const { amountPence } = wanted
  const reference = newId()
  const id = await postTransfer(tx, {
    kind: 'wallet-transfer',
    key: `wallet-transfer/${reference}`,
    reference: { kind: 'wallet_transfer', id: reference },
    currency: from.currency,
    at,
    entries: [
      { account: { wallet: from.id, kind: 'available' }, amountPence: -amountPence },
      { account: { wallet: to.id, kind: 'available' }, amountPence },
    ],
  })
  const detail = { transferId: id, from: from.id, to: to.id, amountPence }
  for (const teamId of new Set([from.teamId, to.teamId]))
    await work.audit('wallet.transferred', { kind: 'wallet', id: from.id }, { teamId, detail })
  return { id, from, to, amountPence }
}
