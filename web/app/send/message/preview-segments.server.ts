import type { Product, Segment } from '#contract/catalogue/catalogue.ts'
import type { Session } from '#web/session/session.ts'

/** What a recipient will choose from, as far as the sender may see it. */
export async function segmentsToPreview(session: Session, { id, kind }: Product): Promise<readonly Segment[]> {
  if (kind !== 'choice' || !session.can('view-segments')) return []
  const segments = await session.api.getProductSegments({ params: { id } })
  return segments.ok ? segments.value.data.filter(({ options }) => options.length > 0) : []
}
