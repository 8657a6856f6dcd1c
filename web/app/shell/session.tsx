import { Outlet } from 'react-router'
import { openSession } from '#web/session/middleware.ts'
import { KitProvider } from '#web/ui/kit/kit-provider.tsx'
import { useUnsent } from './unsent.ts'

export const middleware = [openSession]

/** Everything below knows who asks, and may use the control kit. */
export default function SessionLayout() {
  useUnsent()
  return (
    <KitProvider>
      <Outlet />
    </KitProvider>
  )
}
