import { PasskeyButton, signWithPasskey } from '#web/app/entrance/passkey/passkey-button.tsx'
import { CodeField } from '#web/app/entrance/second-step/code-field.tsx'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { PasswordField } from '#web/ui/kit/form.tsx'
import styles from './two-step.module.css'

export interface Owner {
  email: string
  /** Someone who only signs in elsewhere has none to show. */
  hasPassword: boolean
  hasApp: boolean
  hasPasskey: boolean
}

export const OwnPasswordField = ({ email, hasPassword }: Pick<Owner, 'email' | 'hasPassword'>) =>
  hasPassword ? (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Your password" autoComplete="current-password" required />
    </>
  ) : null

interface ProofFieldsProps {
  owner: Owner
  /** What the form does. */
  submit: string
  look?: 'primary' | 'quiet' | 'danger'
}

/** What shows that it is the owner who asks, and the ways to send it. */
export function ProofFields({ owner, submit, look = 'quiet' }: ProofFieldsProps) {
  const { hasApp, hasPasskey } = owner
  return (
    <>
      <OwnPasswordField {...owner} />
      {hasApp || hasPasskey ? <CodeField kind={hasApp ? 'any' : 'recovery'} isOptional={hasPasskey} /> : null}
      <div className={styles.ways}>
        <SubmitButton look={look}>{submit}</SubmitButton>
        {hasPasskey ? (
          <PasskeyButton perform={() => signWithPasskey(paths.twoStepPasskeyChallenge)}>
            {submit} with a passkey
          </PasskeyButton>
        ) : null}
      </div>
    </>
  )
}
