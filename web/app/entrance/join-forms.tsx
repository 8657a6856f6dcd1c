import { Form, Link } from 'react-router'
import type { InvitePage } from '#contract/invites/invites.ts'
import { nameFields } from '#kit/greeting-name.ts'
import { paths } from '#web/paths.ts'
import { Button, SubmitButton } from '#web/ui/kit/button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import { PASSWORD_HINT } from './password-hint.ts'

interface FormProps {
  invite: InvitePage
  failure: Failure | undefined
}

const Intent = ({ is }: { is: string }) => <input type="hidden" name="intent" value={is} />

/** The leader of a subteam says what it is called. */
const SubteamName = ({ invite }: { invite: InvitePage }) =>
  invite.type === 'subteam' ? (
    <TextField
      name="subteamName"
      label="Name of your team"
      defaultValue={invite.subteamName ?? ''}
      required
      maxLength={100}
    />
  ) : null

export const NewUserForm = ({ invite, failure }: FormProps) => {
  const { firstName, surname } = nameFields(invite.name ?? '')
  return (
    <>
      <ActionForm failure={failure}>
        <Intent is="new" />
        <input type="email" name="username" autoComplete="username" value={invite.emailAddress} readOnly hidden />
        <TextField
          name="newUser.firstName"
          label="First name"
          defaultValue={firstName}
          autoComplete="given-name"
          required
          maxLength={100}
        />
        <TextField
          name="newUser.surname"
          label="Surname"
          defaultValue={surname}
          autoComplete="family-name"
          required
          maxLength={100}
        />
        <PasswordField
          name="newUser.password"
          label="Choose a password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          required
          minLength={12}
        />
        <SubteamName invite={invite} />
        <SubmitButton className={styles.wide}>Accept invite</SubmitButton>
      </ActionForm>
      <p>
        Do you use Posy with another address? <Link to={paths.signInFor(paths.join)}>Sign in</Link> and accept as
        yourself.
      </p>
    </>
  )
}

export const NewPasswordForm = ({ invite, failure }: FormProps) => (
  <>
    <ActionForm failure={failure}>
      <Intent is="password" />
      <input type="email" name="username" autoComplete="username" value={invite.emailAddress} readOnly hidden />
      <p>You have an account with this address already: your password is enough.</p>
      <PasswordField name="password" label="Password" autoComplete="current-password" required />
      <SubteamName invite={invite} />
      <SubmitButton className={styles.wide}>Sign in and accept</SubmitButton>
    </ActionForm>
    <p>
      <Link to={paths.forgotPassword}>Forgot your password?</Link> Or{' '}
      <Link to={paths.signInFor(paths.join)}>sign in another way</Link>, and then return to this page.
    </p>
  </>
)

export const SignedInForm = ({ invite, failure, email }: FormProps & { email: string }) => {
  const isTheirs = email.toLowerCase() === invite.emailAddress
  return (
    <>
      {isTheirs ? null : (
        <Notice tone="warning" title={`You are signed in as ${email}`}>
          The invite went to {invite.emailAddress}. Accepting now adds it to the account you are signed in with.
        </Notice>
      )}
      <ActionForm failure={failure}>
        <Intent is="myself" />
        <SubteamName invite={invite} />
        <SubmitButton className={styles.wide}>{isTheirs ? 'Accept' : `Accept as ${email}`}</SubmitButton>
      </ActionForm>
      {isTheirs ? null : (
        <Form method="post">
          <Intent is="sign-out" />
          <Button type="submit" look="quiet" className={styles.wide}>
            Use another account
          </Button>
        </Form>
      )}
    </>
  )
}

/** No thanks: asked once more before it is sent, without scripts too. */
export const DeclineForm = ({ invite }: { invite: InvitePage }) => (
  <details>
    <summary>No thanks</summary>
    <Form method="post" className="stack">
      <Intent is="decline" />
      <p>{invite.teamName} is told that you do not want this budget, and the link stops working.</p>
      <Button type="submit" look="quiet" className={styles.wide}>
        Decline the invite
      </Button>
    </Form>
  </details>
)
