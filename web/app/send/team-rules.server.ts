import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import type { Session } from '#web/session/session.ts'

/** Why gifts are sent, as the team files it, and whether each purchase must say so. */
export async function loadReasonCodes(session: Session) {
  const team = await loadGiftRulesTeam(session)
  if (!team) return { reasonCodes: [], reasonRequired: false }
  const { reasonCodes, preferences } = team.effective
  return { reasonCodes, reasonRequired: preferences.requireReasonCode }
}

/** Tags of purchases that the sender finds; none in an outage. */
export async function loadUsedTags(session: Session): Promise<readonly string[]> {
  const tags = await session.api.listPurchaseTags({})
  return tags.ok ? tags.value.data : []
}
