import * as contract from '#contract/identity/sessions.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { requireSelf } from '../users/index.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'

export const sessionRoutes: Route[] = [
  read(contract.listSessions, async ({ posy, caller, params }) => ({
    data: await ownSessions(posy, requireSelf(caller, params.id)),
  })),

  command(contract.endSession, async ({ work, caller, params }) => {
    await endOwnSession(work, requireSelf(caller, params.id), params.sessionId)
    return { data: { success: true } }
  }),

  command(contract.endOtherSessions, async ({ work, caller, params }) => ({
    data: { ended: await endOtherSessions(work, requireSelf(caller, params.id)) },
  })),
]
