import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, success } from '../core/shapes.ts'
import { passkeyAnswer, password, secondFactorCode } from './users.ts'

export const RECOVERY_CODES = 10

export const SecondFactor = z.object({
  /** Null where signing in takes one step only. */
  enabledAt: z.string().nullable(),
  /** Whether codes come from an authenticator app. */
  hasApp: z.boolean(),
  /** How many passkeys the account has. */
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  /** Whether changing this takes a password: an account that signs in elsewhere only has none. */
  hasPassword: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Shown once: they are stored as hashes. */
export const recoveryCodes = () => z.array(z.string())
const RecoveryCodes = data(z.object({ recoveryCodes: recoveryCodes() }))

/** What shows that it is the account's owner who asks: the password, and where signing in takes a second step, that. */
export const ownerProof = z.object({
  /** Of an account that has one. */
  password: password().optional(),
  /** Of the app, or a recovery code. */
  code: secondFactorCode().optional(),
  /** In place of a code. */
  passkey: passkeyAnswer().optional(),
})

/** Of the caller's own account, by the person who signed in: also where their team lets them do nothing else yet. */
const base = { tag: 'Auth', access: 'identity', params: z.object({ id: id('user') }) } as const

export const getSecondFactor = endpoint({
  ...base,
  id: 'getSecondFactor',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/users/{id}/second-factor',
  summary: 'Whether signing in to the caller’s account takes a second step, and how many recovery codes are left.',
  response: data(SecondFactor),
  errors: ['not_found'],
})

export const beginSecondFactor = endpoint({
  ...base,
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/v3/users/{id}/second-factor',
  summary: 'A secret for an authenticator app. It counts once a code of the app has confirmed it, in the same session.',
  response: data(
    z.object({
      /** Base32, to be typed into an app. */
      secret: z.string(),
      /** The same as `otpauth://…`, to be drawn as a QR code. */
      uri: z.string(),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})

export const confirmSecondFactor = endpoint({
  ...base,
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/v3/users/{id}/second-factor/confirm',
  summary:
    'Adds the authenticator app: two-step sign-in is on, and the other sessions end. Answers ten recovery codes, once.',
  body: z.object({
    /** The first of the new app. */
    code: secondFactorCode(),
    password: password().optional(),
    /** Where passkeys are the second step so far: one of them… */
    passkey: passkeyAnswer().optional(),
    /** …or a recovery code. */
    recoveryCode: secondFactorCode().optional(),
  }),
  response: RecoveryCodes,
  errors: ['not_found', 'wrong_state'],
})

export const replaceRecoveryCodes = endpoint({
  ...base,
  id: 'replaceRecoveryCodes',
  method: 'POST',
  path: '/v3/users/{id}/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; those before stop working.',
  body: ownerProof,
  response: RecoveryCodes,
  errors: ['not_found', 'wrong_state'],
})

export const removeSecondFactor = endpoint({
  ...base,
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/v3/users/{id}/second-factor/remove',
  summary: 'Removes the authenticator app. Without a passkey that turns two-step sign-in off.',
  body: ownerProof,
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const secondFactorEndpoints = {
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  replaceRecoveryCodes,
  removeSecondFactor,
}
