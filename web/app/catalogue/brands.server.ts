import type { Brand } from '#contract/catalogue/catalogue.ts'
import type { Api } from '#web/api.ts'

export type BrandChoice = Pick<Brand, 'id' | 'name'>

const KEPT_MS = 60_000
let kept: { brands: BrandChoice[]; until: number } | undefined

/** Every brand to filter by, by name: the same for everybody, and asked for again once a minute. Empty in an outage. */
export async function brandChoices(api: Api): Promise<BrandChoice[]> {
  if (kept && kept.until > Date.now()) return kept.brands
  const result = await api.findBrands({ body: { limit: 500 } })
  if (!result.ok) return kept?.brands ?? []
  const brands = result.value.data.map(({ id, name }) => ({ id, name }))
  kept = { brands, until: Date.now() + KEPT_MS }
  return brands
}
