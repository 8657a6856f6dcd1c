import type { Domain } from '#server/platform/http/domain.ts'
import { catalogueOperatorRoutes } from './operator-routes.ts'
import { catalogueRoutes } from './routes.ts'
import { taxonomyRoutes } from './taxonomy-routes.ts'

/**
 * What can be bought, and where it is found: brands, stores, products, segments, taxonomies, tags, labels.
 * Not tenant data; written by the operator's import only.
 */
export { currencyByTerritory } from './catalogue.ts'
export const catalogueDomain: Domain = {
  name: 'catalogue',
  routes: [...catalogueRoutes, ...taxonomyRoutes, ...catalogueOperatorRoutes],
}

export type { ChoiceSegment, ProductRecord, VoucherType } from './catalogue.ts'
export { markConnected, productsWithheld } from './connected-issuers.ts'
export { picture } from './document.ts'
export { importCatalogue } from './import-catalogue.ts'
export { loadCatalogueDocument } from './load-document.ts'
export {
  brandById,
  brandsByIds,
  handlingFees,
  listChoiceProducts,
  loadSegments,
  onSale,
  productById,
  productsByIds,
  productsWithStores,
  storesOfBrand,
  storesOfBrands,
} from './queries.ts'
export { requireTags } from './require-tags.ts'
export { runCatalogueDiff, runCatalogueImport } from './run-import.ts'
export { serializeBrand, serializeCatalogueProduct, serializeOriginalSegment, serializeSegment } from './serialize.ts'
