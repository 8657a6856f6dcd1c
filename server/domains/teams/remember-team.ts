import type { Work } from '#server/platform/posy.ts'

/** The next sign-in that names no team acts in this one. */
export async function rememberTeam({ tx }: Work, userId: string, teamId: string | null): Promise<void> {
  await tx
    .insertInto('user_state')
    .values({ user_id: userId, last_team_id: teamId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_team_id: teamId }))
    .execute()
}
