import type { Team } from '#contract/teams/teams.ts'
import type { Session } from '#web/session/session.ts'
import { type GiftRules, teamGiftRules } from './gift-rules.ts'

/** The team acted in; its own checks hold where it cannot be read. */
export async function loadGiftRulesTeam(session: Session): Promise<Team | null> {
  const team = session.teamId ? await session.api.getTeam({ params: { id: session.teamId } }) : null
  return team?.ok ? team.value.data : null
}

export async function loadGiftRules(session: Session): Promise<GiftRules | null> {
  const team = await loadGiftRulesTeam(session)
  return team && teamGiftRules(team)
}

/** What a budget lets the reader give: the rest is not put before them. Everyone else sees all there is. */
export const rulesForBrowsing = async (session: Session): Promise<GiftRules | null> =>
  session.roleGroupId === 'automation-participant' ? loadGiftRules(session) : null
