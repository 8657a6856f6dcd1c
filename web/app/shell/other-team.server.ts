import { type MiddlewareFunction, redirect } from 'react-router'
import { isUuid } from '#kit/uuid.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'

interface OtherTeams {
  currentName: string | null
  /** Those of the reader’s that they do not act in. */
  others: { id: string; name: string }[]
  /** Without its subteams: what is theirs is shown in it too. */
  beyond: { id: string; name: string }[]
}

/** Where else the reader belongs: told by who they are, never by what they ask for. */
export async function otherTeams({ user, teamId: current, isVisit, api }: Session): Promise<OtherTeams> {
  const none = { currentName: null, others: [], beyond: [] }
  if (!user || isVisit) return none
  const result = await api.getTeamsOfUser({ params: { userId: user.id } })
  if (!result.ok) return none
  const teams = result.value.teams.map(({ team: { id, name, parentTeamId } }) => ({ id, name, parentTeamId }))
  return {
    currentName: teams.find(({ id }) => id === current)?.name ?? null,
    others: teams.filter(({ id }) => id !== current),
    beyond: teams.filter(({ id, parentTeamId }) => id !== current && parentTeamId !== current),
  }
}

/** A team of the reader’s, other than the one acted in; null for every other id. */
async function findOtherTeam(session: Session, teamId: string | null) {
  if (!teamId || teamId === session.teamId) return null
  return (await otherTeams(session)).others.find(({ id }) => id === teamId) ?? null
}

/** It names one purchase, gift or budget, which may be another team’s; other pages every team has. */
const namesOne = (pathname: string): boolean => pathname.split('/').some(isUuid)

/**
 * A reader who acts in another of their teams is offered the right one, where a page is refused: a link from an email says which it
 * is; one that a colleague passed on does not, and may be of any of them.
 */
export const offerOtherTeam: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const { pathname, search, searchParams } = new URL(request.url)
  const teamId = searchParams.get('team')
  if (request.method !== 'GET' || ![403, 404].includes(response.status) || pathname === paths.otherTeam) return response
  const session = getSession(context)
  const here = `${pathname}${search}`
  const other = await findOtherTeam(session, teamId)
  if (other) throw redirect(paths.otherTeamFor(other.id, here), 303)
  // A file, or a part of a page that is shown, stays where it is.
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (response.status === 404 && !teamId && isPage && namesOne(pathname) && (await otherTeams(session)).beyond.length)
    throw redirect(paths.otherTeamFor(null, here), 303)
  return response
}
