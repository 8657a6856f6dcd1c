import * as contract from '#contract/impersonation/impersonation.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import { allowChanges, endChanges } from './allow-changes.ts'
import { endImpersonation, endImpersonationsIn } from './end-impersonation.ts'
import { supportAccess } from './queries.ts'

const shown = async ({ tx, posy }: Work, teamId: string) => ({
  data: await supportAccess(tx, teamId, new Date(posy.wall.nowMs())),
})

export const impersonationRoutes: Route[] = [
  read(contract.getSupportAccess, async ({ db, posy, caller, params, query }) => {
    const { id } = await teamInScope(db, caller, params.id)
    return { data: await supportAccess(db, id, new Date(posy.wall.nowMs()), query) }
  }),

  command(contract.allowSupportChanges, async ({ work, caller, params, body }) => {
    const { id } = await teamInScope(work.tx, caller, params.id)
    await allowChanges(work, caller, { teamId: id, hours: body.hours })
    return shown(work, id)
  }),

  command(contract.endSupportChanges, async ({ work, caller, params }) => {
    const { id } = await teamInScope(work.tx, caller, params.id)
    await endChanges(work, id)
    return shown(work, id)
  }),

  command(contract.endSupportVisits, async ({ work, caller, params }) => {
    const { id } = await teamInScope(work.tx, caller, params.id)
    await endImpersonationsIn(work, id)
    return shown(work, id)
  }),

  command(contract.endImpersonation, async ({ work, caller }) => {
    await endImpersonation(work, caller)
    return { data: { success: true } }
  }),
]
