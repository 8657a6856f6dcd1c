import { sql } from 'kysely'

/**
 * What recipients know a team by, of a row called `team`: an allowance's is called after its budget, which means nothing to
 * them, so it is that of the organisation around it.
 */
export const knownTeamName = sql<string>`case when team.automation_id is null then team.name
  else (select organisation.name from team as organisation where organisation.id = team.parent_team_id) end`
