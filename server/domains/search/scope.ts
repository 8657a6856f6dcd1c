import { sql } from 'kysely'
import { allows } from '#contract/core/permissions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'

/** Whose rows a search may find. */
export interface SearchScope {
  teamIds: readonly string[]
  /** Only what this user bought or sends; everyone's where null. */
  ownerId: string | null
}

export const hugggScope = (caller: Principal): SearchScope => ({
  teamIds: caller.teamIds,
  ownerId: caller.ownOnly ? member(caller).userId : null,
})

export const transactionScope = (caller: Principal): SearchScope => ({
  teamIds: caller.teamIds,
  ownerId: caller.ownOnly || !allows(caller.permissions, 'view-team-transactions') ? member(caller).userId : null,
})

/** Ids in a query that belong to someone. */
export interface NamedIds {
  teamIds?: readonly string[] | undefined
  transactionIds?: readonly string[] | undefined
  /** With these, the transactions are top-ups. */
  topupTypes?: readonly string[] | undefined
  hugggIds?: readonly string[] | undefined
  receiverIds?: readonly string[] | undefined
  senderIds?: readonly string[] | undefined
}

/**
 * The scope, narrowed to the teams that a query names.
 * @throws not_found (404) for an id that is missing or not the caller's to see, alike
 */
export async function narrowScope(db: Db, scope: SearchScope, ids: NamedIds): Promise<SearchScope> {
  const { teamIds, transactionIds = [], hugggIds = [], receiverIds = [], senderIds = [] } = ids
  if (teamIds?.some((id) => !scope.teamIds.includes(id))) throw notFound('team')
  if (transactionIds.length + hugggIds.length + receiverIds.length + senderIds.length > 0) {
    const teams = sql`any (${[...scope.teamIds]}::uuid[])`
    const transactions = sql.table(ids.topupTypes ? 'card_top_up' : 'transaction')
    const own = (column: string) => (scope.ownerId ? sql`and ${sql.ref(column)} = ${scope.ownerId}` : sql``)
    const { rows } = await sql<{ what: string }>`
      select 'transaction' as what from unnest(${[...transactionIds]}::uuid[]) as named (id)
      where not exists (select from ${transactions} t where t.id = named.id and t.team_id = ${teams} ${own('t.user_id')})
      union select 'huggg' from unnest(${[...hugggIds]}::uuid[]) as named (id)
      where not exists (select from huggg h where h.id = named.id and h.team_id = ${teams} ${own('h.sender_id')})
      union select 'receiver' from unnest(${[...receiverIds]}::uuid[]) as named (id)
      where not exists (select from recipient r join transaction t on t.id = r.transaction_id where r.id = named.id and r.team_id = ${teams} ${own('t.user_id')})
      union select 'user' from unnest(${[...senderIds]}::uuid[]) as named (id)
      where ${
        scope.ownerId
          ? sql`named.id <> ${scope.ownerId}`
          : sql`not exists (select from team_member m where m.user_id = named.id and m.team_id = ${teams})
        and not exists (select from transaction t where t.user_id = named.id and t.team_id = ${teams})`
      }
      limit 1`.execute(db)
    if (rows[0]) throw notFound(rows[0].what)
  }
  return teamIds ? { ...scope, teamIds: [...new Set(teamIds)] } : scope
}
