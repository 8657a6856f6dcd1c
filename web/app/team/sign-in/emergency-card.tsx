import type { SamlSettings } from '#contract/sso/saml.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, SelectField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import type { SamlOutcome } from './sign-in-actions.server.ts'

interface EmergencyCardProps {
  named: SamlSettings['emergencyAdmin']
  admins: readonly { value: string; label: string }[]
  outcome: SamlOutcome | undefined
}

/** Who still comes in when the provider is down. */
export const EmergencyCard = ({ named, admins, outcome }: EmergencyCardProps) => (
  <Card title="If your provider is down">
    <p className="muted">
      One admin may always sign in with a password and a second step. Name one before you require SSO. They need
      two-step sign-in, which they set up in their profile.
    </p>
    {named && !named.hasSecondFactor ? (
      <Notice tone="warning" title={`${named.name} has turned two-step sign-in off.`}>
        Until it is on again, their password does not let them in.
      </Notice>
    ) : null}
    <ActionForm failure={outcome?.form === 'emergency' ? outcome.failure : undefined} key={named?.userId ?? 'no-one'}>
      <input type="hidden" name="do" value="emergency" />
      <SelectField
        name="userId"
        label="Admin with a password"
        data={[{ value: '', label: 'No one' }, ...admins]}
        defaultValue={named?.userId ?? ''}
      />
      <div>
        <SubmitButton look="quiet">Save admin</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)
