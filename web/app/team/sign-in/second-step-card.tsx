import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField } from '#web/ui/kit/form.tsx'

interface SecondStepCardProps {
  isRequired: boolean
  /** The parent team asks for it: then it holds here whatever this team says. */
  isRequiredAbove: boolean
  failure: Failure | null
}

/** Whether everyone signs in with a second step. */
export const SecondStepCard = ({ isRequired, isRequiredAbove, failure }: SecondStepCardProps) => (
  <Card title="Second step">
    <p className="muted">
      People who sign in with a password confirm it with a passkey or a code from an authenticator app. People without
      one are asked to set it up at their next click, before anything else. Signing in with Google, Microsoft or your
      own provider needs none here, and API keys still work. It holds for your team and its subteams.
    </p>
    {isRequiredAbove ? (
      <p>Your parent team asks everyone for a second step.</p>
    ) : (
      <ActionForm failure={failure} key={String(isRequired)}>
        <input type="hidden" name="do" value="second-step" />
        <CheckField
          name="requireSecondStep"
          label="Everyone needs a second step to sign in"
          defaultChecked={isRequired}
        />
        {failure?.fields.requireSecondStep ? (
          <p>
            <Link to={paths.twoStep}>Set up your own second step</Link>
          </p>
        ) : null}
        <div>
          <SubmitButton>Save second step</SubmitButton>
        </div>
      </ActionForm>
    )}
    <p className="muted small">
      The <Link to={paths.teamTab('members')}>list of members</Link> says who has one, and is where you reset it for
      someone who lost theirs.
    </p>
  </Card>
)
