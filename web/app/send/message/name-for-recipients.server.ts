import type { Session } from '#web/session/session.ts'

/** What recipients know the team by: an allowance's is called after its budget, so it is that of the company around it. */
export async function nameForRecipients(session: Session): Promise<string> {
  const team = session.teamId ? await session.api.getTeam({ params: { id: session.teamId } }) : null
  if (!team?.ok) return ''
  const { automationId, name } = team.value.data
  const allowance = automationId ? await session.api.getAllowance({}) : null
  return allowance?.ok ? allowance.value.data.teamName : name
}
