import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Api } from '#web/api.ts'
import { selectVariants, type Variants } from './variants.ts'

const MOST_VARIANTS = 50

/** What else a product comes as, by the taxonomy of variants that it stands in; null for one that stands alone, and in an outage. */
export async function loadVariants(api: Api, product: Product): Promise<Variants | null> {
  if (product.taxonomyIds.length === 0) return null
  const filter = { id: product.taxonomyIds, displayType: ['product-variant' as const] }
  const taxonomies = await api.findTaxonomies({ body: { filter, limit: 10 } })
  const taxonomy = taxonomies.ok ? taxonomies.value.data.find(({ active }) => active) : undefined
  if (!taxonomy) return null
  const { currency, id } = product
  const found = await api.findProducts({
    body: { filter: { taxonomyIds: [taxonomy.id], currency }, limit: MOST_VARIANTS },
  })
  return found.ok ? selectVariants(taxonomy, found.value.data, id) : null
}
