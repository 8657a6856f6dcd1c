import type { Team } from '#contract/teams/teams.ts'

interface MenuTeam {
  id: string
  name: string
  /** Of a subteam; a participant’s team is shown in none. */
  parentId: string | null
}

export const menuTeam = ({ id, name, parentTeamId, automationId }: Team): MenuTeam => ({
  id,
  name,
  parentId: automationId === null ? parentTeamId : null,
})

/** The team acted in, and those whose gifts and money are on no page of it: what is of its subteams is shown in it too. */
export function teamsApart<T extends MenuTeam>(teams: readonly T[], teamId: string | null) {
  return {
    current: teams.find(({ id }) => id === teamId),
    others: teams.filter(({ id, parentId }) => id !== teamId && parentId !== teamId),
  }
}
