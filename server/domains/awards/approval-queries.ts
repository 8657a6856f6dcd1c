import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Hooks } from '#server/platform/posy.ts'

type AwardsToDecide = Awaited<ReturnType<Hooks['awardsToDecide']>> extends Map<string, infer Waits> ? Waits : never

/** Who is behind a program that asked for an award. */
export async function issuersOfKey(tx: Tx, userId: string): Promise<string[]> {
  const keys = await tx.selectFrom('api_key').select('created_by').where('user_id', '=', userId).execute()
  return keys.flatMap(({ created_by }) => created_by ?? [])
}

/** The award of a team that has waited longest for a second person. */
export async function oldestRequest(tx: Tx, teamId: string): Promise<string> {
  const oldest = await tx
    .selectFrom('award')
    .innerJoin('funder_grant', 'funder_grant.id', 'award.grant_id')
    .select('award.id')
    // By the index of a grant's states: among all awards of a team few wait.
    .where('funder_grant.team_id', '=', teamId)
    .where('award.status', '=', 'referred')
    .orderBy('award.created_at')
    .orderBy('award.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return oldest.id
}

/** For each message: what its user may decide on in its team, which others asked for. */
export async function countToDecide(
  db: Db,
  messages: readonly { id: string; teamId: string | null; userId: string | null }[],
): Promise<(AwardsToDecide & { messageId: string })[]> {
  const wanted = messages.map(({ id, teamId, userId }) => ({ id, team_id: teamId, user_id: userId }))
  const { rows } = await sql<AwardsToDecide & { messageId: string }>`
    select wanted.id as "messageId", count(distinct coalesce(batched.batch_id, award.id))::int as requests, count(*)::int as awards,
      sum(award.amount_pence)::bigint as "amountPence", min(award.currency) as currency
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id uuid, team_id uuid, user_id uuid)
    join funder_grant on funder_grant.team_id = wanted.team_id
    join award on award.grant_id = funder_grant.id and award.status = 'referred' and award.created_by <> wanted.user_id
      and not exists (select from api_key where api_key.user_id = award.created_by and api_key.created_by = wanted.user_id)
    left join award_batch_row as batched on batched.award_id = award.id
    group by wanted.id`.execute(db)
  return rows
}
