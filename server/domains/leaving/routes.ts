import { listLeavingCustomers } from '#contract/operator/leaving.ts'
import { getTeamLeaving, requestTeamLeaving, withdrawTeamLeaving } from '#contract/teams/leaving.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { leavingTeam, requestLeaving, withdrawLeaving } from './change-leaving.ts'
import { leavingCustomers, loadLeaving } from './leaving.ts'

export const leavingRoutes: Route[] = [
  read(getTeamLeaving, async ({ posy, db, caller, params }) => {
    const { id } = await leavingTeam(db, caller, params.id)
    return { data: await loadLeaving(posy, db, id) }
  }),
  command(requestTeamLeaving, async ({ work, caller, params, body }) => {
    await requestLeaving(work, caller, { teamId: params.id, ...body })
    return { data: await loadLeaving(work.posy, work.tx, params.id) }
  }),
  command(withdrawTeamLeaving, async ({ work, caller, params }) => {
    await withdrawLeaving(work, caller, params.id)
    return { data: await loadLeaving(work.posy, work.tx, params.id) }
  }),
  read(listLeavingCustomers, async ({ posy, db }) => ({ data: await leavingCustomers(posy, db) })),
]
