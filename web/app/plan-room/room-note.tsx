import { Link } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { allowanceLabel, type PlanRoom } from './room.ts'

interface RoomNoteProps {
  room: PlanRoom
  counted: Parameters<typeof allowanceLabel>[1]
}

/** What the plan allows, beside what is offered, with the way to a larger one. */
export const RoomNote = (props: RoomNoteProps) => (
  <p className="muted small">
    <Said {...props} />
  </p>
)

/** In place of a form that would be refused. */
export const NoRoom = (props: RoomNoteProps) => (
  <Notice title="Your plan has no room for another">
    <Said {...props} />
  </Notice>
)

function Said({ room, counted }: RoomNoteProps) {
  const can = useCan()
  return (
    <>
      {allowanceLabel(room, counted)}{' '}
      {can(['team-admin', 'manage-billing']) ? (
        <Link to={paths.teamTab('plan')}>See the plans</Link>
      ) : (
        'A team admin can change the plan.'
      )}
    </>
  )
}
