import type { Brand } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/original/original.ts'
import {
  brandById,
  brandsByIds,
  productsByIds,
  serializeBrand,
  serializeCatalogueProduct,
  storesOfBrands,
} from '#server/domains/catalogue/index.ts'
import { hugggsByIds, hugggWithKeyInScope, serializeGifts } from '#server/domains/hugggs/gifts/index.ts'
import { recordLinksRead, shownLinks } from '#server/domains/hugggs/links/index.ts'
import { hugggToRedeem } from '#server/domains/hugggs/till/index.ts'
import { serializePurchases } from '#server/domains/purchases/buy/index.ts'
import { searchHugggHits } from '#server/domains/search/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { type Read, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { checkRequest } from './check-request.ts'
import { brandsPage, productsPage, sentPage, storesWithin, transactionsPage } from './queries.ts'
import { originalBrands, originalProducts, originalStore } from './records.ts'
import { toStatusFilter } from './search-words.ts'

const listed = <T>(ids: readonly string[], records: ReadonlyMap<string, T>): T[] =>
  ids.flatMap((id) => records.get(id) ?? [])

/** Brands with what was asked for inside of them too, as our own pages read it. */
async function brandAnswers(posy: Posy, db: Db, brands: Brand[], embed: readonly string[] = []) {
  const ids = brands.map(({ id }) => id)
  const stores = embed.includes('stores') ? await storesOfBrands(db, ids) : null
  const answers = await originalBrands({ db, publicUrl: posy.config.publicUrl }, brands)
  const wantsProducts = embed.some((name) => name === 'products' || name === 'consolidated_products')
  const productIds = wantsProducts
    ? answers.flatMap((brand) => [...brand.products, ...brand.consolidated_products])
    : []
  const products = await productsByIds(db, productIds)
  return answers.map((brand) => {
    const embedded = {
      ...(stores && { stores: stores.get(brand.id) ?? [] }),
      ...(wantsProducts && {
        products: listed([...brand.products, ...brand.consolidated_products], products).map(serializeCatalogueProduct),
      }),
    }
    return Object.keys(embedded).length ? { ...brand, embedded } : brand
  })
}

async function brandList({ posy, db, query, request }: Read<typeof contract.listBrandsV2>) {
  const { ids, total } = await brandsPage(db, query.id, query)
  const brands = listed(ids, await brandsByIds(db, ids)).map((brand) => serializeBrand(brand))
  return offsetPage(await brandAnswers(posy, db, brands, query.embed), total, { ...query, url: request.url })
}

async function productList({ posy, db, query, request }: Read<typeof contract.listProductsV2>) {
  const { ids, total } = await productsPage(db, query.id, query)
  const products = listed(ids, await productsByIds(db, ids))
  const brands = query.embed?.some((name) => name === 'brand' || name.startsWith('brand.'))
    ? await brandsByIds(db, [...new Set(products.map(({ brandId }) => brandId))])
    : null
  const place = { db, publicUrl: posy.config.publicUrl }
  const items = (await originalProducts(place, products.map(serializeCatalogueProduct))).map((product) => ({
    ...product,
    ...(brands && { embedded: { brand: serializeBrand(brands.get(product.brandId)!) } }),
  }))
  return offsetPage(items, total, { ...query, url: request.url })
}

/** The pair is latitude and longitude, as programs send it; the corners in either order. */
async function tiles({ posy, db, params }: Read<typeof contract.listTiles>) {
  const corners = params.area.split(':').map((corner) => corner.split(',').map(Number) as [number, number])
  const [latitudes, longitudes] = [corners.map(([latitude]) => latitude), corners.map(([, longitude]) => longitude)]
  if (latitudes.some((each) => Math.abs(each) > 90) || longitudes.some((each) => Math.abs(each) > 180))
    throw invalidFields([{ path: 'area', message: 'must lie on the earth: latitude first, then longitude' }])
  const stores = await storesWithin(db, {
    north: Math.max(...latitudes),
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  })
  return { data: [{ pins: stores.map((store) => originalStore(posy.config.publicUrl, store)) }] }
}

async function adjustmentCodes({ posy, db, caller, params }: Read<typeof contract.getAdjustmentCodes>) {
  const { productId, brandId, isUsed } = await hugggToRedeem(posy, db, { clientId: caller.clientId!, given: params.id })
  if (brandId !== caller.brandId) throw new Problem('not_this_merchant', 'This voucher is for another merchant.')
  if (isUsed) throw invalidFields([{ path: 'id', message: 'has been redeemed already', code: 'already_redeemed' }])
  return { data: { product_id: productId, adjustment_codes: [] } }
}

/** The sender's own gift with its code. */
async function readVoucher({ posy, db, caller, params, body }: Read<typeof contract.generateVoucher>) {
  const gift = await hugggWithKeyInScope(db, caller, params.id)
  if (gift.delivery_method !== 'inline-redeem')
    throw new Problem('forbidden', 'The code of a gift to someone else is theirs: send them its link.')
  const gifts = await serializeGifts(posy, db, caller, [gift], { embed: ['voucher', ...(body.embed ?? [])] })
  await recordLinksRead(posy, caller.actor, shownLinks(gifts))
  return { data: gifts[0]! }
}

export const originalRoutes: Route[] = [
  read(contract.listBrandsV2, brandList),
  read(contract.getBrandV2, async ({ posy, db, params, query }) => {
    const brand = serializeBrand(found(await brandById(db, params.id), 'brand'))
    const [data] = await brandAnswers(posy, db, [brand], query.embed)
    return { data: data! }
  }),
  read(contract.listProductsV2, productList),
  read(contract.listTiles, tiles),
  replicaRead(contract.listTransactions, async ({ posy, db, caller, query, request }) => {
    const { ids, total } = await transactionsPage(db, caller, query)
    const purchases = await serializePurchases(posy, db, caller, ids, query.embed)
    await recordLinksRead(posy, caller.actor, shownLinks(purchases.flatMap(({ embedded }) => embedded?.hugggs ?? [])))
    return offsetPage(purchases, total, { ...query, url: request.url })
  }),
  replicaRead(contract.listSentHugggs, async ({ posy, db, caller, query, request }) => {
    const { ids, total } = await sentPage(db, caller, query)
    const rows = new Map((await hugggsByIds(db, ids)).map((row) => [row.id, row]))
    const gifts = await serializeGifts(posy, db, caller, listed(ids, rows), { embed: query.embed })
    await recordLinksRead(posy, caller.actor, shownLinks(gifts))
    return offsetPage(gifts, total, { ...query, url: request.url })
  }),
  replicaRead(contract.searchOriginal, async ({ db, caller, body: { from, size, query, sort } }) => {
    const direction = sort?.[0]?.['huggg.updated_at'].order ?? 'desc'
    return {
      data: await searchHugggHits(db, caller, {
        from,
        size,
        filters: toStatusFilter(query?.bool.must[0]?.match.status.query),
        sort: [{ field: 'updatedAt', direction }],
      }),
    }
  }),
  read(contract.checkRequest, async ({ body }) => ({ data: await checkRequest(body.request) })),
  read(contract.getAdjustmentCodes, adjustmentCodes),
  read(contract.generateVoucher, (call) => readVoucher(call)),
  read(contract.generateClaimedVoucher, (call) => readVoucher(call)),
]
