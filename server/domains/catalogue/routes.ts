import * as contract from '#contract/catalogue/catalogue.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { ProductFilter } from './product-filter.ts'
import * as lists from './product-lists.ts'
import { brandById, listChoiceProducts, loadSegments, productById, segmentsWithOptions } from './queries.ts'
import * as search from './search-products.ts'
import {
  serializeBrand,
  serializeCatalogueProduct,
  serializeIndexedProduct,
  serializeOriginalSegment,
  serializeSegment,
} from './serialize.ts'

const listProducts = read(contract.listProducts, async ({ db, query }) => {
  const { filter, ...direct } = query
  const { id: ids, brandId: brandIds, territory, active } = { ...direct, ...filter }
  return productPage(await lists.listProducts(db, { ids, brandIds, territory, active }, query), query)
})

const findProducts = read(contract.findProducts, async ({ db, body }) => {
  const { id, ids = id, ...filter } = body.filter
  return productPage(await lists.listProducts(db, { ...filter, ids } satisfies ProductFilter, body), body)
})

const getProduct = read(contract.getProduct, async ({ db, params }) => ({
  data: serializeCatalogueProduct(found(await productById(db, params.id), 'product')),
}))

const searchProducts = read(contract.searchProducts, async ({ db, body }) => {
  const { query, filter, sort, size } = body
  const [from, offset] = Array.isArray(body.from) ? [body.from, 0] : [null, body.from ?? body.offset]
  const { facets, amounts } = body
  const found = await search.searchProducts(db, { query, filter, sort, size, offset, from, facets, amounts })
  return {
    data: {
      hits: found.hits.map((hit) => ({
        product: serializeIndexedProduct(hit.product),
        amounts: hit.amounts.map(({ id, senderPricePence }) => ({ id, senderPrice: senderPricePence })),
      })),
      next: found.more ? (found.hits.at(-1)?.place ?? null) : null,
      total: found.total,
      facets: found.facets,
      suggestions: found.suggestions,
    },
  }
})

const suggestProductSearches = read(contract.suggestProductSearches, async ({ db, body }) => ({
  data: await search.suggestSearches(db, body.term, body.size),
}))

const getProductSegments = read(contract.getProductSegments, async ({ posy, db, params }) => {
  const product = found(await productById(db, params.id), 'product')
  const { currency, territory } = product
  const choices = await listChoiceProducts(db, {
    productId: product.id,
    maxPricePence: product.senderPricePence,
    currency,
    territory,
  })
  const segments = new Map((await loadSegments(db, product.id)).map((segment) => [segment.id, segment]))
  return {
    data: choices.map(({ segmentId, options }) =>
      serializeOriginalSegment(posy.config.publicUrl, serializeSegment(segments.get(segmentId)!, options)),
    ),
  }
})

const listSegments = read(contract.listSegments, async ({ db, query }) => ({
  data: (await segmentsWithOptions(db, query.ids ?? [])).map(({ segment, options }) =>
    serializeSegment(segment, options),
  ),
}))

const getBrand = read(contract.getBrand, async ({ db, params }) => ({
  data: serializeBrand(found(await brandById(db, params.id), 'brand')),
}))

const findBrands = read(contract.findBrands, async ({ db, body }) => {
  const brands = await lists.listBrands(db, { ids: body.filter.id, name: body.filter.name }, body)
  const { data, ...page } = cursorPage(brands, body, lists.brandPlace)
  return { data: data.map((brand) => serializeBrand(brand)), ...page }
})

export const catalogueRoutes: Route[] = [
  listProducts,
  getProduct,
  findProducts,
  searchProducts,
  suggestProductSearches,
  getProductSegments,
  listSegments,
  getBrand,
  findBrands,
]

function productPage(
  products: Parameters<typeof serializeCatalogueProduct>[0][],
  paging: { limit: number; next?: string | undefined; previous?: string | undefined },
) {
  const { data, ...page } = cursorPage(products, paging, lists.productPlace)
  return { data: data.map(serializeCatalogueProduct), ...page }
}
