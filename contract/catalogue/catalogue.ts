import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { currency, cursorBody, cursorPage, cursorQuery, data, id, list, pence, text } from '../core/shapes.ts'

export const territory = () => z.enum(['GB', 'EU'])
export const voucherTypes = ['own', 'tillo', 'paypoint', 'post-office', 'pin4cash'] as const

/** Paths of pictures on this host, by use; the first of `main` is the face of a product or brand. */
export const Images = z.record(z.string(), z.array(z.string()))

export const Store = z.object({
  id: z.string(),
  brandId: z.string(),
  name: z.string(),
  address: z.string(),
  postcode: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type Store = z.infer<typeof Store>

export const Brand = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  images: Images,
  active: z.boolean(),
  /** Present when asked for with `embed[]=stores`. */
  embedded: z.object({ stores: z.array(Store) }).optional(),
})
export type Brand = z.infer<typeof Brand>

export const Product = z.object({
  id: z.string(),
  brandId: z.string(),
  brandName: z.string(),
  name: z.string(),
  description: z.string(),
  /** What is in the gift, as a line on its card. */
  contents: z.string(),
  terms: z.string(),
  /** `choice`: the recipient picks one of the options of its segments. */
  kind: z.enum(['single', 'choice']),
  territory: territory(),
  currency: currency(),
  /** Whole pence. An SPV price includes its VAT; an MPV price is the face value. */
  senderPrice: z.int(),
  /** Whole pence per huggg, excluding VAT. */
  handlingFee: z.int(),
  vatVoucherType: z.enum(['SPV', 'MPV']),
  /** Percent inside `senderPrice`: 20, 5, 0, or a fraction such as 2.5. Always 0 for an MPV. */
  vat: z.number(),
  voucherType: z.enum(voucherTypes),
  givesChange: z.boolean(),
  /** Tills may take it in parts: see `redeemHuggg`. */
  allowsParts: z.boolean(),
  over18: z.boolean(),
  maximumExpiryDays: z.int(),
  isGiftCard: z.boolean(),
  images: Images,
  /** The first main picture. */
  imageUrl: z.string(),
  variantOfProductId: z.string().nullable(),
  variantLabel: z.string().nullable(),
  tagIds: z.array(z.string()),
  labelIds: z.array(z.string()),
  taxonomyIds: z.array(z.string()),
  /** Order in lists: the heavier first. */
  weight: z.int(),
  /** False once withdrawn: still readable by id, no longer listed or sold. */
  active: z.boolean(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Product = z.infer<typeof Product>

const SegmentGroup = z.object({
  id: z.string(),
  name: z.string(),
  territories: z.array(territory()),
  segmentIds: z.array(z.string()),
})

export const Segment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  territories: z.array(territory()),
  /** The groups it stands in: what choices name together, for recipients in some territories. Segments in their order. */
  segmentGroups: z.array(SegmentGroup),
  options: z.array(Product),
})
export type Segment = z.infer<typeof Segment>

/** As v2 answers it: addresses of pictures are whole there. */
export const OriginalSegment = Segment.extend({
  image_url: z.string().nullable(),
  options: z.array(Product.extend({ image_url: z.string() })),
})
export type OriginalSegment = z.infer<typeof OriginalSegment>

/** Ids in a filter: fetching many by id goes with a `limit` equal to their number. */
const ids = (resource: Parameters<typeof id>[0]) => list(id(resource))

const catalogue = { tag: 'Catalogue', access: 'identity' } as const

export const listProducts = endpoint({
  ...catalogue,
  id: 'listProducts',
  method: 'GET',
  path: '/v3/products',
  summary: 'Products on sale, the heaviest first; or, by `filter[id][]`, exactly those asked for, withdrawn ones too.',
  query: z.object({
    ...cursorQuery,
    id: ids('product'),
    brandId: ids('brand'),
    territory: territory().optional(),
    active: z.stringbool().optional(),
    filter: z
      .object({
        id: ids('product'),
        brandId: ids('brand'),
        territory: territory().optional(),
        active: z.stringbool().optional(),
      })
      .optional(),
  }),
  response: cursorPage(Product),
})

export const getProduct = endpoint({
  ...catalogue,
  id: 'getProduct',
  method: 'GET',
  path: '/v3/products/{id}',
  summary: 'One product, also when it has been withdrawn.',
  params: z.object({ id: id('product') }),
  response: data(Product),
  errors: ['not_found'],
})

/** Everything given must hold; of several ids in one list, any. */
const ProductFilter = z.object({
  id: ids('product'),
  ids: ids('product'),
  /** These products and all variants of them. */
  variantsOf: ids('product'),
  brandIds: ids('brand'),
  tagIds: ids('tag'),
  labelIds: ids('label'),
  taxonomyIds: ids('taxonomy'),
  /** None of these tags. */
  withoutTagIds: ids('tag'),
  territory: territory().optional(),
  currency: currency().optional(),
  kind: z.enum(['single', 'choice']).optional(),
  minPrice: pence().optional(),
  maxPrice: pence().optional(),
  isGiftCard: z.boolean().optional(),
  over18: z.boolean().optional(),
  active: z.boolean().optional(),
})

export const findProducts = endpoint({
  ...catalogue,
  id: 'findProducts',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/products/searches',
  summary: 'Products that meet a filter, the heaviest first. By ids, withdrawn ones too.',
  scope: 'read',
  body: z.object({ filter: ProductFilter.default({}), ...cursorBody }),
  response: cursorPage(Product),
})

/** The place of the last hit in its order; send it back as `from` to continue. */
const SearchCursor = z
  .array(z.union([z.string().max(300), z.number()]))
  .min(2)
  .max(3)

const Count = { count: z.int() }
const NamedCount = z.object({ id: z.string(), name: z.string(), ...Count })

/**
 * How many products of each value the query and the filter bring. A facet is not narrowed by its own part of the
 * filter: its counts say what choosing another value would bring. Values without a product are left out, and of one
 * facet at most the 50 most frequent are listed.
 */
export const ProductFacets = z.object({
  brands: z.array(NamedCount),
  tags: z.array(NamedCount.extend({ typeId: z.int() })),
  labels: z.array(NamedCount),
  taxonomies: z.array(NamedCount.extend({ slug: z.string() })),
  territories: z.array(z.object({ value: territory(), ...Count })),
  kinds: z.array(z.object({ value: z.enum(['single', 'choice']), ...Count })),
  isGiftCard: z.array(z.object({ value: z.boolean(), ...Count })),
  over18: z.array(z.object({ value: z.boolean(), ...Count })),
  /** By currency: the cheapest, the dearest, and bands whose bounds are inclusive; the last has no upper one. */
  prices: z.array(
    z.object({
      currency: currency(),
      min: z.int(),
      max: z.int(),
      bands: z.array(z.object({ minPrice: z.int(), maxPrice: z.int().nullable(), ...Count })),
    }),
  ),
})
export type ProductFacets = z.infer<typeof ProductFacets>

export const searchProducts = endpoint({
  ...catalogue,
  id: 'searchProducts',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/searches/products',
  summary:
    'Products on sale by words of their name, brand, contents, description, tags, labels and taxonomies. Every word may be the beginning of one; a word of four letters or more is forgiven one wrong letter, of eight or more two; words that nothing on sale has are passed over.',
  scope: 'read',
  body: z.object({
    /** Without a word in it, everything on sale. */
    query: text(200).default(''),
    /** An offset, or the `next` of the answer before. */
    from: z.union([z.int().min(0).max(10_000), SearchCursor]).optional(),
    offset: z.int().min(0).max(10_000).default(0),
    size: z.int().min(1).max(1000).default(60),
    sort: z.enum(['relevance', 'price', '-price', 'name', '-name']).default('relevance'),
    filter: ProductFilter.omit({ id: true, ids: true, variantsOf: true, active: true }).default({}),
    /** Send false to be spared the counting. */
    facets: z.boolean().default(true),
    /** Say of each gift card which amounts of it there are. */
    amounts: z.boolean().default(false),
  }),
  response: data(
    z.object({
      hits: z.array(
        z.object({
          product: Product,
          /** Of a gift card in several amounts: all of those that query and filter bring, the heaviest first. Empty unless asked for. */
          amounts: z.array(z.object({ id: z.string(), senderPrice: z.int() })),
        }),
      ),
      next: z.array(z.union([z.string(), z.number()])).nullable(),
      /** How many there are in all, before and after this page. */
      total: z.int(),
      facets: ProductFacets.nullable(),
      suggestions: z.array(z.string()),
    }),
  ),
})

export const suggestProductSearches = endpoint({
  ...catalogue,
  id: 'suggestProductSearches',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/searches/products/suggestions',
  summary: 'What the words typed so far may be on the way to: brands, categories, products; with slips forgiven.',
  scope: 'read',
  body: z.object({ term: text(200), size: z.int().min(1).max(20).default(8) }),
  response: data(z.array(z.string())),
})

export const getProductSegments = endpoint({
  ...catalogue,
  access: 'session',
  permission: 'view-segments',
  id: 'getProductSegments',
  method: 'GET',
  path: '/api/v2/products/{id}/segments',
  summary:
    'What a recipient of this product may choose from, by segment: its own or those of its groups for its territory, on sale, in its currency, nothing dearer. Empty for a product without a choice.',
  params: z.object({ id: id('product') }),
  response: data(z.array(OriginalSegment)),
  errors: ['not_found'],
})

export const listSegments = endpoint({
  ...catalogue,
  access: 'session',
  permission: 'view-segments',
  id: 'listSegments',
  method: 'GET',
  path: '/v3/product-voucher-segments',
  summary: 'Segments by their ids, with every option on sale.',
  query: z.object({ ids: ids('segment') }),
  response: data(z.array(Segment)),
})

export const getBrand = endpoint({
  ...catalogue,
  id: 'getBrand',
  method: 'GET',
  path: '/v3/brands/{id}',
  summary: 'One brand, also when it has been withdrawn.',
  params: z.object({ id: id('brand') }),
  response: data(Brand),
  errors: ['not_found'],
})

export const findBrands = endpoint({
  ...catalogue,
  id: 'findBrands',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/brands/searches',
  summary: 'Brands by name; or, by `filter.id`, exactly those asked for, withdrawn ones too.',
  scope: 'read',
  body: z.object({ filter: z.object({ id: ids('brand'), name: text(200).optional() }).default({}), ...cursorBody }),
  response: cursorPage(Brand),
})

export const catalogueEndpoints = {
  listProducts,
  getProduct,
  findProducts,
  searchProducts,
  suggestProductSearches,
  getProductSegments,
  listSegments,
  getBrand,
  findBrands,
}
