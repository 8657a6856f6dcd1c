import type { ProductTable } from '#server/platform/database/schema.ts'

export type Territory = 'GB' | 'EU'
export type CatalogueCurrency = 'GBX' | 'EUX'
export type VoucherType = 'own' | 'tillo' | 'paypoint' | 'post-office' | 'pin4cash'

/** What each territory is priced in. */
export const currencyByTerritory: Record<Territory, CatalogueCurrency> = { GB: 'GBX', EU: 'EUX' }

/** Paths of pictures on this host, by use. */
export type Images = Record<string, string[]>

export interface ProductRecord {
  id: string
  brandId: string
  brandName: string
  name: string
  description: string
  contents: string
  terms: string
  /** `choice`: the recipient picks one of the options of its segments. */
  kind: 'single' | 'choice'
  territory: Territory
  currency: CatalogueCurrency
  /** An SPV's price includes its VAT; an MPV's is the face value. */
  senderPricePence: number
  /** Per huggg, excluding VAT. */
  handlingFeePence: number
  /** For one segment of a text, excluding VAT; null where the plan's price holds. */
  smsSegmentPence: number | null
  vatVoucherType: 'SPV' | 'MPV'
  /** Rate inside the price; 0 for an MPV. */
  vatBasisPoints: number
  voucherType: VoucherType
  /** What the issuer calls it; null for our own vouchers. */
  issuerReference: string | null
  givesChange: boolean
  /** Our tills may take it in parts. */
  allowsParts: boolean
  over18: boolean
  maximumExpiryDays: number
  isGiftCard: boolean
  images: Images
  /** The first main picture. */
  imageUrl: string
  variantOfProductId: string | null
  variantLabel: string | null
  tagIds: string[]
  labelIds: string[]
  taxonomyIds: string[]
  weight: number
  /** On sale: neither the product nor its brand has been withdrawn, and its issuer is connected. */
  active: boolean
  createdAt: Date
  updatedAt: Date
}

export interface BrandRecord {
  id: string
  name: string
  description: string
  website: string | null
  logoUrl: string | null
  images: Images
  active: boolean
}

export interface StoreRecord {
  id: string
  brandId: string
  name: string
  address: string
  postcode: string | null
  latitude: number | null
  longitude: number | null
}

export interface SegmentRecord {
  id: string
  name: string
  description: string
  imageUrl: string | null
  territories: Territory[]
  /** The groups it stands in, by name. */
  segmentGroups: SegmentGroupRecord[]
}

/** Segments that choices name together, for recipients in some territories. */
export interface SegmentGroupRecord {
  id: string
  name: string
  territories: Territory[]
  /** In the operator's order. */
  segmentIds: string[]
}

/** One segment of what a recipient may choose. */
export interface ChoiceSegment {
  segmentId: string
  segmentName: string
  options: ProductRecord[]
}

/** Shown where a product has no picture of its own. */
const NO_PICTURE = '/catalogue/posy.svg'

/** The face of a product or brand. */
export const mainImage = (images: Images): string => images.main?.[0] ?? NO_PICTURE

/** Columns of a product as they are read: all but the search vector. */
export const productColumns = [
  'id',
  'brand_id',
  'brand_name',
  'name',
  'description',
  'contents',
  'terms',
  'kind',
  'territory',
  'currency',
  'sender_price',
  'handling_fee',
  'sms_segment_pence',
  'vat_voucher_type',
  'vat_basis_points',
  'voucher_type',
  'issuer_reference',
  'gives_change',
  'allows_parts',
  'over18',
  'maximum_expiry_days',
  'is_gift_card',
  'images',
  'variant_of_product_id',
  'variant_label',
  'tag_ids',
  'label_ids',
  'taxonomy_ids',
  'weight',
  'offered',
  'issuer_connected',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ProductTable)[]
