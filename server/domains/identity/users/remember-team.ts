import type { UserState } from '#contract/identity/users.ts'
import type { Work } from '#server/platform/posy.ts'

/** The next sign-in that names no team acts in this one. */
export const rememberTeam = (work: Work, userId: string, teamId: string | null): Promise<void> =>
  saveUserState(work, userId, { lastTeamId: teamId })

/** Remembers what a user saw last; what is not given stays as it is. Whether the team is theirs is for the caller to know. */
export async function saveUserState(
  { tx }: Work,
  userId: string,
  { reactionsLastSeen, lastTeamId }: Partial<UserState>,
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
}
