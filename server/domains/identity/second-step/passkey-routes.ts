import * as contract from '#contract/identity/passkeys.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { requireSelf, requireSelfForChange } from '../users/index.ts'
import { challengePasskeySignIn } from './challenge-passkey-sign-in.ts'
import { addPasskey, beginPasskey, challengePasskey, removePasskey, renamePasskey } from './change-passkeys.ts'
import { loadPasskeys } from './passkey-queries.ts'

export const passkeyRoutes: Route[] = [
  read(contract.listPasskeys, async ({ db, caller, params }) => ({
    data: await loadPasskeys(db, requireSelf(caller, params.id).userId),
  })),

  // Reads by form only: each checks secrets before its transaction.
  read(contract.beginPasskey, async ({ posy, caller, params, body, request }) => ({
    data: await beginPasskey(posy, caller, requireSelfForChange(caller, params.id), body, request),
  })),

  read(contract.addPasskey, async ({ posy, caller, params, body, request }) => ({
    data: await addPasskey(posy, caller, requireSelfForChange(caller, params.id), body, request),
  })),

  command(contract.renamePasskey, async ({ work, caller, params, body }) => ({
    data: await renamePasskey(work, requireSelfForChange(caller, params.id), { id: params.passkeyId, name: body.name }),
  })),

  read(contract.removePasskey, async ({ posy, caller, params, body, request }) => {
    const self = requireSelfForChange(caller, params.id)
    await removePasskey(posy, caller, self, { id: params.passkeyId, proof: body }, request)
    return { data: { success: true } }
  }),

  command(contract.challengePasskey, async ({ work, caller, params }) => ({
    data: await challengePasskey(work, requireSelf(caller, params.id)),
  })),

  command(contract.challengePasskeySignIn, async ({ work, body }) => ({
    data: await challengePasskeySignIn(work, body.challenge),
  })),
]
