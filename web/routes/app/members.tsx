import { Outlet } from 'react-router'
import { Refusal } from '../../features/shell/refusal.tsx'
import { requireUser } from '../../session/middleware.ts'

export const middleware = [requireUser]

export default Outlet

/** What a page below refuses is said inside the frame. */
export const ErrorBoundary = Refusal
