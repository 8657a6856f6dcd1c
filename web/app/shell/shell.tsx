import { useEffect, useRef } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router'
import { allows, type Permission } from '#contract/core/permissions.ts'
import { webContext } from '#web/context.ts'
import { getSession, getStartUp } from '#web/session/middleware.ts'
import { PAGE_TEAM } from '#web/session/page-team.ts'
import { AppShell } from '#web/ui/kit/app-shell.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { Announcements } from './announcements.tsx'
import { DeactivatedTeams } from './deactivated-teams.tsx'
import { loadShell } from './load-shell.server.ts'
import { navigationFor, placesFor } from './navigation.tsx'
import { TeamSwitcher } from './team-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadShell(getSession(context), getStartUp(context), context.get(webContext), request)

/** Another tab acts in another team since this one was loaded. */
let isBehind = false

/** Who someone is changes by what they send, here or in another tab, or by a message that waits to be shown: not by going to another page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return isBehind || (formMethod !== undefined && formMethod !== 'GET') ? true : defaultShouldRevalidate
}

/** Other tabs are told what one may do in which team, and what is sent from here says for which it was opened. */
function usePageTeam(shown: { teamId: string | null; permissions: object }) {
  useEffect(() => {
    const team = shown.teamId ?? ''
    isBehind = false
    try {
      localStorage.setItem(PAGE_TEAM, [team, ...Object.keys(shown.permissions)].join())
    } catch {
      // This browser keeps nothing: then other tabs learn it by what they send.
    }
    window.onstorage = ({ key }) => {
      isBehind ||= key === PAGE_TEAM
    }
    document.onformdata = ({ target, formData }) => {
      if ((target as Element).getAttribute('method') === 'post') formData.set(PAGE_TEAM, team)
    }
  }, [shown])
}

export default function Shell() {
  const flash = useFlash()
  const shown = useLoaderData<typeof loader>()
  const { initialUser, permissions, announcements, mayDismiss, leftOut } = shown
  usePageTeam(shown)
  const reader = {
    isSignedIn: Boolean(initialUser),
    can: (wanted: readonly Permission[]) => allows(permissions, wanted),
  }
  return (
    <AppShell
      items={navigationFor(reader, leftOut)}
      places={placesFor(reader)}
      top={<TeamSwitcher />}
      bottom={<UserMenu />}
      notice={
        flash ? (
          <Notice tone={flash.tone} role="status">
            {flash.text}
          </Notice>
        ) : null
      }
    >
      <DeactivatedTeams />
      <Announcements announcements={announcements} mayDismiss={mayDismiss} />
      <Outlet />
    </AppShell>
  )
}

/** A message is for the page it arrived with: leaving that page leaves it behind, asking for that page's data again does not. */
function useFlash() {
  const { flash } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  const arrival = useRef({ flash, key })
  if (flash && arrival.current.flash !== flash) arrival.current = { flash, key }
  return arrival.current.key === key ? arrival.current.flash : null
}
