import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { roleGroups } from '../core/permissions.ts'
import { cursorPage, data, freeText, id, success, text } from '../core/shapes.ts'
import { API_REQUEST_DAYS, ApiRequest, apiRequestQuery } from '../teams/api-keys.ts'
import { givenRoles } from './customer-members.ts'

/** As it is typed into the program: lower case, and never another's. */
const clientId = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens')
    .meta({ free: true })

export const Program = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a till’s, which redeems. */
  roleGroupId: z.enum(roleGroups).nullable(),
  isActive: z.boolean(),
  /** The first characters of an API key; null for a program with credentials of its own. */
  hint: z.string().nullable(),
  lastAskedAt: z.string().nullable(),
})
export type Program = z.infer<typeof Program>

/** A till of the till page, which is used by hand. */
export const PageTill = z.object({
  store: z.object({ id: z.string(), name: z.string() }),
  /** Null where its browser is signed out. */
  signedInAt: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
  /** Codes that no gift has, looked up today in London. */
  unknownToday: z.int(),
  /** The latest looks that were refused: why, and of a code that no gift has its last letters. */
  refusals: z.array(z.object({ at: z.string(), reason: z.string(), ending: z.string().nullable() })),
})
export type PageTill = z.infer<typeof PageTill>

const base = { tag: 'Operator', access: 'operator', method: 'POST', response: data(success()) } as const
const WAITS = 'Another operator confirms it, and is shown its secret once.'

export const askForProgram = endpoint({
  ...base,
  id: 'askForProgram',
  path: '/v3/operator/customers/{id}/programs',
  summary: `Asks for a program of a customer’s, which acts in the team with a role. ${WAITS}`,
  operator: { permission: 'change-members', needsReason: true },
  params: z.object({ id: id('team') }),
  body: z.object({
    clientId: clientId(),
    name: text(100).min(1, 'is needed'),
    roleGroupId: z.enum(givenRoles),
    reason: reason(),
  }),
  errors: ['not_found', 'wrong_state', 'conflict', 'plan_limit_reached'],
})

export const askForTillProgram = endpoint({
  ...base,
  id: 'askForTillProgram',
  path: '/v3/operator/merchants/{id}/programs',
  summary: `Asks for a program of a merchant’s tills, which redeems gifts. ${WAITS}`,
  operator: { permission: 'manage-settlements', needsReason: true },
  params: z.object({ id: id('brand') }),
  body: z.object({ clientId: clientId(), name: text(100).min(1, 'is needed'), reason: reason() }),
  errors: ['not_found', 'wrong_state', 'conflict'],
})

const changes = {
  ...base,
  operator: { permission: 'change-members', needsReason: true },
  params: z.object({ id: clientId() }),
  body: z.object({ reason: reason() }),
  errors: ['not_found', 'wrong_state'],
} as const

export const stopProgram = endpoint({
  ...changes,
  id: 'stopProgram',
  path: '/v3/operator/programs/{id}/stop',
  summary: 'A program of a customer’s or of tills gets no tokens from now on. Those it holds last for at most an hour.',
})

export const askForProgramStart = endpoint({
  ...changes,
  id: 'askForProgramStart',
  path: '/v3/operator/programs/{id}/start',
  summary: 'Asks that a program that was stopped works again, with the secret it had. Another operator confirms it.',
})

export const askForProgramSecret = endpoint({
  ...changes,
  id: 'askForProgramSecret',
  path: '/v3/operator/programs/{id}/secret',
  summary: `Asks for a new secret of a program, such as where the answer that showed it was lost; the present one stops. ${WAITS}`,
})

export const listMerchantPrograms = endpoint({
  id: 'listMerchantPrograms',
  tag: 'Operator',
  access: 'operator',
  method: 'GET',
  path: '/v3/operator/merchants/{id}/programs',
  summary: 'The programs of a merchant’s tills.',
  operator: { permission: 'view-settlements' },
  params: z.object({ id: id('brand') }),
  response: data(z.array(Program)),
})

export const listProgramRequests = endpoint({
  id: 'listProgramRequests',
  tag: 'Operator',
  access: 'operator',
  method: 'GET',
  path: '/v3/operator/programs/{id}/requests',
  summary: `What a program or an API key asked in the last ${API_REQUEST_DAYS} days, the newest first: endpoint, answer and when; a few seconds behind.`,
  operator: { permission: 'view-console' },
  params: z.object({ id: clientId() }),
  query: apiRequestQuery.extend({ requestId: freeText(64).optional() }),
  response: cursorPage(ApiRequest).extend({
    program: Program.extend({
      /** The customer it acts for; null for a till’s. */
      customer: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Whose it is, by name. */
      where: z.string(),
      /** Whose tills it is of; null for a customer’s. */
      merchant: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Null for all that are programs. */
      till: PageTill.nullable(),
    }),
  }),
  errors: ['not_found'],
})

export const programEndpoints = {
  listProgramRequests,
  askForProgram,
  askForTillProgram,
  listMerchantPrograms,
  stopProgram,
  askForProgramStart,
  askForProgramSecret,
}
