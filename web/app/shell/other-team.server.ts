import { type MiddlewareFunction, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'

/** A team of the reader's, other than the one acted in; null for every other id. */
export async function findOtherTeam(
  { user, teamId: current, isVisit, api }: Session,
  teamId: string | null,
): Promise<{ id: string; name: string; currentName: string | null } | null> {
  if (!user || !teamId || teamId === current || isVisit) return null
  const result = await api.getTeamsOfUser({ params: { userId: user.id } })
  if (!result.ok) return null
  const findName = (id: string | null) => result.value.teams.find(({ team }) => team.id === id)?.team.name ?? null
  const name = findName(teamId)
  return name === null ? null : { id: teamId, name, currentName: findName(current) }
}

/** A link from an email says which team its page is of: a reader who acts in another is offered that one, where the page is refused. */
export const offerOtherTeam: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const { pathname, search, searchParams } = new URL(request.url)
  const teamId = searchParams.get('team')
  if (request.method !== 'GET' || ![403, 404].includes(response.status) || pathname === paths.otherTeam) return response
  const other = await findOtherTeam(getSession(context), teamId)
  if (other) throw redirect(paths.otherTeamFor(other.id, `${pathname}${search}`), 303)
  return response
}
