import { Outlet } from 'react-router'
import { openSession } from '../../session/middleware.ts'
import { KitProvider } from '../../ui/kit/kit-provider.tsx'

export const middleware = [openSession]

/** Everything below knows who asks, and may use the control kit. */
export default function SessionLayout() {
  return (
    <KitProvider>
      <Outlet />
    </KitProvider>
  )
}
