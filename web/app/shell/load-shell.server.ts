import type { Permission } from '#contract/core/permissions.ts'
import type { WebContext } from '#web/context.ts'
import { readCookies } from '#web/http/cookies.ts'
import type { Session } from '#web/session/session.ts'
import type { StartUp } from '#web/session/start-up.ts'
import { COLOUR_SCHEME_COOKIE, parseColourScheme } from '#web/ui/page-settings.ts'

/** What the app in the browser starts with. Only what is granted of the permission map travels. */
export async function loadShell(session: Session, start: StartUp, page: WebContext, request: Request) {
  const granted = Object.entries(session.permissions).filter(([, isGranted]) => isGranted)
  return {
    ...start,
    teamId: session.teamId,
    roleGroupId: session.roleGroupId,
    permissions: Object.fromEntries(granted) as Partial<Record<Permission, boolean>>,
    ...(await ofReader(session)),
    flash: session.takeFlash(),
    appearance: parseColourScheme(readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE)) ?? 'auto',
    links: page.links,
  }
}

const ofReader = async (session: Session) => {
  const [menu, announcements] = await Promise.all([loadTeamMenu(session), announcementsFor(session)])
  return { ...menu, announcements, mayDismiss: !session.isVisit }
}

/** What operators tell the team: where it cannot be read now, nothing. */
async function announcementsFor(session: Session) {
  if (!session.user || !session.teamId) return []
  const result = await session.api.listAnnouncements()
  return result.ok ? result.value.data : []
}

/** The reader's teams, for the switcher, and those that no one can act in: where they cannot be read now, the page is shown without. */
async function loadTeamMenu(session: Session) {
  const none = { teams: [], deactivatedTeams: [] }
  if (!session.user) return none
  const result = await session.api.getTeamsOfUser({ params: { userId: session.user.id } })
  if (!result.ok) return none
  const names = new Map(result.value.teams.map(({ team }) => [team.id, team.name]))
  const teams = result.value.teams.map(({ team: { id, name, parentTeamId } }) => ({
    id,
    name,
    parentName: (parentTeamId && names.get(parentTeamId)) || null,
  }))
  return { teams, deactivatedTeams: result.value.deactivatedTeams }
}
