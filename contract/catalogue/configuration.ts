import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'
import { territory } from './catalogue.ts'
import { voucherTypesWithoutSegments } from './taxonomies.ts'

/** What may be switched on for a whole installation; off unless its environment says so. */
const featureIds = ['christmas', 'launchpad', 'gift-restrictions-disable'] as const

export const Feature = z.object({ id: z.enum(featureIds), name: z.string(), enabled: z.boolean() })
export type Feature = z.infer<typeof Feature>

export const listFeatures = endpoint({
  id: 'listFeatures',
  method: 'GET',
  path: '/v3/features',
  tag: 'Configuration',
  access: 'identity',
  summary: 'The feature flags of this installation.',
  response: data(z.array(Feature)),
})

export const getConfiguration = endpoint({
  id: 'getConfiguration',
  method: 'GET',
  path: '/v3/configuration',
  tag: 'Configuration',
  access: 'identity',
  summary: 'Which records the pages of this installation refer to by id or slug.',
  response: data(
    z.object({
      taxonomyIds: z.object({
        featured: z.string(),
        christmas: z.string(),
        employeeAppreciation: z.string(),
        easter: z.string(),
      }),
      giftCategories: z.array(z.object({ slug: z.string(), territory: territory(), isGiftCard: z.boolean() })),
      giftRestrictionTagTypeId: z.int(),
      postOfficeBrandIds: z.array(z.string()),
      /** The plan of anyone who signs up without naming one; null: one must be named. */
      defaultPlanId: z.string().nullable(),
      /** The branding of gifts from teams without one of their own; null: the built-in one. */
      defaultBrandingId: z.string().nullable(),
      voucherTypesWithoutSegments: z.array(z.enum(voucherTypesWithoutSegments)),
    }),
  ),
})

export const configurationEndpoints = { listFeatures, getConfiguration }
