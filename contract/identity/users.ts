import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, e164, email, freeText, id, instant, personalName, success, text } from '../core/shapes.ts'

/** What was dismissed longest ago is over. */
export const MAX_DISMISSED = 200

export const UserState = z.object({
  reactionsLastSeen: z.string().nullable(),
  lastTeamId: z.string().nullable(),
  /** What home drew attention to and the user dismissed, by its key: it stays away until its level is higher. The newest {@link MAX_DISMISSED}. */
  dismissed: z.record(z.string(), z.object({ level: z.int(), at: z.string() })),
})
export type UserState = z.infer<typeof UserState>
export type UserStateChanges = z.output<(typeof putUserState)['body']>['entity']

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  surname: z.string(),
  /** The name gifts are sent under; null means first name and surname. */
  sendAsName: z.string().nullable(),
  email: z.string(),
  marketing: z.boolean(),
  mobile: z.string().nullable(),
  tags: z.array(z.string()),
  type: z.int().default(4),
  /** The user's home team. */
  teamId: z.string().nullable(),
  verifiedEmail: z.boolean(),
  verifiedPhoneNumber: z.boolean(),
  googleId: z.string().nullable(),
  microsoftId: z.string().nullable(),
  /** IANA time zone: the user's scheduled sends follow its wall clock. */
  zone: z.string(),
  /** Null where someone else looks. */
  state: UserState.nullable(),
})
export type User = z.infer<typeof User>

export const ContactPreferences = z.object({
  email: z.string(),
  userId: z.string().nullable(),
  /** Wants a summary of the reactions to gifts sent. */
  'reaction-summary': z.boolean(),
  /** Wants receipts and invoices, and word of money that arrived in a wallet or that recipients left over, by email. */
  receipts: z.boolean(),
  /** Wants to be told of each allowance that arrives. */
  allowances: z.boolean(),
})
export type ContactPreferences = z.infer<typeof ContactPreferences>

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: zone }))
  } catch {
    return false
  }
}

/** An IANA time zone. */
export const zone = () => text(64).refine(isZone, 'must be an IANA time zone such as Europe/London')

/** A password as typed: never trimmed or changed. */
export const password = () => z.string().min(1).max(256).meta({ free: true })

/** Of the authenticator app, or a recovery code; spaces and hyphens do not matter. */
export const secondFactorCode = () => freeText(40)

/** What a passkey answered in the browser, as JSON: `JSON.stringify(credential)`. */
export const passkeyAnswer = () => freeText(12_000)

const base = { tag: 'Users', access: 'session' } as const

export const updateUser = endpoint({
  ...base,
  id: 'updateUser',
  method: 'POST',
  path: '/api/v2/users/update',
  summary:
    'Changes the caller’s own profile or password. A new password ends the other sessions. A new email address counts once it and the present one have confirmed it, each by an emailed link.',
  body: z
    .object({
      firstName: personalName(100),
      surname: personalName(100),
      sendAsName: personalName(100).nullable(),
      mobile: e164().nullable(),
      marketing: z.boolean(),
      zone: zone(),
      password: password(),
      /** Takes the account’s password, and its second step where it has one. */
      email: email(),
      currentPassword: password(),
      code: secondFactorCode(),
      /** In place of a code. */
      passkey: passkeyAnswer(),
    })
    .partial()
    .refine((body) => body.password === undefined || body.currentPassword !== undefined, {
      path: ['currentPassword'],
      message: 'is needed to change the password',
    }),
  sentBack: { record: User },
  response: data(User),
  errors: ['conflict', 'restricted', 'wrong_state'],
})

export const requestPasswordReset = endpoint({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/v2/users/password/reset-request',
  tag: 'Users',
  access: 'public',
  summary: 'Emails a link to choose a new password with, to who has an account; everyone gets the same answer.',
  body: z.object({ username: freeText(254) }),
  response: data(success()),
})

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/v2/users/password/reset',
  tag: 'Users',
  access: 'public',
  summary:
    'Sets a new password with the token of such a link, once and within an hour. Ends every session of the user.',
  body: z.object({
    token: freeText(200),
    password: password(),
    /** A mark that the browser keeps: it counts as known to the account from then on. */
    device: freeText(100).optional(),
  }),
  response: data(success()),
})

export const getUserState = endpoint({
  ...base,
  id: 'getUserState',
  method: 'GET',
  path: '/v3/users-state/{id}',
  summary: 'What the caller saw last: reactions, the team acted in, and what they dismissed from home.',
  params: z.object({ id: id('user') }),
  response: data(UserState),
  errors: ['not_found'],
})

export const putUserState = endpoint({
  ...base,
  id: 'putUserState',
  method: 'PUT',
  path: '/v3/users-state/{id}',
  summary: 'Remembers what the caller saw last. Fields left out stay as they are.',
  params: z.object({ id: id('user') }),
  body: z.object({
    entity: z
      .object({
        reactionsLastSeen: instant().nullable(),
        lastTeamId: id('team').nullable(),
        /** Added to those that there are; one that says when it was dismissed is of the record as it was read, and stays as it is. */
        dismissed: z
          .record(
            z
              .string()
              .max(120)
              .regex(/^[\w .:-]+$/, 'must be letters, digits, spaces and . : -'),
            z.object({ level: z.int().min(0).max(1_000_000_000), at: instant().optional() }),
          )
          .refine((given) => Object.keys(given).length <= MAX_DISMISSED, `must hold at most ${MAX_DISMISSED}`),
      })
      .partial(),
  }),
  response: data(UserState),
  errors: ['not_found'],
})

export const upsertContactPreferences = endpoint({
  ...base,
  id: 'upsertContactPreferences',
  method: 'POST',
  path: '/v3/emails/contact-preferences/upsert',
  summary: 'Sets what may be sent to the caller’s own email address.',
  body: z.object({
    email: email(),
    'reaction-summary': z.boolean(),
    /** As they are, where absent. */
    receipts: z.boolean().optional(),
    allowances: z.boolean().optional(),
  }),
  sentBack: { record: ContactPreferences },
  response: data(ContactPreferences),
  errors: ['not_found'],
})

export const getContactPreferences = endpoint({
  ...base,
  id: 'getContactPreferences',
  method: 'GET',
  path: '/v3/emails/contact-preferences/{email}',
  summary: 'What may be sent to the caller’s own email address.',
  params: z.object({ email: email() }),
  response: data(ContactPreferences),
  errors: ['not_found'],
})

export const userEndpoints = {
  updateUser,
  requestPasswordReset,
  resetPassword,
  getUserState,
  putUserState,
  upsertContactPreferences,
  getContactPreferences,
}
