import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, innerPage, innerPageQuery } from '../core/shapes.ts'

const erasureStates = ['pending', 'erased', 'blocked', 'withdrawn'] as const
const exportStates = ['queued', 'ready', 'gone'] as const
export const liveGiftChoices = ['wait', 'cancel'] as const
export type LiveGiftChoice = (typeof liveGiftChoices)[number]

const people = { tag: 'Operator', access: 'operator' } as const
const operator = { permission: 'manage-people' } as const

/** An email address, a phone number or an account's id: what leads to a person. */
const person = () => freeText(254)

export const PersonFound = z.object({
  accountId: z.string().nullable(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  names: z.array(z.string()),
  /** Records, by what the export calls them; what there is none of is left out. */
  held: z.array(z.object({ section: z.string(), count: z.int() })),
  liveGifts: z.array(z.object({ id: z.string(), status: z.string(), team: z.string(), expiresAt: z.string() })),
  /** Why they cannot be erased now. */
  blocks: z.array(z.string()),
})
export type PersonFound = z.infer<typeof PersonFound>

export const findPerson = endpoint({
  ...people,
  id: 'findPerson',
  method: 'GET',
  path: '/v3/operator/people',
  summary: 'What is held about a person, found by address, number or account.',
  operator,
  query: z.object({ person: person() }),
  response: data(PersonFound),
  errors: ['not_found', 'invalid_fields'],
})

const PersonErasure = z.object({
  id: z.string(),
  state: z.enum(erasureStates),
  liveGifts: z.enum(liveGiftChoices),
  /** How many gifts still ran when it was last looked. */
  waitsFor: z.int(),
  problem: z.string().nullable(),
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type PersonErasure = z.infer<typeof PersonErasure>

const PersonExport = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  expiresAt: z.string(),
})
export type PersonExport = z.infer<typeof PersonExport>

export const listPersonRequests = endpoint({
  ...people,
  id: 'listPersonRequests',
  method: 'GET',
  path: '/v3/operator/people/requests',
  summary:
    'Exports and erasures page by page, the newest first, without saying of whom; erasures that wait come before all others.',
  operator,
  query: z.object({
    exportsPage: innerPageQuery.page,
    erasuresPage: innerPageQuery.page,
    per_page: innerPageQuery.per_page,
  }),
  response: data(
    z.object({
      exports: z.array(PersonExport),
      erasures: z.array(PersonErasure),
      pages: z.object({ exports: innerPage, erasures: innerPage }),
    }),
  ),
})

export const exportPerson = endpoint({
  ...people,
  id: 'exportPerson',
  method: 'POST',
  path: '/v3/operator/people/exports',
  summary: 'Has everything that is held about a person collected: a ZIP of JSON files, for seven days.',
  operator: { ...operator, needsReason: true },
  body: z.object({ person: person(), reason: reason() }),
  response: data(PersonExport.pick({ id: true, state: true })),
  errors: ['not_found', 'invalid_fields'],
})

export const getPersonExport = endpoint({
  ...people,
  id: 'getPersonExport',
  method: 'GET',
  path: '/v3/operator/people/exports/{id}',
  summary: 'An export, with an address to download it from within ten minutes once it is ready.',
  operator,
  params: z.object({ id: id('personExport') }),
  response: data(PersonExport.extend({ url: z.string().nullable() })),
  errors: ['not_found'],
})

export const erasePerson = endpoint({
  ...people,
  id: 'erasePerson',
  method: 'POST',
  path: '/v3/operator/people/erasures',
  summary:
    'Has a person forgotten. Their account is closed and what names them is deleted; the ledger stays. Their gifts that can still be used are waited for, or cancelled.',
  operator: { ...operator, needsReason: true },
  body: z.object({ person: person(), liveGifts: z.enum(liveGiftChoices), reason: reason() }),
  response: data(PersonErasure.pick({ id: true, state: true, waitsFor: true })),
  errors: ['not_found', 'invalid_fields', 'wrong_state'],
})

export const withdrawErasure = endpoint({
  ...people,
  id: 'withdrawErasure',
  method: 'POST',
  path: '/v3/operator/people/erasures/{id}/withdraw',
  summary: 'Takes an erasure back that has not been carried out yet.',
  operator: { ...operator, needsReason: true },
  params: z.object({ id: id('personErasure') }),
  body: z.object({ reason: reason() }),
  response: data(PersonErasure.pick({ id: true, state: true })),
  errors: ['not_found', 'wrong_state'],
})

export const peopleEndpoints = {
  findPerson,
  listPersonRequests,
  exportPerson,
  getPersonExport,
  erasePerson,
  withdrawErasure,
}
