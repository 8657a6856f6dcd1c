import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, success, text } from '../core/shapes.ts'

/** The lists whose filters can be kept. */
const savedViewPlaces = ['gifts', 'purchases'] as const

/** Filters of a list under a name, its maker's alone. */
export const SavedView = z.object({
  place: z.enum(savedViewPlaces),
  name: z.string(),
  /** Filters and order as they stand in the list's address, without `?`. */
  query: z.string(),
  dateModified: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const MAX_SAVED_VIEWS = 50

const key = { place: z.enum(savedViewPlaces), name: text(60).min(1) }
const base = {
  tag: 'Searches',
  access: 'session',
  path: '/v3/saved-views',
  permission: ['view-team-transactions', 'purchase-hugggs', 'view-huggg-status'],
} as const

export const listSavedViews = endpoint({
  ...base,
  id: 'listSavedViews',
  method: 'GET',
  summary: 'The caller’s saved views in the team acted in, by name.',
  response: data(z.array(SavedView)),
})

export const putSavedView = endpoint({
  ...base,
  id: 'putSavedView',
  impersonation: 'change',
  method: 'PUT',
  summary: `Keeps filters under a name; those kept under it before are replaced. At most ${MAX_SAVED_VIEWS}.`,
  body: z.object({ ...key, query: freeText(1000) }),
  response: data(SavedView),
})

export const deleteSavedView = endpoint({
  ...base,
  id: 'deleteSavedView',
  impersonation: 'change',
  method: 'DELETE',
  summary: 'Forgets a view. Again: says the same.',
  body: z.object(key),
  response: data(success()),
})

export const savedViewEndpoints = { listSavedViews, putSavedView, deleteSavedView }
