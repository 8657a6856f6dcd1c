import type { Team } from '#contract/teams/teams.ts'
import type { Session } from '#web/session/session.ts'
import { formatCount } from '#web/ui/format.ts'

/** What a plan allows of something that is offered. */
export interface PlanRoom {
  planName: string
  limit: number
}

type Counted = 'wallets' | 'subteams' | 'themes' | 'participants'

/** Null where it cannot be read: the API refuses what is too much. */
export async function loadPlanRoom(
  session: Session,
  { planId }: Pick<Team, 'planId'>,
  counted: Counted,
): Promise<PlanRoom | null> {
  const plan = await session.api.getPlan({ params: { id: planId } })
  return plan.ok ? { planName: plan.value.data.name, limit: plan.value.data.entities[counted] } : null
}

export const loadOwnPlanRoom = async (session: Session, counted: Counted): Promise<PlanRoom | null> => {
  const team = session.teamId ? await session.api.getTeam({ params: { id: session.teamId } }) : null
  return team?.ok ? loadPlanRoom(session, team.value.data, counted) : null
}

const names: Record<Counted, [one: string, many: string]> = {
  wallets: ['wallet', 'wallets'],
  subteams: ['subteam', 'subteams'],
  themes: ['theme', 'themes'],
  participants: ['person in budgets', 'people in budgets'],
}

/** `The plan Free allows 1 wallet in each team.` */
export function allowanceLabel({ planName, limit }: PlanRoom, counted: Counted): string {
  const [one, many] = names[counted]
  if (limit === 0) return `The plan ${planName} has no ${many}.`
  return `The plan ${planName} allows ${formatCount(limit)} ${limit === 1 ? one : many} in each team.`
}

export const isFull = (room: PlanRoom | null, taken: number): boolean => room !== null && taken >= room.limit
