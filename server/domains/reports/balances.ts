import { sql } from 'kysely'
import type { BalancesReport } from '#contract/reports/reports.ts'
import { iso } from '#kit/time.ts'
import { statusName } from '#server/domains/hugggs/states/index.ts'
import { visibleTeams } from '#server/domains/teams/rights/index.ts'
import { teamsByIds } from '#server/domains/teams/team/index.ts'
import { serializeWallets, walletsOfTeams } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { member, type Principal } from '#server/platform/principal.ts'

type Tally = BalancesReport['totals'][number]['hugggs'][number]
type Total = BalancesReport['totals'][number]

/**
 * The wallets of the teams where both the caller and the user are, with their gifts by state: four queries in all. The
 * caller's own report spans what they see as admin; participants' gifts are counted for themselves only.
 */
export async function balancesReport(db: Db, caller: Principal, userId: string, at: Date): Promise<BalancesReport> {
  const teamIds = userId === caller.userId ? visibleTeams(caller) : await listReportTeams(db, caller, userId)
  const wallets = teamIds.length ? await serializeWallets(db, await walletsOfTeams(db, teamIds)) : []
  const teams = new Map((await teamsByIds(db, teamIds)).map((team) => [team.id, team.name]))
  const tallies = await loadTallies(
    db,
    wallets.map(({ id }) => id),
    caller.ownOnly ? member(caller).userId : null,
  )
  const rows = wallets.map(({ id, name, currency, teamId, balance, available, live }) => {
    const hugggs = tallies.get(id) ?? []
    return { id, name, currency, teamId, teamName: teams.get(teamId) ?? '', balance, available, live, hugggs }
  })
  return { userId, generatedAt: iso(at), wallets: rows, totals: sumTotals(rows) }
}

async function listReportTeams(db: Db, caller: Principal, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('team_id', 'in', [...caller.teamIds])
    .execute()
  return rows.map((row) => row.team_id)
}

/** Gifts of wallets by state, in the order of the states; with a user, only theirs. */
async function loadTallies(db: Db, walletIds: string[], senderId: string | null): Promise<Map<string, Tally[]>> {
  if (walletIds.length === 0) return new Map()
  const { rows } = await sql<{ walletId: string; id: number; count: number; value: number }>`
    select wallet_id as "walletId", status_id as id, count(*)::int as count,
      sum(face_pence + fee_pence + fee_vat_pence)::bigint as value
    from huggg where wallet_id = any (${walletIds}::uuid[]) and team_id in (select team_id from wallet where id = any (${walletIds}::uuid[]))
      ${senderId ? sql`and sender_id = ${senderId}` : sql``}
    group by 1, 2 order by 1, 2`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, name: statusName(row.id) })),
    (row) => row.walletId,
  ) as Map<string, Tally[]>
}

/** The rows of each currency added up. */
function sumTotals(rows: BalancesReport['wallets']): Total[] {
  return [...Map.groupBy(rows, (row) => row.currency)].map(([currency, wallets]) => {
    const sum = (pick: (wallet: (typeof wallets)[number]) => number) =>
      wallets.reduce((total, wallet) => total + pick(wallet), 0)
    const hugggs = Map.groupBy(
      wallets.flatMap((wallet) => wallet.hugggs),
      (tally) => tally.id,
    )
    return {
      currency,
      balance: sum((wallet) => wallet.balance),
      available: sum((wallet) => wallet.available),
      live: sum((wallet) => wallet.live),
      hugggs: [...hugggs]
        .sort(([a], [b]) => a - b)
        .map(([id, tallies]) => ({
          id,
          name: tallies[0]!.name,
          count: tallies.reduce((total, tally) => total + tally.count, 0),
          value: tallies.reduce((total, tally) => total + tally.value, 0),
        })),
    }
  })
}
