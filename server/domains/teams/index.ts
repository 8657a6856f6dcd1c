import type { Domain } from '#server/platform/http/domain.ts'
import { teamsPersonalData } from './personal-data.ts'
import { teamsRoutes } from './routes.ts'
import { nextRuleChangeAt, settleDueChanges } from './rules/index.ts'

/** Teams: who works together, under which plan, with which rights; and signing in, which is always to a team. */
export const teamsDomain: Domain = {
  name: 'teams',
  routes: teamsRoutes,
  personalData: teamsPersonalData,
  register: (posy) => {
    posy.due.push({
      name: 'teams.rule-changes',
      nextDueAt: nextRuleChangeAt,
      run: (now) => settleDueChanges(posy, now),
    })
  },
}
