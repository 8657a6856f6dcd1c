import { teamClosed } from '#server/domains/teams/manage/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import { asSystem } from '#server/platform/posy.ts'
import { deleteTeamGroups } from './change-group.ts'
import { recipientGroupsPersonalData } from './personal-data.ts'
import { recipientGroupRoutes } from './routes.ts'

/** People whom a team sends to together, under a name. */
export const recipientGroupsDomain: Domain = {
  name: 'recipient-groups',
  routes: recipientGroupRoutes,
  personalData: recipientGroupsPersonalData,
  register: (posy) =>
    posy.queue.subscribe(teamClosed, 'recipient-groups', ({ teamId }) =>
      asSystem(posy, (work) => deleteTeamGroups(work, teamId)),
    ),
}
