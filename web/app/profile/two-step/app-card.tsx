import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { type Owner, ProofFields } from './proof-fields.tsx'

/** The authenticator app: the way to set one up, or to remove it. */
export function AppCard({ owner, failure }: { owner: Owner; failure: Failure | null }) {
  const { hasApp, hasPasskey } = owner
  if (!hasApp)
    return (
      <Card title="Authenticator app">
        <p>
          An app on your phone shows a new code every half minute, such as Google Authenticator, Microsoft Authenticator
          or 1Password.
        </p>
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="begin" />
          <div>
            <SubmitButton look={hasPasskey ? 'quiet' : 'primary'}>
              {hasPasskey ? 'Add an authenticator app' : 'Set up two-step sign-in'}
            </SubmitButton>
          </div>
        </ActionForm>
      </Card>
    )
  return (
    <Card title={hasPasskey ? 'Authenticator app' : 'Turn it off'}>
      <p>
        {hasPasskey
          ? 'Your app’s codes stop working. Signing in still takes a passkey or a recovery code.'
          : 'Signing in then takes one step again, and your recovery codes stop working.'}
      </p>
      <ActionForm failure={failure}>
        <input type="hidden" name="intent" value="remove" />
        <ProofFields owner={owner} submit={hasPasskey ? 'Remove the app' : 'Turn off two-step sign-in'} look="danger" />
      </ActionForm>
    </Card>
  )
}
