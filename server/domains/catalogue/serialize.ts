import type { Brand, OriginalSegment, Product, Segment, Store } from '#contract/catalogue/catalogue.ts'
import type { Taxonomy } from '#contract/catalogue/taxonomies.ts'
import { wholeAddress } from '#server/platform/whole-address.ts'
import type { BrandRecord, ProductRecord, SegmentRecord, StoreRecord } from './catalogue.ts'
import type { TaxonomyRecord } from './taxonomy.ts'

/** A product as it travels. */
export function serializeCatalogueProduct(record: ProductRecord): Product {
  const { senderPricePence, handlingFeePence, smsSegmentPence, vatBasisPoints, issuerReference, ...rest } = record
  const { createdAt, updatedAt, ...same } = rest
  return {
    ...same,
    senderPrice: senderPricePence,
    handlingFee: handlingFeePence,
    vat: vatBasisPoints / 100,
    dateCreated: createdAt.toISOString(),
    dateModified: updatedAt.toISOString(),
  }
}

const serialized = new WeakMap<ProductRecord, Product>()

/** As serializeCatalogueProduct, of a record that the index keeps: made with its first showing, and the same object ever after. */
export function serializeIndexedProduct(record: ProductRecord): Readonly<Product> {
  const product = serialized.get(record) ?? serializeCatalogueProduct(record)
  serialized.set(record, product)
  return product
}

/** A brand as it travels, with its stores under `embedded` where they are given. */
export function serializeBrand(record: BrandRecord, { stores }: { stores?: StoreRecord[] | undefined } = {}): Brand {
  return stores ? { ...record, embedded: { stores: stores.map(serializeStore) } } : record
}

const serializeStore = (record: StoreRecord): Store => record

/** A segment as it travels, with what may be chosen in it. */
export const serializeSegment = (record: SegmentRecord, options: ProductRecord[]): Segment => ({
  ...record,
  options: options.map(serializeCatalogueProduct),
})

/** A segment as it is met everywhere in v2. */
export function serializeOriginalSegment(publicUrl: string, segment: Segment): OriginalSegment {
  const whole = (path: string) => wholeAddress(publicUrl, path)
  const address = segment.imageUrl === null ? null : whole(segment.imageUrl)
  return {
    ...segment,
    imageUrl: address,
    image_url: address,
    options: segment.options.map((option) => {
      const optionAddress = whole(option.imageUrl)
      return { ...option, imageUrl: optionAddress, image_url: optionAddress }
    }),
  }
}

export const serializeTaxonomy = ({ createdAt, updatedAt, ...same }: TaxonomyRecord): Taxonomy => ({
  ...same,
  dateCreated: createdAt.toISOString(),
  dateModified: updatedAt.toISOString(),
})
