import { Outlet } from 'react-router'
import { Refusal } from '../../features/shell/refusal.tsx'
import { requireUserEverywhere } from '../../session/middleware.ts'

export const middleware = [requireUserEverywhere]

export default Outlet

/** What a page below refuses is said inside the frame. */
export const ErrorBoundary = Refusal
