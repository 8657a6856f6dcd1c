import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, success } from '../core/shapes.ts'

export const announcementLevels = ['info', 'warning', 'danger'] as const

/** What the people who run Posy tell its customers. */
export const Announcement = z.object({
  id: z.string(),
  text: z.string(),
  level: z.enum(announcementLevels),
  from: z.string(),
  /** Exclusive. */
  until: z.string(),
})
export type Announcement = z.infer<typeof Announcement>

export const listAnnouncements = endpoint({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/v3/announcements',
  tag: 'Configuration',
  access: 'session',
  summary: 'What the caller’s team is told now, the weightiest first, but for what the caller has dismissed.',
  response: data(z.array(Announcement)),
})

export const dismissAnnouncement = endpoint({
  id: 'dismissAnnouncement',
  method: 'POST',
  path: '/v3/announcements/{id}/dismissals',
  tag: 'Configuration',
  access: 'session',
  summary: 'Shows an announcement to the caller no more, unless its words change.',
  params: z.object({ id: id('announcement') }),
  response: data(success()),
  errors: ['not_found'],
})

export const announcementEndpoints = { listAnnouncements, dismissAnnouncement }
