import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { accountId, walletAccountKinds } from './accounts.ts'

/** Opens a wallet's three accounts, empty. Once is enough; again does nothing. */
export async function openWalletAccounts(
  tx: Tx,
  { walletId, teamId, currency }: { walletId: string; teamId: string; currency: string },
): Promise<void> {
  const ids = walletAccountKinds.map((kind) => accountId({ wallet: walletId, kind }, currency))
  await sql`
    insert into ledger_account (id, kind, team_id, wallet_id, currency, platform, may_go_negative, balance)
    select id, kind, ${teamId}::uuid, ${walletId}::uuid, ${currency}, false, false, 0
    from unnest(${ids}::uuid[], ${[...walletAccountKinds]}::text[]) as account (id, kind)
    on conflict (wallet_id, kind) do nothing`.execute(tx)
}

/** Opens what a team owes us in a currency, at zero. Once is enough; again does nothing. */
export async function openTeamReceivable(
  tx: Tx,
  { teamId, currency }: { teamId: string; currency: string },
): Promise<void> {
  await sql`
    insert into ledger_account (id, kind, team_id, currency, platform, may_go_negative, balance)
    values (${accountId({ team: teamId, kind: 'receivable' }, currency)}, 'receivable', ${teamId}, ${currency}, false, true, 0)
    on conflict (id) do nothing`.execute(tx)
}
