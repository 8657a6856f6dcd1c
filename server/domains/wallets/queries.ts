import { type SqlBool, sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { requireOpenWallet, type WalletRecord } from './wallet.ts'

/** Money that reaches a closed wallet opens it until that money is moved: none is ever out of sight. */
const isOpen = sql<SqlBool>`(wallet.closed_at is null or exists (
  select from ledger_account as account where account.wallet_id = wallet.id and account.balance <> 0))`

const wallets = (db: Db | Tx) =>
  db
    .selectFrom('wallet')
    .select([
      'id',
      'team_id as teamId',
      'name',
      'currency',
      'reference',
      'is_default as isDefault',
      'tags',
      'automation_id as automationId',
      'low_balance_alert as lowBalancePence',
    ])
    .select(sql<Date | null>`case when ${isOpen} then null else wallet.closed_at end`.as('closedAt'))

/** Every query below is scoped here: a wallet of another team does not exist. */
const inTeams = (db: Db | Tx, teamIds: readonly string[]) => wallets(db).where('team_id', 'in', [...teamIds])

/** The default wallet first, then by age. */
const inOrder = (query: ReturnType<typeof inTeams>) =>
  query.orderBy('team_id').orderBy('is_default', 'desc').orderBy('created_at').orderBy('id')

/** A wallet of the caller's team or its subteams. @throws not_found (404) for foreign and missing alike */
export const walletInScope = async (
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  walletId: string,
): Promise<WalletRecord> =>
  found(await inTeams(db, caller.teamIds).where('id', '=', walletId).executeTakeFirst(), 'wallet')

/** As above, with what it has to spend. */
export async function payingWallet(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  walletId: string,
): Promise<{ wallet: WalletRecord; availablePence: Pence }> {
  const query = inTeams(db, caller.teamIds)
    .where('id', '=', walletId)
    .select(
      sql<Pence>`coalesce((
        select balance from ledger_account as account where account.wallet_id = wallet.id and account.kind = 'available'), 0)`.as(
        'availablePence',
      ),
    )
  const { availablePence, ...wallet } = found(await query.executeTakeFirst(), 'wallet')
  return { wallet, availablePence }
}

/** As walletInScope, of several, in no order; without ids, of all that are open. @throws not_found (404) where one is foreign or missing */
export async function walletsInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  ids: readonly string[] | undefined,
): Promise<WalletRecord[]> {
  if (!ids) return walletsOfTeams(db, caller.teamIds)
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  if (wanted.size === 0) return []
  const rows = await inTeams(db, caller.teamIds)
    .where('id', 'in', [...wanted])
    .execute()
  if (rows.length < wanted.size) throw notFound('wallet')
  return rows
}

/**
 * A wallet that the caller manages: one of their teams' own. A budget manages those of its participants.
 * @throws not_found (404), wrong_state (409) for a closed one
 */
export async function managedWallet(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  walletId: string,
): Promise<WalletRecord> {
  const wallet = await walletInScope(db, caller, walletId)
  if (wallet.automationId !== null) throw notFound('wallet')
  await teamInScope(db, caller, wallet.teamId)
  requireOpenWallet(wallet)
  return wallet
}

/** The wallets of a deleted subteam are history, found by their id only. */
const ofLiveTeams = (query: ReturnType<typeof inTeams>) =>
  query.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('team')
          .select('team.id')
          .whereRef('team.id', '=', 'wallet.team_id')
          .where('closed_at', 'is not', null),
      ),
    ),
  )

/** Wallets of one team, the default first. */
export const walletsOfTeam = (db: Db | Tx, teamId: string): Promise<WalletRecord[]> => walletsOfTeams(db, [teamId])

/** Wallets of several teams, by team and the default first in each. */
export const walletsOfTeams = (db: Db | Tx, teamIds: readonly string[]): Promise<WalletRecord[]> =>
  inOrder(ofLiveTeams(inTeams(db, teamIds)).where(isOpen)).execute()

/** The default wallet of each team, as far as it is the team's own and open; none for teams that have none. */
export const defaultWallets = async (db: Db | Tx, teamIds: readonly string[]): Promise<WalletRecord[]> =>
  teamIds.length
    ? inTeams(db, teamIds).where('is_default', '=', true).where('automation_id', 'is', null).where(isOpen).execute()
    : []

/** Those that were closed and hold nothing, as walletsOfTeams. */
export const closedWalletsOfTeams = (db: Db | Tx, teamIds: readonly string[]): Promise<WalletRecord[]> =>
  inOrder(ofLiveTeams(inTeams(db, teamIds)).where(({ not }) => not(isOpen))).execute()

/**
 * The wallet a team pays from unless told: its default, or with a currency its first wallet in that currency.
 * @throws not_found (404) when it has none
 */
export async function defaultWallet(db: Db | Tx, teamId: string, currency?: string): Promise<WalletRecord> {
  const query = inOrder(inTeams(db, [teamId]).where(isOpen))
  return found(await (currency ? query.where('currency', '=', currency) : query).executeTakeFirst(), 'wallet')
}

/**
 * The wallet that takes money meant for one: itself, or where a budget's participant's wallet that is closed passes on what
 * still comes. Its row is held, so that no one closes it before the money is there.
 */
export async function receivingWallet(tx: Tx, wallet: WalletRecord): Promise<WalletRecord> {
  if (wallet.automationId === null) return wallet
  const row = tx.selectFrom('wallet').select('returns_to_wallet_id as to').where('id', '=', wallet.id).forShare()
  const { to } = await row.executeTakeFirstOrThrow()
  return to === null ? wallet : wallets(tx).where('id', '=', to).executeTakeFirstOrThrow()
}

/** The wallet a bank payment names, of whichever team: for the operator's booking only. @throws not_found (404) */
export const walletByReference = async (db: Db | Tx, reference: string): Promise<WalletRecord> =>
  found(
    await wallets(db).where('reference', '=', reference).executeTakeFirst(),
    `wallet with the reference ${reference}`,
  )

/** Those of some references that are wallets', of whichever team: for the bank's lines only. */
export const walletsByReferences = async (db: Db | Tx, references: readonly string[]): Promise<WalletRecord[]> =>
  references.length === 0
    ? []
    : wallets(db)
        .where('reference', 'in', [...references])
        .orderBy('id')
        .execute()
