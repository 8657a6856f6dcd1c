import { found } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { WalletRecord } from './wallet.ts'

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
    ])

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

/** To choose from: the wallets of a deleted subteam are history, found by their id only. */
const inUse = (query: ReturnType<typeof inTeams>) =>
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
  inOrder(inUse(inTeams(db, teamIds))).execute()

/**
 * The wallet a team pays from unless told: its default, or with a currency its first wallet in that currency.
 * @throws not_found (404) when it has none
 */
export async function defaultWallet(db: Db | Tx, teamId: string, currency?: string): Promise<WalletRecord> {
  const query = inOrder(inTeams(db, [teamId]))
  return found(await (currency ? query.where('currency', '=', currency) : query).executeTakeFirst(), 'wallet')
}

/**
 * The wallet that takes money meant for one: itself, or where a budget's participant's wallet that is closed passes on what
 * still comes. Its row is held, so that nobody closes it before the money is there.
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
