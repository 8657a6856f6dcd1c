import { sql } from 'kysely'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type ProductRecord, productColumns } from './catalogue.ts'
import { ProductIndex } from './product-index.ts'
import { onSale, toProduct } from './queries.ts'
import { Phrases } from './suggestions.ts'

export interface CatalogueIndex {
  version: number
  /** Of everything on sale, as it is shown. */
  products: ProductIndex<ProductRecord>
  phrases: Phrases
  /** Gift cards by `cardKey`: the numbers of their amounts in the index, the heaviest first. */
  cards: ReadonlyMap<string, readonly number[]>
}

/** What one gift card in many amounts has in common. */
export const cardKey = ({ variantOfProductId, id, currency }: ProductRecord): string =>
  `${variantOfProductId ?? id} ${currency}`

interface Holder {
  current?: CatalogueIndex
  loading?: Promise<CatalogueIndex> | undefined
}

/** One index for each database of the process. */
const holders = new WeakMap<Db, Holder>()
const MAX_ATTEMPTS = 5

/**
 * Answers from the index, and only from one that is as new as the database: the catalogue's version is read for every
 * answer, and where the index is of another version it is made again. So what one process imports, every process finds
 * with its next search.
 */
export async function withIndex<T>(db: Db, answer: (index: CatalogueIndex) => T): Promise<T> {
  const holder = holders.get(db) ?? {}
  holders.set(db, holder)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const index = holder.current ?? (await reload(db, holder))
    if ((await catalogueVersion(db)) === index.version) return answer(index)
    if (holder.current === index) await reload(db, holder)
  }
  throw new Problem('unavailable', 'The catalogue is being changed at this moment.')
}

/** Everybody who needs a new index waits for the same one. */
async function reload(db: Db, holder: Holder): Promise<CatalogueIndex> {
  holder.loading ??= load(db).finally(() => {
    holder.loading = undefined
  })
  holder.current = await holder.loading
  return holder.current
}

const states = compiledOnce((db) => db.selectFrom('catalogue_state').select('version'))
const catalogueVersion = async (db: Db): Promise<number> => (await states(db, {}))[0]!.version

async function load(db: Db): Promise<CatalogueIndex> {
  // Read before the rows: if they change in between, the index is of a version that is gone, and is made again.
  const version = await catalogueVersion(db)
  const rows = await db.selectFrom('product').select(productColumns).where(onSale).execute()
  const products = rows.map(toProduct)
  const [tags, labels, taxonomies] = [
    await db.selectFrom('tag').select(['id', 'name', 'type_id as typeId']).execute(),
    await db.selectFrom('label').select(['id', 'name']).execute(),
    await db.selectFrom('taxonomy').select(['id', 'name', 'slug']).execute(),
  ]
  const index = await ProductIndex.build({ products, tags, labels, taxonomies })
  return { version, products: index, phrases: Phrases.of(index), cards: groupCards(index) }
}

/** What differs by something that no one has named is no card in many amounts. */
function groupCards({ products }: ProductIndex<ProductRecord>): CatalogueIndex['cards'] {
  const singles = [...products.keys()].filter((number) => products[number]!.kind === 'single')
  const groups = Map.groupBy(singles, (number) => cardKey(products[number]!))
  return new Map(
    [...groups].filter(
      ([, numbers]) => numbers.length > 1 && numbers.some((number) => products[number]!.variantLabel !== null),
    ),
  )
}

/** Makes every index of the catalogue old; in the transaction that changes it. */
export const bumpVersion = sql`update catalogue_state set version = version + 1`
