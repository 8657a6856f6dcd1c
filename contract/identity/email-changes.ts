import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id, success } from '../core/shapes.ts'

/** A new address for an account, until both addresses have confirmed it. */
export const EmailChange = z.object({
  oldEmail: z.string(),
  newEmail: z.string(),
  confirmedByOld: z.boolean(),
  confirmedByNew: z.boolean(),
  expiresAt: z.string(),
})
export type EmailChange = z.infer<typeof EmailChange>

const own = { tag: 'Users', access: 'identity', params: z.object({ id: id('user') }) } as const
const byLink = { tag: 'Users', access: 'public' } as const
const token = () => freeText(200)

export const getEmailChange = endpoint({
  ...own,
  id: 'getEmailChange',
  method: 'GET',
  path: '/v3/users/{id}/email-change',
  summary: 'The new address that the caller has asked for, while it waits to be confirmed; null where there is none.',
  response: data(EmailChange.nullable()),
  errors: ['not_found'],
})

export const withdrawEmailChange = endpoint({
  ...own,
  id: 'withdrawEmailChange',
  method: 'DELETE',
  path: '/v3/users/{id}/email-change',
  summary: 'Withdraws it: the links that were emailed stop working, and the address stays.',
  response: data(success()),
  errors: ['not_found'],
})

export const getEmailChangeByToken = endpoint({
  ...byLink,
  id: 'getEmailChangeByToken',
  method: 'GET',
  path: '/v3/email-changes/{token}',
  summary: 'What an emailed link would confirm. Unknown, used and expired tokens get the same answer.',
  params: z.object({ token: z.string().meta({ free: true }) }),
  response: data(
    EmailChange.extend({
      /** The address that the link was mailed to. */
      mailedTo: z.enum(['old', 'new']),
    }),
  ),
  errors: ['not_found'],
})

export const confirmEmailChange = endpoint({
  ...byLink,
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/v3/email-changes/confirm',
  summary:
    'Confirms a change of address with the token emailed to one of both. With the second the account has the new address, and its other sessions end.',
  body: z.object({ token: token() }),
  response: data(EmailChange.extend({ isDone: z.boolean() })),
  errors: ['conflict'],
})

export const stopEmailChange = endpoint({
  ...byLink,
  id: 'stopEmailChange',
  method: 'POST',
  path: '/v3/email-changes/stop',
  summary: 'Stops a change of address with the token emailed to one of both: the address stays.',
  body: z.object({ token: token() }),
  response: data(success()),
})

export const emailChangeEndpoints = {
  getEmailChange,
  withdrawEmailChange,
  getEmailChangeByToken,
  confirmEmailChange,
  stopEmailChange,
}
