import { sql } from 'kysely'
import { MAX_DISMISSED, type UserStateChanges } from '#contract/identity/users.ts'
import { iso } from '#kit/time.ts'
import type { Work } from '#server/platform/posy.ts'

/** The next sign-in that names no team acts in this one. */
export const rememberTeam = (work: Work, userId: string, teamId: string | null): Promise<void> =>
  saveUserState(work, userId, { lastTeamId: teamId })

/** Remembers what a user saw last; what is not given stays as it is. Whether the team is theirs is for the caller to know. */
export async function saveUserState(
  { tx, at }: Work,
  userId: string,
  { reactionsLastSeen, lastTeamId, dismissed }: UserStateChanges,
): Promise<void> {
  const values = {
    ...(reactionsLastSeen === undefined
      ? {}
      : { reactions_last_seen: reactionsLastSeen === null ? null : new Date(reactionsLastSeen) }),
    ...(lastTeamId === undefined ? {} : { last_team_id: lastTeamId }),
  }
  await tx
    .insertInto('user_state')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      Object.keys(values).length ? conflict.column('user_id').doUpdateSet(values) : conflict.doNothing(),
    )
    .execute()
  const added = Object.entries(dismissed ?? {}).filter(([, one]) => one.at === undefined)
  if (!added.length) return
  const given = JSON.stringify(Object.fromEntries(added.map(([key, { level }]) => [key, { level, at: iso(at) }])))
  await sql`update user_state set dismissed = (select jsonb_object_agg(key, value) from (
      select key, value from jsonb_each(user_state.dismissed || ${given}::jsonb) order by value->>'at' desc, key limit ${MAX_DISMISSED}
    ) as newest) where user_id = ${userId}`.execute(tx)
}
