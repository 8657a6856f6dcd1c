import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import type { PayoutRecord } from './payout.ts'

export interface PayoutShown extends PayoutRecord {
  walletReference: string
  teamName: string
}

/** The newest first, those that wait for someone before all others. */
const shown = (db: Db | Tx) =>
  db
    .selectFrom('payout')
    .innerJoin('wallet', 'wallet.id', 'payout.wallet_id')
    .innerJoin('team', 'team.id', 'payout.team_id')
    .selectAll('payout')
    .select(['wallet.reference as walletReference', 'team.name as teamName'])
    .orderBy((e) =>
      e
        .case()
        .when('payout.state', '=', 'requested')
        .then(0)
        .when('payout.state', '=', 'released')
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('payout.requested_at', 'desc')

export const payouts = (db: Db | Tx, { limit }: { limit: number }): Promise<PayoutShown[]> =>
  shown(db).limit(limit).execute()

export const payoutsPage = (
  db: Db | Tx,
  page: { page: number; per_page: number },
): Promise<{ rows: PayoutShown[]; total: number }> => paginate(shown(db), page)

/** Asked for by one operator, for another to release. */
export const waitingPayouts = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select requested_at as at from payout where state = 'requested'`)

/** Released, and in no payment file yet. */
export const unfiledPayouts = (db: Db | Tx) =>
  db.selectFrom('payout').where('state', '=', 'released').where('file_id', 'is', null)

export const waitingForFile = (db: Db): Promise<Waiting> =>
  unfiledPayouts(db)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('ended_at').as('since')])
    .executeTakeFirstOrThrow()
