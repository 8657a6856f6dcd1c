import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, innerPage, innerPageQuery, success } from '../core/shapes.ts'

/** How long an admin may let operators change things. */
const MAX_CHANGES_HOURS = 24

const Named = z.object({ id: z.string(), name: z.string() })

/** An operator who looked, or looks, at the product as a member of the team. */
export const SupportVisit = z.object({
  id: z.string(),
  /** Their name. */
  operator: z.string(),
  reason: z.string(),
  /** As whom they saw it. */
  user: Named,
  team: Named,
  /** They could change things, as an admin allowed. */
  mayChange: z.boolean(),
  startedAt: z.string(),
  endsAt: z.string(),
  /** When it was over; null while it lasts. */
  endedAt: z.string().nullable(),
})
export type SupportVisit = z.infer<typeof SupportVisit>

export const SupportAccess = z.object({
  /** Who lets operators change things, and until when; null where no one does. */
  changes: z.object({ allowedBy: Named, allowedAt: z.string(), endsAt: z.string() }).nullable(),
  /** Of its subteams too, the newest first. */
  visits: z.array(SupportVisit),
  pages: innerPage,
})
export type SupportAccess = z.infer<typeof SupportAccess>

const base = {
  tag: 'Teams',
  access: 'session',
  permission: 'team-admin',
  params: z.object({ id: id('team') }),
} as const

export const getSupportAccess = endpoint({
  ...base,
  id: 'getSupportAccess',
  method: 'GET',
  path: '/v3/teams/{id}/support-access',
  permission: ['team-admin', 'subteam-admin'],
  summary:
    'Operators who looked at the product as a member of the team, for at most an hour each and without seeing what opens a gift, and whether they may change things now.',
  query: z.object(innerPageQuery),
  response: data(SupportAccess),
  errors: ['not_found'],
})

export const allowSupportChanges = endpoint({
  ...base,
  id: 'allowSupportChanges',
  method: 'PUT',
  path: '/v3/teams/{id}/support-access/changes',
  summary:
    'Lets operators change things in the team and its subteams for some hours, by an admin who signed in. They never buy, move money, or change who gets a gift and until when, people, roles, cards, keys and how anyone signs in. Again, it begins again.',
  body: z.object({ hours: z.int().min(1).max(MAX_CHANGES_HOURS) }),
  response: data(SupportAccess),
  errors: ['not_found'],
})

export const endSupportChanges = endpoint({
  ...base,
  id: 'endSupportChanges',
  method: 'DELETE',
  path: '/v3/teams/{id}/support-access/changes',
  summary: 'Takes that back. Operators who could change things are out at their next click.',
  response: data(SupportAccess),
  errors: ['not_found'],
})

export const endSupportVisits = endpoint({
  ...base,
  id: 'endSupportVisits',
  method: 'DELETE',
  path: '/v3/teams/{id}/support-access/visits',
  summary: 'Ends every visit to the team and its subteams that is under way, at its next click.',
  response: data(SupportAccess),
  errors: ['not_found'],
})

export const endImpersonation = endpoint({
  tag: 'Auth',
  access: 'session',
  id: 'endImpersonation',
  method: 'DELETE',
  path: '/v3/impersonation',
  impersonation: 'look',
  summary: 'An operator who views the product as a member of a team stops.',
  response: data(success()),
  errors: ['wrong_state'],
})

export const impersonationEndpoints = {
  getSupportAccess,
  allowSupportChanges,
  endSupportChanges,
  endSupportVisits,
  endImpersonation,
}
