import { sql } from 'kysely'
import type { Brand, Product, Store } from '#contract/catalogue/catalogue.ts'
import type { OriginalBrand, OriginalProduct, OriginalStore } from '#contract/original/original.ts'
import { iso } from '#kit/time.ts'
import { onSale, storesOfBrands } from '#server/domains/catalogue/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { wholeAddress } from '#server/platform/whole-address.ts'

/** Records in the words of the original, beside our own. Addresses of pictures are whole there. */

const fileName = (address: string | null): string => address?.split('/').at(-1) ?? ''
const pounds = (pence: number): string => (pence / 100).toFixed(2)

export function originalStore(publicUrl: string, store: Store): OriginalStore {
  const { latitude, longitude, ...rest } = store
  const place = [store.address, store.postcode].filter(Boolean).join(', ')
  return {
    ...rest,
    brand_id: store.brandId,
    latitude: latitude === null ? '' : String(latitude),
    latitiude: latitude === null ? '' : String(latitude),
    longitude: longitude === null ? '' : String(longitude),
    description: place,
    description_markdown: place,
    website: null,
    visible: 1,
    image: 'pin.png',
    image_url: wholeAddress(publicUrl, '/catalogue/posy.svg'),
  }
}

interface Place {
  db: Db | Tx
  publicUrl: string
}

/** Products whole, as they are met everywhere in v2. */
export async function originalProducts(
  { db, publicUrl }: Place,
  products: readonly Product[],
): Promise<OriginalProduct[]> {
  const weights = await brandWeights(db, [...new Set(products.map(({ brandId }) => brandId))])
  return products.map((product) => originalProduct(publicUrl, product, weights.get(product.brandId)!))
}

/** A brand weighs what its heaviest product on sale does. */
const HEAVIEST = sql<number>`coalesce(max(product.weight) filter (where ${onSale}), 0)::int`

async function brandWeights(db: Db | Tx, brandIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; weight: number }>`
    select brand.id, ${HEAVIEST} as weight from brand left join product on product.brand_id = brand.id
    where brand.id = any (${[...brandIds]}::uuid[]) group by brand.id`.execute(db)
  return new Map(rows.map(({ id, weight }) => [id, weight]))
}

function originalProduct(publicUrl: string, product: Product, brandWeight: number): OriginalProduct {
  const address = wholeAddress(publicUrl, product.imageUrl)
  const picture = fileName(address)
  return {
    ...product,
    imageUrl: address,
    brand_id: product.brandId,
    brand_name: product.brandName,
    label: product.name,
    price: pounds(product.senderPrice),
    sale_price: product.senderPrice,
    handling_fee: product.handlingFee,
    image: picture,
    image_url: address,
    claim_image: picture,
    claim_image_url: address,
    imessage_image: picture,
    imessage_image_url: address,
    open_graph_image: picture,
    open_graph_image_url: address,
    subtitle: product.contents,
    recipient_description: product.description,
    redemption_instructions: product.terms,
    over_18_offer: product.over18 ? 1 : 0,
    on_app: 1,
    on_imessage: 0,
    active: product.active ? 1 : 0,
    vat_voucher_type: product.vatVoucherType,
    brand_weight: brandWeight,
    campaign: null,
    internal_name: '',
    integration: '',
    tag_group_id: '',
    tag_id: '',
    huggg_tag: null,
    created_at: product.dateCreated,
    updated_at: product.dateModified,
  }
}

interface BrandFacts {
  stores: string[]
  products: string[]
  isChoice: boolean
  weight: number
  createdAt: Date
  updatedAt: Date
}

/** What a brand's record holds of its relations, whether they were asked for or not. */
async function brandFacts(db: Db | Tx, brandIds: readonly string[]): Promise<Map<string, BrandFacts>> {
  if (brandIds.length === 0) return new Map()
  const stores = await storesOfBrands(db, brandIds)
  const { rows } = await sql<{
    id: string
    created_at: Date
    updated_at: Date
    products: string[]
    weight: number
    is_choice: boolean
  }>`
    select brand.id, brand.created_at, brand.updated_at,
      coalesce(array_agg(product.id order by product.weight desc, product.id) filter (where ${onSale}), '{}') as products,
      ${HEAVIEST} as weight,
      coalesce(bool_or(product.kind = 'choice') filter (where ${onSale}), false) as is_choice
    from brand left join product on product.brand_id = brand.id
    where brand.id = any (${[...brandIds]}::uuid[]) group by brand.id`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        stores: (stores.get(row.id) ?? []).map(({ id }) => id),
        products: row.products,
        isChoice: row.is_choice,
        weight: row.weight,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      },
    ]),
  )
}

/** Brands whole, as they are met everywhere in v2. */
export async function originalBrands({ db, publicUrl }: Place, brands: readonly Brand[]): Promise<OriginalBrand[]> {
  const facts = await brandFacts(
    db,
    brands.map(({ id }) => id),
  )
  return brands.map(({ embedded: _, ...brand }) => {
    const logoUrl = brand.logoUrl === null ? null : wholeAddress(publicUrl, brand.logoUrl)
    const { stores, products, isChoice, weight, createdAt, updatedAt } = facts.get(brand.id)!
    return {
      ...brand,
      logoUrl,
      logo_url: logoUrl ?? '',
      default_location_description_markdown: brand.description,
      products: isChoice ? [] : products,
      consolidated_products: isChoice ? products : [],
      stores,
      consolidated: isChoice ? 1 : 0,
      how_to: '',
      weight,
      internal_name: '',
      logo: fileName(logoUrl),
      colour: '',
      success: '',
      share: '',
      faq: null,
      redeem: null,
      email: '',
      user_id: null,
      location_text: null,
      map_pin_url: '',
      expiry: 365,
      vat: 20,
      integration_id: 1,
      created_at: iso(createdAt),
      updated_at: iso(updatedAt),
      deleted_at: brand.active ? null : iso(updatedAt),
    }
  })
}
