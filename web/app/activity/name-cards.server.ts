import type { Huggg } from '#contract/hugggs/hugggs.ts'
import type { Session } from '#web/session/session.ts'
import type { NamedGift } from './gift-table.tsx'

/** Gifts of a printed purchase with the names on their cards. */
export async function nameCards(session: Session, gifts: readonly Huggg[]): Promise<NamedGift[]> {
  if (gifts.length === 0 || !session.can('view-huggg-status')) return [...gifts]
  const hugggIds = gifts.map(({ id }) => id)
  const found = await session.api.searchHugggs({ body: { query: { filters: { hugggIds }, size: hugggIds.length } } })
  const hits = found.ok ? found.value.data.hits : []
  const names = new Map(hits.map(({ huggg }) => [huggg.id, huggg.name_on_card ?? undefined]))
  return gifts.map((gift) => ({ ...gift, nameOnCard: names.get(gift.id) }))
}
