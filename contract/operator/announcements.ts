import { z } from 'zod'
import { Announcement, announcementLevels } from '../announcements/announcements.ts'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id, innerPage, innerPageQuery, instant, text } from '../core/shapes.ts'

const Named = z.object({ id: z.string(), name: z.string() })

/** An announcement as operators see it. */
export const OperatorAnnouncement = Announcement.extend({
  state: z.enum(['scheduled', 'shown', 'over']),
  /** Everyone’s where both are null. */
  plan: Named.nullable(),
  team: Named.nullable(),
  /** How many people have put it away. */
  dismissed: z.int(),
})
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>

const fields = {
  text: text(500).min(1, 'must say something'),
  level: z.enum(announcementLevels),
  from: instant(),
  until: instant(),
  /** Whom it is for: a plan’s customers, or a team with its subteams; everyone without either. */
  planId: id('plan').nullish(),
  teamId: id('team').nullish(),
  reason: reason(),
}
const Body = z
  .object(fields)
  .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
    path: ['until'],
    message: 'must come after the beginning',
  })
  .refine(({ planId, teamId }) => !planId || !teamId, { path: ['teamId'], message: 'give a plan or a team, not both' })

const base = { tag: 'Operator', access: 'operator' } as const
const acts = { ...base, operator: { permission: 'announce', needsReason: true } } as const
const params = z.object({ id: id('announcement') })

export const listOperatorAnnouncements = endpoint({
  ...base,
  id: 'listOperatorAnnouncements',
  method: 'GET',
  path: '/v3/operator/announcements',
  summary: 'Announcements page by page, the newest first, and the plans that one can be for.',
  operator: { permission: 'view-console' },
  query: z.object(innerPageQuery),
  response: data(z.object({ announcements: z.array(OperatorAnnouncement), pages: innerPage, plans: z.array(Named) })),
})

export const createAnnouncement = endpoint({
  ...acts,
  id: 'createAnnouncement',
  method: 'POST',
  path: '/v3/operator/announcements',
  status: 201,
  summary: 'Tells customers something at the top of their pages, from one moment until another of the business clock.',
  body: Body,
  response: data(z.object({ id: z.string() })),
  errors: ['not_found'],
})

export const updateAnnouncement = endpoint({
  ...acts,
  id: 'updateAnnouncement',
  method: 'PUT',
  path: '/v3/operator/announcements/{id}',
  summary: 'Says something else, to others or at other times. With other words, those who put it away see it again.',
  params,
  body: Body,
  response: data(z.object({ id: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const endAnnouncement = endpoint({
  ...acts,
  id: 'endAnnouncement',
  method: 'POST',
  path: '/v3/operator/announcements/{id}/end',
  summary: 'Shows it to no one from now on.',
  params,
  body: z.object({ reason: reason() }),
  response: data(z.object({ id: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const operatorAnnouncementEndpoints = {
  listOperatorAnnouncements,
  createAnnouncement,
  updateAnnouncement,
  endAnnouncement,
}
