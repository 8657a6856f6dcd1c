import type { Team } from '#contract/teams/teams.ts'
import type { Session } from '#web/session/session.ts'
import { menuTeam } from './teams-apart.ts'

type Teams = readonly { team: Team }[]

/** The reader’s teams as the switcher lists them, each with what tells it apart. */
export async function menuTeams({ api }: { api: Pick<Session['api'], 'listAllowances'> }, teams: Teams) {
  const names = new Map(teams.map(({ team }) => [team.id, team.name]))
  const over = await findOver(api, teams)
  return teams.map(({ team }) => {
    const parent = team.parentTeamId && names.get(team.parentTeamId)
    return { ...menuTeam(team), note: over.has(team.id) ? 'Nothing more to give' : parent ? `in ${parent}` : null }
  })
}

/** Of several teams those of budgets that have ended, or that the reader is out of. Where it cannot be read now, none. */
async function findOver(api: Pick<Session['api'], 'listAllowances'>, teams: Teams): Promise<ReadonlySet<string>> {
  const ofBudgets = teams.flatMap(({ team: { id, automationId } }) => (automationId === null ? [] : [id]))
  if (teams.length === 1 || ofBudgets.length === 0) return new Set()
  const open = await api.listAllowances({ query: {} })
  if (!open.ok) return new Set()
  const giving = new Set(open.value.data.map(({ teamId }) => teamId))
  return new Set(ofBudgets.filter((id) => !giving.has(id)))
}
