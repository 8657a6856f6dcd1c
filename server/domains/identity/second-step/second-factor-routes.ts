import * as contract from '#contract/identity/second-factor.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { requireSelf, requireSelfForChange } from '../users/index.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './change-second-factor.ts'
import { loadSecondFactor } from './second-factor-queries.ts'

export const secondFactorRoutes: Route[] = [
  read(contract.getSecondFactor, async ({ db, caller, params }) => ({
    data: await loadSecondFactor(db, requireSelf(caller, params.id).userId),
  })),

  command(contract.beginSecondFactor, async ({ work, caller, params }) => ({
    data: await beginSecondFactor(work, requireSelfForChange(caller, params.id)),
  })),

  // Reads by form only: each checks secrets before its transaction.
  read(contract.confirmSecondFactor, async ({ posy, caller, params, body, request }) => ({
    data: {
      recoveryCodes: await confirmSecondFactor(posy, caller, requireSelfForChange(caller, params.id), body, request),
    },
  })),

  read(contract.replaceRecoveryCodes, async ({ posy, caller, params, body, request }) => {
    const self = requireSelfForChange(caller, params.id)
    return { data: { recoveryCodes: await replaceRecoveryCodes(posy, caller, self, body, request) } }
  }),

  read(contract.removeSecondFactor, async ({ posy, caller, params, body, request }) => {
    await removeSecondFactor(posy, caller, requireSelfForChange(caller, params.id), body, request)
    return { data: { success: true } }
  }),
]
