import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'

export const NotConnected = () => (
  <div className="card">
    <EmptyState
      picture="sprout"
      title="No HR system is connected"
      action={<LinkButton to={paths.teamTab('connections')}>Connect your HR system</LinkButton>}
    >
      Birthdays and first days at work come from your HR system. Once it is connected, gifts can send themselves.
    </EmptyState>
  </div>
)
