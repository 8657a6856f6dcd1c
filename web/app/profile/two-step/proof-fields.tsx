import { CodeField } from '#web/app/entrance/second-step/code-field.tsx'
import { PasswordField } from '#web/ui/kit/form.tsx'

export interface Owner {
  email: string
  /** Who signs in elsewhere only has none to show. */
  hasPassword: boolean
}

export const OwnPasswordField = ({ email, hasPassword }: Owner) =>
  hasPassword ? (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Your password" autoComplete="current-password" required />
    </>
  ) : null

/** What shows that it is the owner who asks. */
export const ProofFields = (owner: Owner) => (
  <>
    <OwnPasswordField {...owner} />
    <CodeField />
  </>
)
