import type { SecondFactor } from '#contract/identity/second-factor.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

/** Whether signing in takes a second step, and the way to change that. */
export const TwoStepCard = ({ enabledAt, hasApp, passkeys, recoveryCodesLeft }: SecondFactor) => (
  <Card
    title="Two-step sign-in"
    action={<StatusBadge status={enabledAt ? 'On' : 'Off'} tone={enabledAt ? 'success' : 'plain'} />}
  >
    <p>
      {enabledAt
        ? `Signing in takes ${hasApp ? (passkeys ? 'a passkey or a code from your authenticator app' : 'a code from your authenticator app') : 'your passkey'}. You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`
        : 'Signing in takes a passkey or a code from your phone too: a stolen password alone is no use to anyone.'}
    </p>
    <div>
      <LinkButton to={paths.twoStep} look="quiet">
        {enabledAt ? 'Change two-step sign-in' : 'Set up two-step sign-in'}
      </LinkButton>
    </div>
  </Card>
)
