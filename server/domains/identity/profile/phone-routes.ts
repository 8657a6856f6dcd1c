import * as contract from '#contract/identity/phone-verification.ts'
import { iso } from '#kit/time.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { requireSelfForChange } from '../users/index.ts'
import { requestPhoneCode, verifyPhone } from './verify-phone.ts'

/** Reads by form only: what they count must outlive a refusal. */
export const phoneRoutes: Route[] = [
  read(contract.requestPhoneCode, async ({ posy, caller, params, request }) => ({
    data: { expiresAt: iso(await requestPhoneCode(posy, caller, requireSelfForChange(caller, params.id), request)) },
  })),

  read(contract.verifyPhone, async ({ posy, caller, params, body, request }) => ({
    data: await verifyPhone(posy, caller, requireSelfForChange(caller, params.id), {
      code: body.code,
      requestId: request.requestId,
    }),
  })),
]
