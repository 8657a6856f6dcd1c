import { Outlet } from 'react-router'
import { requireUser } from '#web/session/middleware.ts'
import { ShellRefusal } from './refusal.tsx'

/** What anyone who has signed in may do for their account, also where their team lets them do nothing else yet. */
export const middleware = [requireUser]

export default Outlet

/** What a page below refuses is said inside the frame. */
export const ErrorBoundary = ShellRefusal
