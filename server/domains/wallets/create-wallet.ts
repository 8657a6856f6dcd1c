import { newId } from '#kit/ids.ts'
import { openWalletAccounts } from '#server/domains/ledger/index.ts'
import { requireWithinPlan } from '#server/domains/teams/rights/index.ts'
import { planOfTeam } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { walletsOfTeam } from './queries.ts'
import { newReference, type WalletRecord } from './wallet.ts'

export interface NewWallet {
  /** Chosen by the demo world; new otherwise. */
  id?: string
  teamId: string
  name: string
  currency: string
  tags?: string[]
  /** Fixed in the demo world, so that its docs can quote it; new otherwise. */
  reference?: string
  /** Unless told: whether it is the team's first. */
  isDefault?: boolean
  /** Makes it the wallet of one participant of this budget. */
  automationId?: string | null
}

/**
 * Opens a wallet with its ledger accounts, empty. The caller has made sure that the team is theirs.
 * @throws plan_limit_reached (403) naming the limit and the plan
 */
export async function createWallet(work: Work, wanted: NewWallet): Promise<WalletRecord> {
  const { tx, at } = work
  // Two at once would both see room for one more.
  await lockTeam(tx, wanted.teamId)
  const existing = await walletsOfTeam(tx, wanted.teamId)
  const plan = await planOfTeam(tx, wanted.teamId)
  requireWithinPlan(plan, 'wallets', existing.length + 1)

  const isDefault = wanted.isDefault ?? existing.length === 0
  if (isDefault) await clearDefault(work, wanted.teamId)
  const { teamId, name, currency } = wanted
  const wallet: WalletRecord = {
    id: wanted.id ?? newId(),
    teamId,
    name,
    currency,
    reference: wanted.reference ?? newReference(),
    isDefault,
    tags: wanted.tags ?? [],
    automationId: wanted.automationId ?? null,
    lowBalancePence: null,
    closedAt: null,
  }
  await tx
    .insertInto('wallet')
    .values({
      id: wallet.id,
      team_id: teamId,
      name,
      currency,
      reference: wallet.reference,
      is_default: isDefault,
      tags: wallet.tags,
      automation_id: wallet.automationId,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await openWalletAccounts(tx, { walletId: wallet.id, teamId, currency })
  await work.audit('wallet.created', { kind: 'wallet', id: wallet.id }, { teamId, detail: { currency, isDefault } })
  return wallet
}

export const lockTeam = (tx: Tx, teamId: string): Promise<unknown> =>
  tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Makes room for another default wallet, with the team's row held. */
export const clearDefault = ({ tx, at }: Work, teamId: string): Promise<unknown> =>
  tx
    .updateTable('wallet')
    .set({ is_default: false, updated_at: at })
    .where('team_id', '=', teamId)
    .where('is_default', '=', true)
    .execute()
