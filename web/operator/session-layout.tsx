import { Outlet } from 'react-router'
import '#web/ui/kit/kit.css'
import { useFileLimit } from '#web/ui/use-file-limit.ts'
import { openOperatorSession } from './session.ts'

export const middleware = [openOperatorSession]

/** Everything below knows which operator asks. */
export default function OperatorSessionLayout() {
  useFileLimit()
  return <Outlet />
}
