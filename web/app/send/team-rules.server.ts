import { isPass } from '#client/result.ts'
import type { Team } from '#contract/teams.ts'
import { type GiftRules, giftRulesOf } from '#web/app/catalogue/gift-rules.ts'
import type { Session } from '#web/session/session.ts'

/** The team acted in; its own checks hold where it cannot be read. */
export async function teamOf(session: Session): Promise<Team | null> {
  const team = session.teamId ? await session.api.getTeam({ params: { id: session.teamId } }) : null
  return team && isPass(team) ? team.pass.data : null
}

export async function loadGiftRules(session: Session): Promise<GiftRules | null> {
  const team = await teamOf(session)
  return team && giftRulesOf(team)
}

/** Why gifts are sent, as the team files it, and whether each purchase must say so. */
export async function reasonsOf(session: Session) {
  const team = await teamOf(session)
  if (!team) return { reasonCodes: [], reasonRequired: false }
  const { reasonCodes, preferences } = team.effective
  return { reasonCodes, reasonRequired: preferences.requireReasonCode }
}
