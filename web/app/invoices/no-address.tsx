import { Link } from 'react-router'
import type { Team } from '#contract/teams/teams.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/kit/notice.tsx'

type MadeOutTo = Pick<Team, 'businessAddress'>

export const lacksAddress = ({ businessAddress }: MadeOutTo): boolean => !businessAddress?.line1

/** Papers keep what stood in the team's details on their day: so a missing address is said before they are made. */
export const NoAddress = ({ paper }: { paper: 'invoice' | 'receipt' }) => (
  <Notice tone="warning" title={`Your ${paper} will be without an address`}>
    It is made out to your team as its details stand then.{' '}
    <Link to={paths.teamTab('details')}>Add your business name and address first</Link>
  </Notice>
)
