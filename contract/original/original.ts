import { z } from 'zod'
import { Brand, Product, Store } from '../catalogue/catalogue.ts'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id, list, page, pageQuery } from '../core/shapes.ts'
import { Huggg, hugggKey } from '../hugggs/hugggs.ts'
import { Transaction } from '../orders/transactions.ts'

/**
 * What the original documented publicly, and programs written for it call: a thin layer over the endpoints beside it, with
 * the same permissions, limits and records. Records of v2 have the names of the original beside our own; those that never
 * differ are on the page of reserved fields.
 */
const tag = 'Original'

const flag = () => z.literal([0, 1])
const embed = list(z.string().max(100))
/** Ids as programs have kept them: one that is none is left out, as one that does not exist. */
const anyIds = (resource: Parameters<typeof id>[0]) => list(freeText(100).meta({ resource, free: true }))

export const OriginalStore = Store.omit({ latitude: true, longitude: true }).extend({
  brand_id: z.string(),
  latitude: z.string(),
  /** Misspelt, and read by programs. */
  latitiude: z.string(),
  longitude: z.string(),
  description: z.string(),
  description_markdown: z.string(),
  website: z.null(),
  visible: flag(),
  image: z.string(),
  image_url: z.string(),
})
export type OriginalStore = z.infer<typeof OriginalStore>

export const OriginalProduct = Product.extend({
  brand_id: z.string(),
  brand_name: z.string(),
  label: z.string(),
  /** Pounds as text, without the fee. */
  price: z.string(),
  /** Pence. */
  sale_price: z.int(),
  handling_fee: z.int(),
  image: z.string(),
  image_url: z.string(),
  claim_image: z.string(),
  claim_image_url: z.string(),
  imessage_image: z.string(),
  imessage_image_url: z.string(),
  open_graph_image: z.string(),
  open_graph_image_url: z.string(),
  subtitle: z.string(),
  recipient_description: z.string(),
  redemption_instructions: z.string(),
  over_18_offer: flag(),
  on_app: flag(),
  on_imessage: flag(),
  active: flag(),
  vat_voucher_type: z.enum(['SPV', 'MPV']),
  brand_weight: z.int(),
  campaign: z.null(),
  internal_name: z.string(),
  integration: z.string(),
  tag_group_id: z.string(),
  tag_id: z.string(),
  huggg_tag: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type OriginalProduct = z.infer<typeof OriginalProduct>

export const OriginalBrand = Brand.omit({ embedded: true }).extend({
  logo_url: z.string(),
  default_location_description_markdown: z.string(),
  /** Ids of what is on sale. */
  products: z.array(z.string()),
  consolidated_products: z.array(z.string()),
  /** Ids. */
  stores: z.array(z.string()),
  consolidated: flag(),
  how_to: z.string(),
  weight: z.int(),
  internal_name: z.string(),
  logo: z.string(),
  colour: z.string(),
  success: z.string(),
  share: z.string(),
  faq: z.null(),
  redeem: z.null(),
  email: z.string(),
  user_id: z.null(),
  location_text: z.null(),
  map_pin_url: z.string(),
  expiry: z.int(),
  vat: z.int(),
  integration_id: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null while it is active, as the original has it. */
  deleted_at: z.string().nullable(),
  embedded: z.object({ stores: z.array(Store).optional(), products: z.array(Product).optional() }).optional(),
})
export type OriginalBrand = z.infer<typeof OriginalBrand>

const catalogue = { tag, access: 'identity', method: 'GET', brackets: true } as const

export const listBrandsV2 = endpoint({
  ...catalogue,
  id: 'listBrandsV2',
  path: '/api/v2/brands',
  summary: 'Brands, the heaviest first; or exactly those asked for by `id[]`. `embed[]` brings stores and products.',
  query: z.object({ ...pageQuery, embed, id: anyIds('brand') }),
  response: page(OriginalBrand),
})
export const getBrandV2 = endpoint({
  ...catalogue,
  id: 'getBrandV2',
  path: '/api/v2/brands/{id}',
  summary: 'One brand. `embed[]` brings its stores and products.',
  params: z.object({ id: id('brand') }),
  query: z.object({ embed }),
  response: data(OriginalBrand),
  errors: ['not_found'],
})
export const listProductsV2 = endpoint({
  ...catalogue,
  id: 'listProductsV2',
  path: '/api/v2/products',
  summary:
    'Products on sale, the heaviest first; or exactly those asked for by `id[]`. `embed[]=brand` brings their brands.',
  query: z.object({ ...pageQuery, embed, id: anyIds('product') }),
  response: page(OriginalProduct.extend({ embedded: z.object({ brand: Brand }).optional() })),
})
/** A corner of an area: degrees north, degrees east. */
const CORNER = '-?\\d{1,3}(?:\\.\\d{1,15})?,-?\\d{1,3}(?:\\.\\d{1,15})?'
export const listTiles = endpoint({
  ...catalogue,
  id: 'listTiles',
  path: '/api/v2/tiles/{area}',
  summary:
    'Stores in an area, by its north-west and south-east corners: `/api/v2/tiles/54.1,-3.5:50.9,1.2`. One tile with a pin for each.',
  params: z.object({
    area: z
      .string()
      .regex(new RegExp(`^${CORNER}:${CORNER}$`), 'must be two corners such as 54.1,-3.5:50.9,1.2')
      .meta({ free: true }),
  }),
  response: data(z.array(z.object({ pins: z.array(OriginalStore) }))),
})

export const listTransactions = endpoint({
  id: 'listTransactions',
  method: 'GET',
  path: '/api/v2/transactions',
  tag,
  access: 'session',
  permission: ['view-team-transactions', 'purchase-hugggs'],
  brackets: true,
  summary: 'Purchases that the caller may see, newest first, with the relations that `embed[]` names.',
  query: z.object({ ...pageQuery, embed }),
  response: page(Transaction),
})
export const listSentHugggs = endpoint({
  id: 'listSentHugggs',
  method: 'GET',
  path: '/api/v2/hugggs/sent',
  tag,
  access: 'session',
  permission: 'view-huggg-status',
  brackets: true,
  summary: 'Gifts that the caller has bought, newest first, with the relations that `embed[]` names.',
  query: z.object({ ...pageQuery, embed }),
  response: page(Huggg),
})

/** The one form of the original's search language that programs send. */
const statusMatch = z.object({
  match: z.object({
    status: z.object({
      query: z
        .string()
        .max(200)
        .regex(
          /^(?:sent|redeemed|expired|claimed|cancelled|created|scheduled)(?: or (?:sent|redeemed|expired|claimed|cancelled|created|scheduled))*$/i,
          'must be states such as “redeemed or sent”',
        ),
      operator: z.literal('or').optional(),
    }),
  }),
})
export const searchOriginal = endpoint({
  id: 'searchOriginal',
  method: 'POST',
  path: '/api/v2/search',
  tag,
  access: 'session',
  permission: 'view-huggg-status',
  impersonation: 'look',
  scope: 'read',
  summary: 'Gifts by their states, newest change first. Anything else is asked of `POST /v3/searches/hugggs`.',
  body: z.object({
    from: z.int().min(0).max(10_000).default(0),
    size: z.int().min(1).max(1000).default(10),
    query: z.object({ bool: z.object({ must: z.array(statusMatch).max(1) }) }).optional(),
    sort: z
      .array(z.object({ 'huggg.updated_at': z.object({ order: z.enum(['asc', 'desc']) }) }))
      .max(1)
      .optional(),
  }),
  response: data(z.object({ hits: z.array(z.looseObject({})), total: z.int(), from: z.int(), size: z.int() })),
})

const voucherKey = z.string().min(1).max(64).meta({ free: true })
export const getAdjustmentCodes = endpoint({
  id: 'getAdjustmentCodes',
  method: 'GET',
  path: '/api/v2/hugggs/{id}/product/adjustment-codes',
  tag,
  access: 'merchant',
  summary: 'Codes by which a till books the discount of a gift: Posy’s merchants have none, so the list is empty.',
  params: z.object({ id: voucherKey }),
  response: data(z.object({ product_id: z.string(), adjustment_codes: z.array(z.string()) })),
  errors: ['not_this_merchant', 'not_found', 'already_redeemed'],
})

const voucher = {
  method: 'POST',
  tag,
  access: 'session',
  permission: 'view-huggg-status',
  impersonation: 'never',
  scope: 'send',
  params: z.object({ id: hugggKey }),
  body: z.object({ segmentId: id('segment').optional(), embed: list(z.string().max(100)).default(['voucher']) }),
  response: data(Huggg),
  errors: ['not_found', 'wrong_state'],
} as const
const voucherSummary =
  'The gift with its code, where it was bought to be used by the sender (inline-redeem); a recipient’s code stays the recipient’s.'
export const generateVoucher = endpoint({
  ...voucher,
  id: 'generateVoucher',
  path: '/api/v2/hugggs/{id}/voucher',
  summary: voucherSummary,
})
export const generateClaimedVoucher = endpoint({
  ...voucher,
  id: 'generateClaimedVoucher',
  path: '/api/v2/hugggs/{id}/voucher/claimed',
  summary: voucherSummary,
})

export const RequestCheck = z.object({
  method: z.string(),
  /** With the query, without the host. */
  path: z.string(),
  /** Which of ours it meets; null where there is none. */
  endpoint: z.object({ id: z.string(), method: z.string(), path: z.string(), summary: z.string() }).nullable(),
  /** Whether it would be taken as it is written. */
  isAccepted: z.boolean(),
  /** That it would be answered with, as far as its words decide it. */
  status: z.int(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  help: z.string().nullable(),
  /** What is wrong, by path. */
  details: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Names that are read otherwise than they are written, and what is read of each. */
  names: z.array(z.object({ sent: z.string(), read: z.string() })),
  /** What else there is to know. */
  notes: z.array(z.string()),
})
export type RequestCheck = z.infer<typeof RequestCheck>

export const checkRequest = endpoint({
  id: 'checkRequest',
  method: 'POST',
  path: '/v3/request-checks',
  tag,
  access: 'public',
  summary:
    'What would be done with a request of yours: a curl command or lines of HTTP. Nothing of it is done or kept.',
  body: z.object({ request: z.string().min(1).max(100_000).meta({ free: true }) }),
  response: data(RequestCheck),
})

export const originalEndpoints = {
  checkRequest,
  listBrandsV2,
  getBrandV2,
  listProductsV2,
  listTiles,
  listTransactions,
  listSentHugggs,
  searchOriginal,
  getAdjustmentCodes,
  generateVoucher,
  generateClaimedVoucher,
}
