import { lockBalances, walletAccountKinds } from '#server/domains/ledger/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { clearDefault, lockTeam } from './create-wallet.ts'
import { managedWallet } from './queries.ts'
import type { WalletRecord } from './wallet.ts'

/** What a floor above knows that stands in the way of closing a wallet, such as a budget that pays from it; or nothing. */
export type WalletClosureBlock = (tx: Tx, walletId: string) => Promise<Problem | null>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    walletClosureBlocks: readonly WalletClosureBlock[]
  }
}

/**
 * Renames a wallet, tags it, or makes it its team's default.
 * @throws not_found (404), wrong_state (409) for a closed one
 */
export async function updateWallet(
  work: Work,
  caller: Principal,
  {
    walletId,
    name,
    tags,
    isDefault,
  }: { walletId: string; name?: string | undefined; tags?: string[] | undefined; isDefault?: true | undefined },
): Promise<WalletRecord> {
  const { tx, at } = work
  const wallet = await lockManaged(work, caller, walletId)
  const becomesDefault = isDefault === true && !wallet.isDefault
  if (becomesDefault) await clearDefault(work, wallet.teamId)
  const changed = {
    name: name ?? wallet.name,
    tags: tags ?? wallet.tags,
    isDefault: becomesDefault || wallet.isDefault,
  }
  await tx
    .updateTable('wallet')
    .set({ name: changed.name, tags: changed.tags, is_default: changed.isDefault, updated_at: at })
    .where('id', '=', wallet.id)
    .execute()
  const detail = { renamed: changed.name !== wallet.name, tagged: tags !== undefined, madeDefault: becomesDefault }
  await work.audit('wallet.updated', { kind: 'wallet', id: wallet.id }, { teamId: wallet.teamId, detail })
  return { ...wallet, ...changed }
}

/**
 * Closes an empty wallet: no one pays into or from it now, and its statement stays.
 * @throws not_found (404)
 * @throws wrong_state (409) for a closed or default one, for one that holds money, and whatever a floor above objects
 */
export async function closeWallet(work: Work, caller: Principal, walletId: string): Promise<void> {
  const { tx, at, posy } = work
  const wallet = await lockManaged(work, caller, walletId)
  if (wallet.isDefault)
    throw new Problem('wrong_state', 'The default wallet of a team cannot be closed.', {
      help: 'Make another wallet the default first.',
    })
  for (const block of posy.hooks.walletClosureBlocks) {
    const problem = await block(tx, wallet.id)
    if (problem) throw problem
  }
  await requireEmpty(tx, wallet)
  await tx
    .updateTable('wallet')
    .set({ closed_at: at, low_balance_alert: null, is_low: false, updated_at: at })
    .where('id', '=', wallet.id)
    .execute()
  await work.audit('wallet.closed', { kind: 'wallet', id: wallet.id }, { teamId: wallet.teamId })
}

/** The team first, as opening a wallet does; then the wallet, before its balances, as refunds do. */
async function lockManaged({ tx }: Work, caller: Principal, walletId: string): Promise<WalletRecord> {
  const { teamId } = await managedWallet(tx, caller, walletId)
  await lockTeam(tx, teamId)
  await tx.selectFrom('wallet').select('id').where('id', '=', walletId).forUpdate().execute()
  return managedWallet(tx, caller, walletId)
}

async function requireEmpty(tx: Tx, { id, name, currency }: WalletRecord): Promise<void> {
  const accounts = walletAccountKinds.map((kind) => ({ wallet: id, kind }))
  const [availablePence, committedPence, lockedPence] = (await lockBalances(tx, accounts, currency)) as [
    number,
    number,
    number,
  ]
  if (availablePence + committedPence + lockedPence === 0) return
  const message = `holds ${availablePence} pence to spend, ${committedPence} in gifts and ${lockedPence} for a budget run`
  const reason = { code: 'wallet_not_empty', availablePence, committedPence, lockedPence, currency } as const
  throw new Problem('wrong_state', `The wallet ${name} is not empty.`, {
    help: 'Move its money to another wallet, and cancel its gifts or wait until they are used, then try again.',
    details: [{ path: 'id', message, code: reason.code, reason }],
  })
}
