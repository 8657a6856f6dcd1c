import { Outlet } from 'react-router'
import '#web/ui/kit/kit.css'
import { openOperatorSession } from './session.ts'

export const middleware = [openOperatorSession]

/** Everything below knows which operator asks. */
export default function OperatorSessionLayout() {
  return <Outlet />
}
