import type { Work } from '#server/platform/posy.ts'

/** Gives a user who has no home team one. */
export async function giveHomeTeam({ tx, at }: Work, userId: string, teamId: string): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ team_id: teamId, updated_at: at })
    .where('id', '=', userId)
    .where('team_id', 'is', null)
    .execute()
}

/** A user's home team becomes another where it was the one they leave; the team they acted in last is chosen again. */
export async function leaveHomeTeam(
  { tx, at }: Work,
  userId: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ team_id: to, updated_at: at })
    .where('id', '=', userId)
    .where('team_id', '=', from)
    .execute()
  await tx
    .updateTable('user_state')
    .set({ last_team_id: null })
    .where('user_id', '=', userId)
    .where('last_team_id', '=', from)
    .execute()
}
