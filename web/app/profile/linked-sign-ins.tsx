import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { User } from '#contract/identity/users.ts'
import { providerNames } from '#web/app/entrance/sso/labels.ts'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'

interface LinkedSignInsProps {
  user: User
  providers: readonly IdentityProviderName[]
  failure: Failure | null
}

/** Google and Microsoft as ways into this account. */
export const LinkedSignIns = ({ user, providers, failure }: LinkedSignInsProps) =>
  providers.length ? (
    <Card title="Other ways to sign in">
      {providers.map((provider) => {
        const name = providerNames[provider]
        const isLinked = (provider === 'google' ? user.googleId : user.microsoftId) !== null
        return isLinked ? (
          <ActionForm key={provider} failure={failure?.values.provider === provider ? failure : null}>
            <input type="hidden" name="intent" value="unlink" />
            <input type="hidden" name="provider" value={provider} />
            <p>You can sign in with {name}.</p>
            <div>
              <SubmitButton look="quiet">Remove {name}</SubmitButton>
            </div>
          </ActionForm>
        ) : (
          <div key={provider}>
            <LinkButton to={paths.ssoStart(provider, { next: paths.profile })} reloadDocument look="quiet">
              Link {name}
            </LinkButton>
          </div>
        )
      })}
    </Card>
  ) : null
