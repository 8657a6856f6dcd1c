import type { Brand, Product, Segment, Store } from '#contract/catalogue/catalogue.ts'
import { serializeOriginalSegment } from '#server/domains/catalogue/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import type { Relations } from '#server/platform/http/embedded.ts'
import { originalBrands, originalProducts, originalStore } from './records.ts'
import { originalRoutes } from './routes.ts'

/**
 * The original's public API, for programs written for it: its endpoints and the words of its records, a thin layer over the
 * product (docs/decisions/0381-programs-written-for-the-original.md).
 */
export const originalDomain: Domain = { name: 'original', routes: originalRoutes }

/** Related records in the words of the original, as they stand beside `data`. */
export const originalRelations: Relations = {
  brands: ({ db, config: { publicUrl } }, brands) => originalBrands({ db, publicUrl }, brands as never as Brand[]),
  products: ({ db, config: { publicUrl } }, products) =>
    originalProducts({ db, publicUrl }, products as never as Product[]),
  segments: async ({ config }, segments) =>
    segments.map((segment) => serializeOriginalSegment(config.publicUrl, segment as never as Segment)),
  stores: async ({ config }, stores) => stores.map((store) => originalStore(config.publicUrl, store as never as Store)),
}
