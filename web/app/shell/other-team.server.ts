import { type MiddlewareFunction, redirect } from 'react-router'
import { isUuid } from '#kit/uuid.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { menuTeam, teamsApart } from './teams-apart.ts'

const OPENED_IN = 'opened-in'

/** An address that says in which team it is looked for. */
export function openedIn(path: string, teamId: string): string {
  const url = new URL(path, 'http://posy')
  url.searchParams.set(OPENED_IN, teamId)
  return `${url.pathname}${url.search}`
}

interface OtherTeams {
  currentName: string | null
  /** Those of the reader’s that they do not act in. */
  others: readonly { id: string; name: string }[]
  /** Without its subteams: what is theirs is shown in it too. */
  beyond: readonly { id: string; name: string }[]
}

/** Where else the reader belongs: told by who they are, never by what they ask for. */
export async function otherTeams({ user, teamId: current, isVisit, api }: Session): Promise<OtherTeams> {
  const none = { currentName: null, others: [], beyond: [] }
  if (!user || isVisit) return none
  const result = await api.getTeamsOfUser({ params: { userId: user.id } })
  if (!result.ok) return none
  const teams = result.value.teams.map(({ team }) => menuTeam(team))
  const apart = teamsApart(teams, current)
  return {
    currentName: apart.current?.name ?? null,
    others: teams.filter(({ id }) => id !== current),
    beyond: apart.others,
  }
}

/** It names one purchase, gift or budget, which may be another team’s; other pages every team has. */
const namesOne = (pathname: string): boolean => pathname.split('/').some(isUuid)

const isRefused = ({ status }: Response): boolean => status === 403 || status === 404

/** A file, or a part of a page that is shown, stays where it is. */
const isPage = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

/**
 * A reader who acts in another of their teams is offered the right one: where a page is refused, and where every team has such a
 * page and a link from an email says whose is meant. A link that a colleague passed on says no team, and may be of any of them;
 * once it was opened in one in vain, that is said.
 */
export const offerOtherTeam: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const { pathname, search, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || pathname === paths.otherTeam) return response
  const session = getSession(context)
  const here = `${pathname}${search}`
  const teamId = searchParams.get('team')
  if (isRefused(response)) {
    if (await findTeam(session, 'others', teamId)) throw redirect(paths.otherTeamFor(teamId, here), 303)
    if (response.status === 404 && !teamId && namesOne(pathname)) await offerAny(session, here, isPage(response))
  } else if (teamId && isPage(response) && !namesOne(pathname) && (await findTeam(session, 'beyond', teamId)))
    throw redirect(paths.otherTeamFor(teamId, here), 303)
  return response
}

/** A team of the reader’s, other than the one acted in; none for every other id. */
const findTeam = async (session: Session, among: 'others' | 'beyond', teamId: string | null): Promise<boolean> =>
  teamId !== null && teamId !== session.teamId && (await otherTeams(session))[among].some(({ id }) => id === teamId)

/** Opened in the team acted in on purpose, it is not asked for once more. */
async function offerAny(session: Session, here: string, isWholePage: boolean): Promise<void> {
  const isOpenedHere = here.includes(`${OPENED_IN}=${session.teamId}`)
  if (!isOpenedHere && !isWholePage) return
  const { currentName, beyond } = await otherTeams(session)
  if (currentName && isOpenedHere) {
    const said = `That page is not in ${currentName}, or is no longer there. You act in ${currentName} now.`
    throw session.redirect(paths.home, said, 'info')
  }
  if (beyond.length) throw redirect(paths.otherTeamFor(null, here), 303)
}
