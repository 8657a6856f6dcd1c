import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { getSession, openSession } from '#web/session/middleware.ts'
import '#web/ui/kit/kit.css'
import { useFileLimit } from '#web/ui/use-file-limit.ts'
import { useFormRecovery } from './form-recovery.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { currentVisit } from './visit.server.ts'
import { VisitBanner } from './visit-banner.tsx'

export const middleware = [openSession]

export const loader = ({ context }: LoaderFunctionArgs) => currentVisit(getSession(context))

/** Everything below knows who asks. */
export default function SessionLayout() {
  const visit = useLoaderData<typeof loader>()
  useFormRecovery()
  useFileLimit()
  return (
    <>
      <Outlet />
      <OfflineNotice />
      {visit ? <VisitBanner visit={visit} key={visit.endsAt} /> : null}
    </>
  )
}
