import { useRef } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router'
import { allows, type Permission } from '#contract/core/permissions.ts'
import { webContext } from '../../context.ts'
import { loadShell } from '../../features/shell/load-shell.server.ts'
import { navigationFor, placesFor } from '../../features/shell/navigation.tsx'
import { TeamSwitcher } from '../../features/shell/team-switcher.tsx'
import { UserMenu } from '../../features/shell/user-menu.tsx'
import { sessionOf, startUpOf } from '../../session/middleware.ts'
import { AppShell } from '../../ui/kit/app-shell.tsx'
import { Notice } from '../../ui/kit/notice.tsx'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadShell(sessionOf(context), startUpOf(context), context.get(webContext), request)

/** Who somebody is changes by what they send, or by a message that waits to be shown: not by going to another page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== 'GET' ? true : defaultShouldRevalidate
}

export default function Shell() {
  const flash = useFlash()
  const { initialUser, permissions } = useLoaderData<typeof loader>()
  const reader = {
    isSignedIn: Boolean(initialUser),
    can: (wanted: readonly Permission[]) => allows(permissions, wanted),
  }
  return (
    <AppShell
      items={navigationFor(reader)}
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
      <Outlet />
    </AppShell>
  )
}

/** A message is for the page it arrived with: going on leaves it behind. */
function useFlash() {
  const { flash } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  const arrival = useRef({ flash, key })
  if (arrival.current.flash !== flash) arrival.current = { flash, key }
  return arrival.current.key === key ? flash : null
}
