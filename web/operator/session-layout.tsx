import { Outlet } from 'react-router'
import { KitProvider } from '#web/ui/kit/kit-provider.tsx'
import { openOperatorSession } from './session.ts'

export const middleware = [openOperatorSession]

/** Everything below knows which operator asks, and may use the control kit. */
export default function OperatorSessionLayout() {
  return (
    <KitProvider>
      <Outlet />
    </KitProvider>
  )
}
