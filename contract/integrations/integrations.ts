import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id, success } from '../core/shapes.ts'

const integrationCategories = ['hris'] as const
export type IntegrationCategory = (typeof integrationCategories)[number]
const category = z.enum(integrationCategories)

/** A system that can be connected. */
export const Integration = z.object({
  slug: z.string(),
  name: z.string(),
  category,
  image: z.string().nullable(),
  squareImage: z.string().nullable(),
  colour: z.string().nullable(),
})
export type Integration = z.infer<typeof Integration>

/** `revoked`: ended on the other side, to be connected again · `unreachable`: tried again automatically. */
const syncErrors = ['revoked', 'unreachable'] as const

export const LinkedAccount = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  category,
  integrationSlug: z.string(),
  integrationName: z.string(),
  /** pending: waits for approval · syncing: people are being read · active: they have been. */
  status: z.enum(['pending', 'syncing', 'active']),
  /** People of the last sync who work there. */
  people: z.int(),
  /** What the system calls the status of people, where that does not say plainly that they work there: they get nothing new. */
  unknownStatuses: z.array(z.object({ word: z.string(), people: z.int() })),
  lastSyncedAt: z.string().nullable(),
  nextSyncAt: z.string().nullable(),
  syncError: z.enum(syncErrors).nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

export const EmployeeGroup = z.object({
  id: z.string(),
  kind: z.enum(['team', 'location', 'employment-type']),
  name: z.string(),
  /** Who work there, with an address at work. */
  people: z.int(),
})
export type EmployeeGroup = z.infer<typeof EmployeeGroup>

const base = { tag: 'Integrations', access: 'session', permission: 'team-admin' } as const
const params = z.object({ id: id('linkedAccount') })
const root = '/v3/integrations/linked-accounts' as const
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be a slug such as bamboohr')

export const listIntegrations = endpoint({
  ...base,
  id: 'listIntegrations',
  method: 'GET',
  path: `${root}/integrations`,
  summary: 'The systems that a team can connect.',
  query: z.object({ category: category.default('hris') }),
  errors: ['unavailable'],
  response: data(z.array(Integration)),
})

export const listLinkedAccounts = endpoint({
  ...base,
  id: 'listLinkedAccounts',
  method: 'GET',
  path: root,
  summary: 'The systems that the team has connected, or started to.',
  response: data(z.array(LinkedAccount)),
})

export const createLinkedAccount = endpoint({
  ...base,
  id: 'createLinkedAccount',
  method: 'POST',
  path: root,
  summary:
    'Begins to connect a system: open the link script with the token, and send the public token it gives. A team has one of a category; one that is pending or was revoked is started again.',
  body: z.object({ category, integrationSlug: slug }),
  status: 201,
  errors: ['wrong_state', 'unavailable'],
  response: data(
    LinkedAccount.extend({
      /** For the provider's script, once. */
      linkToken: z.string(),
      linkScriptUrl: z.string(),
    }),
  ),
})

export const createAccountToken = endpoint({
  ...base,
  id: 'createAccountToken',
  method: 'POST',
  path: `${root}/{id}/account-tokens`,
  summary: 'Takes the public token of an approved link. The account token stays with us; people are read at once.',
  params,
  body: z.object({ publicToken: freeText(500).min(1) }),
  status: 201,
  errors: ['not_found', 'wrong_state', 'unavailable'],
  response: data(LinkedAccount),
})

export const syncLinkedAccount = endpoint({
  ...base,
  id: 'syncLinkedAccount',
  method: 'POST',
  path: `${root}/{id}/syncs`,
  summary: 'Reads people again now, instead of with the next daily sync.',
  params,
  status: 202,
  errors: ['not_found', 'wrong_state'],
  response: data(LinkedAccount),
})

export const listEmployeeGroups = endpoint({
  ...base,
  id: 'listEmployeeGroups',
  method: 'GET',
  path: `${root}/{id}/groups`,
  summary: 'Teams, places of work and kinds of employment, with how many people are in each.',
  params,
  errors: ['not_found'],
  response: data(z.array(EmployeeGroup)),
})

export const deleteLinkedAccount = endpoint({
  ...base,
  id: 'deleteLinkedAccount',
  method: 'DELETE',
  path: `${root}/{id}`,
  summary: 'Disconnects a system: its people are deleted here, and the provider forgets the connection.',
  params,
  errors: ['not_found'],
  response: data(success()),
})

export const receiveHrEvent = endpoint({
  id: 'receiveHrEvent',
  method: 'POST',
  path: '/webhooks/merge',
  tag: 'Integrations',
  access: 'public',
  summary:
    'That people of a connected system changed, as Merge reports it, signed. It leads to a sync and to nothing else.',
  body: z.looseObject({}),
  status: 204,
  response: z.null(),
  errors: ['unauthenticated', 'not_found'],
})

export const integrationEndpoints = {
  listIntegrations,
  listLinkedAccounts,
  createLinkedAccount,
  createAccountToken,
  syncLinkedAccount,
  listEmployeeGroups,
  deleteLinkedAccount,
  receiveHrEvent,
}
