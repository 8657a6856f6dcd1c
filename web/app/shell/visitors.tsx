import { Outlet } from 'react-router'
import { requireSecondStep, requireUserEverywhere } from '#web/session/middleware.ts'
import { ShellRefusal } from './refusal.tsx'

export const middleware = [requireUserEverywhere, requireSecondStep]

export default Outlet

/** What a page below refuses is said inside the frame. */
export const ErrorBoundary = ShellRefusal
