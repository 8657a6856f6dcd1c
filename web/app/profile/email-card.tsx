import type { EmailChange } from '#contract/identity/email-changes.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

/** The address of this account, and the way to another. */
export const EmailCard = ({ email, change }: { email: string; change: EmailChange | null }) => (
  <Card title="Email address" action={change ? <StatusBadge status="Change waits" tone="warning" /> : undefined}>
    <p>
      You sign in with <strong>{email}</strong>
      {change ? `, and asked to change it to ${change.newEmail}.` : '.'}
    </p>
    <div>
      <LinkButton to={paths.ownEmail} look="quiet">
        {change ? 'See the change' : 'Change the email address'}
      </LinkButton>
    </div>
  </Card>
)
