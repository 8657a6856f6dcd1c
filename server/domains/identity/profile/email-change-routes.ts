import * as contract from '#contract/identity/email-changes.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { found } from '#server/platform/problem/problem.ts'
import { requireSelf, requireSelfForChange } from '../users/index.ts'
import { changeByToken, confirmEmailChange, stopEmailChange, withdrawEmailChange } from './change-email.ts'
import { findOpenEmailChange, serializeChange } from './email-change.ts'

export const emailChangeRoutes: Route[] = [
  read(contract.getEmailChange, async ({ posy, db, caller, params }) => {
    const open = await findOpenEmailChange(db, requireSelf(caller, params.id).userId, new Date(posy.wall.nowMs()))
    return { data: open ? serializeChange(open) : null }
  }),

  command(contract.withdrawEmailChange, async ({ work, caller, params }) => {
    await withdrawEmailChange(work, requireSelfForChange(caller, params.id))
    return { data: { success: true } }
  }),

  read(contract.getEmailChangeByToken, async ({ posy, params, request }) => {
    const { change, side } = found(await changeByToken(posy, params.token, request.address), 'change of address')
    return { data: { ...serializeChange(change), mailedTo: side } }
  }),

  // Reads by form only: what a wrong token counts must outlive its refusal.
  read(contract.confirmEmailChange, async ({ posy, body, request }) => ({
    data: await confirmEmailChange(posy, body.token, request),
  })),

  read(contract.stopEmailChange, async ({ posy, body, request }) => {
    await stopEmailChange(posy, body.token, request)
    return { data: { success: true } }
  }),
]
