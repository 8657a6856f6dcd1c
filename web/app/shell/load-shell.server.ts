import { seesAwards } from '#contract/awards/sees-awards.ts'
import { allows, type Permission } from '#contract/core/permissions.ts'
import type { WebContext } from '#web/context.ts'
import { readCookies } from '#web/http/cookies.ts'
import type { Session } from '#web/session/session.ts'
import type { StartUp } from '#web/session/start-up.ts'
import { formatDay } from '#web/ui/format.ts'
import { COLOUR_SCHEME_COOKIE, parseColourScheme } from '#web/ui/page-settings.ts'
import { menuTeams } from './menu-teams.server.ts'
import { leftOutOfMenu } from './menu-use.ts'
import { roleLabelsFor } from './roles.ts'

/** What the app in the browser starts with. Only what is granted of the permission map travels. */
export async function loadShell(session: Session, start: StartUp, page: WebContext, request: Request) {
  const granted = Object.entries(session.permissions).filter(([, isGranted]) => isGranted)
  return {
    ...start,
    teamId: session.teamId,
    roleGroupId: session.roleGroupId,
    roleName: roleName(session),
    permissions: Object.fromEntries(granted) as Partial<Record<Permission, boolean>>,
    ...(await ofReader(session)),
    flash: session.takeFlash(),
    appearance: parseColourScheme(readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE)) ?? 'auto',
    links: page.links,
    takesCards: page.takesCards,
  }
}

/** What the reader is in the team acted in. */
function roleName({ roleGroupId, can }: Session): string {
  if (!roleGroupId) return ''
  const isOut = roleGroupId === 'automation-participant' && !can('purchase-hugggs')
  return isOut ? 'No longer in it' : roleLabelsFor(can)[roleGroupId].name
}

const ofReader = async (session: Session) => {
  const [menu, announcements, leftOut] = await Promise.all([
    loadTeamMenu(session),
    announcementsFor(session),
    loadLeftOut(session),
  ])
  return { ...menu, announcements, leftOut, mayDismiss: !session.isVisit }
}

/** What the reader’s menu leaves out; asked of the few alone who see awards. What cannot be read counts as used. */
async function loadLeftOut(session: Session) {
  const { permissions } = session
  if (!session.user || !allows(permissions, seesAwards)) return []
  const buys = allows(permissions, 'purchase-hugggs')
  const [hasGrants, purchases] = await Promise.all([
    buys && session.hasGrants(),
    !buys && allows(permissions, 'view-team-transactions')
      ? session.api.searchTransactions({ body: { query: { size: 1 } } })
      : null,
  ])
  return leftOutOfMenu(permissions, {
    hasGrants,
    hasBought: purchases !== null && (!purchases.ok || purchases.value.data.hits.length > 0),
  })
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
  const result = await session.teams()
  if (!result.ok) return none
  const teams = await menuTeams(session, result.value.teams)
  const { zone } = session.user
  return {
    teams,
    deactivatedTeams: result.value.deactivatedTeams.map(({ id, name, since }) => ({
      id,
      title: `${name} is deactivated`,
      text: deactivatedText(formatDay(since, zone)),
    })),
  }
}

/** Written here, for few read it: it is in no script. */
const deactivatedText = (since: string) =>
  `Since ${since} no one can send, buy or change anything in it. Gifts that were sent still work, live budgets continue, and its money stays in its wallets. Questions?`
