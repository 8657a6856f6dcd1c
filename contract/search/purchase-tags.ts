import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesPurchases } from '../core/permissions.ts'
import { data } from '../core/shapes.ts'

/** The most tags in one answer. */
export const MOST_PURCHASE_TAGS = 50

export const listPurchaseTags = endpoint({
  id: 'listPurchaseTags',
  method: 'GET',
  path: '/v3/purchase-tags',
  tag: 'Searches',
  access: 'session',
  permission: seesPurchases,
  summary: `Tags of the latest thousand purchases that a search finds for the caller, each once, the last given first; at most ${MOST_PURCHASE_TAGS}.`,
  response: data(z.array(z.string())),
})

export const purchaseTagEndpoints = { listPurchaseTags }
