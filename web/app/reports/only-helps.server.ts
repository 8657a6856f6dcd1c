import { seesAwards } from '#contract/awards/sees-awards.ts'
import type { Session } from '#web/session/session.ts'

/** Of who helps people in need and buys no gifts, where the team never bought one: their reports are those of the grants. */
export async function onlyHelps(session: Session): Promise<boolean> {
  if (!session.can(seesAwards) || session.can('purchase-hugggs')) return false
  const bought = await session.api.searchTransactions({ body: { query: { size: 1 } } })
  return bought.ok && bought.value.data.hits.length === 0
}
