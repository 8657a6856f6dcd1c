import type { Team } from '#contract/teams/teams.ts'
import type { Session } from '#web/session/session.ts'
import { type GiftRules, teamGiftRules } from './gift-rules.ts'

/** What an allowance has left, for who sends from it. */
export interface Left {
  pence: number
  currency: string
  /** Gifts that cost more are shown, too. */
  showsAll: boolean
  /** The budget's name, where it has ended: no more comes. */
  ended: string | null
}

/** The team acted in; its own checks hold where it cannot be read. */
export async function loadGiftRulesTeam(session: Session): Promise<Team | null> {
  const team = session.teamId ? await session.api.getTeam({ params: { id: session.teamId } }) : null
  return team?.ok ? team.value.data : null
}

export async function loadGiftRules(session: Session): Promise<GiftRules | null> {
  const team = await loadGiftRulesTeam(session)
  return team && teamGiftRules(team)
}

/** The same for a page on which a gift is chosen: where an allowance pays, what is left of it comes first. */
export async function rulesForSending(
  session: Session,
  rules: GiftRules | null,
  url: URL,
): Promise<{ rules: GiftRules | null; left: Left | null }> {
  const allowance = rules && (await session.api.getAllowance({}))
  if (!rules || !allowance?.ok) return { rules, left: null }
  const { available: pence, currency, status, name } = allowance.value.data
  const showsAll = url.searchParams.has('all')
  const left = { pence, currency, showsAll, ended: status === 'ended' ? name : null }
  return { rules: showsAll ? rules : { ...rules, leftPence: pence }, left }
}

/** What a budget lets the reader give: the rest is not put before them. Everyone else sees all there is. */
export const rulesForBrowsing = async (session: Session): Promise<GiftRules | null> =>
  session.roleGroupId === 'automation-participant' ? loadGiftRules(session) : null
