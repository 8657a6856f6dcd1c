import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id, success, text } from '../core/shapes.ts'
import { ownerProof, recoveryCodes } from './second-factor.ts'
import { passkeyAnswer } from './users.ts'

export const MAX_PASSKEYS = 20

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** A service copies it to its owner’s other devices. */
  isSynced: z.boolean(),
  /** It may have been copied by someone else, and no longer opens anything. */
  isBlocked: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const name = () => text(60).min(1)

/** For `navigator.credentials`, as JSON: `PublicKeyCredential.parse…OptionsFromJSON` reads it. */
const options = () => z.looseObject({ challenge: z.string() })

/** Of the caller's own account, by the person who signed in. */
const base = { tag: 'Auth', access: 'identity' } as const
const own = z.object({ id: id('user') })
const ownPasskey = own.extend({ passkeyId: id('passkey') })

export const listPasskeys = endpoint({
  ...base,
  id: 'listPasskeys',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/users/{id}/passkeys',
  summary: 'The passkeys of the caller’s account, the oldest first.',
  params: own,
  response: data(z.array(Passkey)),
  errors: ['not_found'],
})

export const beginPasskey = endpoint({
  ...base,
  id: 'beginPasskey',
  method: 'POST',
  path: '/v3/users/{id}/passkeys/begin',
  summary: 'What a browser makes a passkey from. Ten minutes, once, for the session that asks.',
  params: own,
  body: ownerProof,
  response: data(options()),
  errors: ['not_found', 'wrong_state'],
})

export const addPasskey = endpoint({
  ...base,
  id: 'addPasskey',
  method: 'POST',
  path: '/v3/users/{id}/passkeys',
  summary:
    'Keeps the passkey that a browser made. The first one turns two-step sign-in on where it was off, ends the other sessions, and answers ten recovery codes, once.',
  status: 201,
  params: own,
  body: z.object({ name: name(), passkey: passkeyAnswer() }),
  response: data(
    z.object({
      passkey: Passkey,
      /** Null where two-step sign-in was on already. */
      recoveryCodes: recoveryCodes().nullable(),
    }),
  ),
  errors: ['not_found', 'wrong_state', 'conflict'],
})

export const renamePasskey = endpoint({
  ...base,
  id: 'renamePasskey',
  method: 'PUT',
  path: '/v3/users/{id}/passkeys/{passkeyId}',
  summary: 'Gives a passkey another name.',
  params: ownPasskey,
  body: z.object({ name: name() }),
  response: data(Passkey),
  errors: ['not_found'],
})

export const removePasskey = endpoint({
  ...base,
  id: 'removePasskey',
  method: 'POST',
  path: '/v3/users/{id}/passkeys/{passkeyId}/remove',
  summary: 'Removes a passkey. Without an authenticator app, the last one turns two-step sign-in off.',
  params: ownPasskey,
  body: ownerProof,
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const challengePasskey = endpoint({
  ...base,
  id: 'challengePasskey',
  method: 'POST',
  path: '/v3/users/{id}/passkeys/challenge',
  summary: 'What a passkey of the account signs in place of a code. Ten minutes, once, for the session that asks.',
  params: own,
  response: data(options()),
  errors: ['not_found', 'wrong_state'],
})

export const challengePasskeySignIn = endpoint({
  id: 'challengePasskeySignIn',
  method: 'POST',
  path: '/v3/oauth/passkey-challenges',
  tag: 'Auth',
  access: 'public',
  summary:
    'What a passkey signs to sign someone in: alone (grant `passkey`), or as the second step (grant `second_factor`). Ten minutes, once.',
  body: z.object({
    /** Named by the refusal `second_factor_needed`, for the second step. */
    challenge: freeText(100).optional(),
  }),
  response: data(
    z.object({
      /** To be kept where only this browser has it, and sent with the grant. */
      ceremony: z.string(),
      options: options(),
    }),
  ),
  errors: ['invalid_grant'],
})

export const passkeyEndpoints = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  challengePasskey,
  challengePasskeySignIn,
}
