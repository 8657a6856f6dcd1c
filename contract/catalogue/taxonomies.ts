import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { currency, cursorBody, cursorPage, data, freeText, id, list, text } from '../core/shapes.ts'
import { Images, territory } from './catalogue.ts'

export const displayTypes = ['app', 'collection', 'category', 'inline', 'preview', 'list', 'product-variant'] as const
export const itemTypes = ['product', 'taxonomy-link', 'taxonomy'] as const
export const itemDisplayTypes = ['inline', 'list', 'preview'] as const

/** Pages that show one taxonomy each refer to it by these ids, unless the installation is set up with others. */
export const starterTaxonomyIds = {
  featured: '00000000-0000-4000-8000-c00000000011',
  employeeAppreciation: '00000000-0000-4000-8000-c00000000012',
  christmas: '00000000-0000-4000-8000-c00000000013',
  easter: '00000000-0000-4000-8000-c00000000014',
} as const

/** The categories a gift is found in: the slug of a taxonomy, and what the products in it are. */
export const giftCategories = [
  { slug: 'choice-of-gift', territory: 'GB', isGiftCard: false },
  { slug: 'choice-of-gift-eu', territory: 'EU', isGiftCard: false },
  { slug: 'gift-cards', territory: 'GB', isGiftCard: true },
  { slug: 'food', territory: 'GB', isGiftCard: true },
  { slug: 'cash', territory: 'GB', isGiftCard: true },
  { slug: 'energy', territory: 'GB', isGiftCard: true },
  { slug: 'home', territory: 'GB', isGiftCard: true },
  { slug: 'children', territory: 'GB', isGiftCard: true },
  { slug: 'other', territory: 'GB', isGiftCard: true },
  { slug: 'appliances', territory: 'GB', isGiftCard: true },
  { slug: 'keeping-warm', territory: 'GB', isGiftCard: true },
  { slug: 'post-office', territory: 'GB', isGiftCard: true },
] as const

/** Tags of this type are the categories that gifting restrictions allow or disallow. */
export const giftRestrictionTagTypeId = 7

/** Vouchers of these issuers are shown without a look at their segments. */
export const voucherTypesWithoutSegments = ['tillo', 'paypoint', 'pin4cash'] as const

export const Tag = z.object({ id: z.string(), name: z.string(), typeId: z.int() })
export type Tag = z.infer<typeof Tag>

const Label = z.object({ id: z.string(), name: z.string() })
export type Label = z.infer<typeof Label>

const TaxonomyItem = z.object({
  /** Of a product, a taxonomy link or a taxonomy, by `type`. */
  id: z.string(),
  type: z.enum(itemTypes),
  displayType: z.enum(itemDisplayTypes),
})
export type TaxonomyItem = z.infer<typeof TaxonomyItem>

export const Taxonomy = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  displayType: z.enum(displayTypes),
  /** Paths of pictures on this host. */
  bannerImage: z.string().nullable(),
  icon: z.string().nullable(),
  /**
   * What can be bought or browsed now: first what the operator put in order, then links and products that name this
   * taxonomy, the heaviest first, up to 1000. A product that stands behind one of its links to variants is left out.
   */
  items: z.array(TaxonomyItem),
  /** Of products that are variants of one thing (`product-variant`): the one that stands for all. */
  primaryProductId: z.string().nullable(),
  /** The product's field that the buyer selects by, such as `variantLabel`, and the words over the selection. */
  itemSelectorProperty: z.string().nullable(),
  itemSelectorTitle: z.string().nullable(),
  /** By what the variants differ: a name for people, and the path of the product's field. */
  productVariantDifferentiators: z.array(z.object({ name: z.string(), path: z.string() })),
  active: z.boolean(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Taxonomy = z.infer<typeof Taxonomy>

/** A taxonomy shown among products as if it were one. Counts and prices are of what is on sale in it and below it. */
const TaxonomyLink = z.object({
  id: z.string(),
  linkedTaxonomyId: z.string(),
  name: z.string(),
  productCount: z.int(),
  /** Its own pictures, else those of the linked taxonomy's primary product. */
  images: Images,
  taxonomyIds: z.array(z.string()),
  tagIds: z.array(z.string()),
  labelIds: z.array(z.string()),
  /** Products of one currency only are counted: pounds where there are any. Null without a product. */
  currency: currency().nullable(),
  maxPrice: z.int().nullable(),
  maxPriceExVat: z.int().nullable(),
  minPrice: z.int().nullable(),
  minPriceExVat: z.int().nullable(),
  weight: z.int(),
})
export type TaxonomyLink = z.infer<typeof TaxonomyLink>

const ids = (resource: Parameters<typeof id>[0]) => list(id(resource))
const catalogue = { tag: 'Catalogue', access: 'identity' } as const

export const findTags = endpoint({
  ...catalogue,
  id: 'findTags',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/tags/searches',
  summary: 'Tags by name. Those of type 7 are the categories that gifting restrictions speak of.',
  scope: 'read',
  body: z.object({
    filter: z
      .object({
        id: ids('tag'),
        typeId: list(z.int().min(1).max(10_000).meta({ free: true })),
        name: text(200).optional(),
      })
      .default({}),
    ...cursorBody,
  }),
  response: cursorPage(Tag),
})

export const findLabels = endpoint({
  ...catalogue,
  id: 'findLabels',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/labels/searches',
  summary: 'Labels by name: what is said of a product on its card.',
  scope: 'read',
  body: z.object({ filter: z.object({ id: ids('label'), name: text(200).optional() }).default({}), ...cursorBody }),
  response: cursorPage(Label),
})

export const getTaxonomy = endpoint({
  ...catalogue,
  id: 'getTaxonomy',
  method: 'GET',
  path: '/v3/taxonomies/{id}',
  summary: 'One taxonomy with its items, also when it has been withdrawn.',
  params: z.object({ id: id('taxonomy') }),
  response: data(Taxonomy),
  errors: ['not_found'],
})

export const getTaxonomyBySlug = endpoint({
  ...catalogue,
  id: 'getTaxonomyBySlug',
  method: 'GET',
  path: '/v3/taxonomies/slug/{slug}',
  summary: 'One taxonomy with its items, by the last part of its page’s address.',
  params: z.object({ slug: freeText(80) }),
  response: data(Taxonomy),
  errors: ['not_found'],
})

export const findTaxonomies = endpoint({
  ...catalogue,
  id: 'findTaxonomies',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/taxonomies/searches',
  summary: 'Taxonomies by name; or, by `filter.id`, exactly those asked for, withdrawn ones too.',
  scope: 'read',
  body: z.object({
    filter: z
      .object({
        id: ids('taxonomy'),
        slug: list(freeText(80)),
        displayType: list(z.enum(displayTypes)),
        name: text(200).optional(),
      })
      .default({}),
    ...cursorBody,
  }),
  response: cursorPage(Taxonomy),
})

export const findTaxonomyLinks = endpoint({
  ...catalogue,
  id: 'findTaxonomyLinks',
  impersonation: 'look',
  method: 'POST',
  path: '/v3/taxonomy-links/searches',
  summary: 'Links to taxonomies, the heaviest first, with how many products stand behind each and their prices.',
  scope: 'read',
  body: z.object({
    filter: z
      .object({
        id: ids('taxonomyLink'),
        linkedTaxonomyIds: ids('taxonomy'),
        taxonomyIds: ids('taxonomy'),
        tagIds: ids('tag'),
        labelIds: ids('label'),
        /** Counts only its products, and leaves out links without one. */
        territory: territory().optional(),
      })
      .default({}),
    ...cursorBody,
  }),
  response: cursorPage(TaxonomyLink),
})

export const taxonomyEndpoints = {
  findTags,
  findLabels,
  getTaxonomy,
  getTaxonomyBySlug,
  findTaxonomies,
  findTaxonomyLinks,
}
