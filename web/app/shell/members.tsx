import { Outlet } from 'react-router'
import { requireSecondStep, requireUser } from '#web/session/middleware.ts'
import { offerOtherTeam } from './other-team.server.ts'
import { actForPage } from './page-team.server.ts'
import { ShellRefusal } from './refusal.tsx'

export const middleware = [requireUser, requireSecondStep, actForPage, offerOtherTeam]

export default Outlet

/** What a page below refuses is said inside the frame. */
export const ErrorBoundary = ShellRefusal
