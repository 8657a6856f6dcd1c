import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { removeMember, requireOtherAdmin } from './members/index.ts'
import { requireNotEmergencyAdmin } from './sign-in/index.ts'

const memberships = (tx: Tx, userId: string) =>
  tx
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team.id', 'team.name', 'team.parent_team_id', 'team.closed_at', 'role_group_id'])
    .where('user_id', '=', userId)
    .orderBy('team.id')
    .execute()

export const teamsPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    teams: sql`select team.id, team.name, team_member.role_group_id, team_member.created_at
      from team_member join team on team.id = team_member.team_id where user_id = ${userId}`,
  }),
  blocks: async (tx, { userId }) => {
    const blocks: string[] = []
    for (const team of userId ? await memberships(tx, userId) : []) {
      if (team.role_group_id !== 'team-admin' || team.closed_at) continue
      try {
        await tx.selectFrom('team').select('id').where('id', '=', team.id).forNoKeyUpdate().execute()
        if (team.parent_team_id === null) await requireOtherAdmin(tx, team.id, userId!)
        await requireNotEmergencyAdmin(tx, team.id, userId!)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        blocks.push(`${team.name}: ${error.message}`)
      }
    }
    return blocks
  },
  erase: async (work, { userId }) => {
    if (!userId) return
    for (const { id } of await memberships(work.tx, userId)) await removeMember(work, { teamId: id, userId })
  },
}
