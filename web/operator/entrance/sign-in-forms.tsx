import { CodeField } from '#web/app/entrance/second-step/code-field.tsx'
import { EnrolmentKey } from '#web/app/profile/two-step/enrolment-form.tsx'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, TextField } from '#web/ui/kit/form.tsx'
import type { SignInStep } from './sign-in-step.server.ts'

interface FormProps {
  next: string
  failure: Failure | null
}

export const OperatorPasswordForm = ({ next, failure }: FormProps) => (
  <ActionForm failure={failure}>
    <input type="hidden" name="next" value={next} />
    <TextField name="email" label="Email address" type="email" autoComplete="username" required />
    <PasswordField name="password" label="Password" autoComplete="current-password" required />
    <div>
      <SubmitButton>Continue</SubmitButton>
    </div>
  </ActionForm>
)

export const CodeForm = ({ step: { challenge, enrolment }, next, failure }: FormProps & { step: SignInStep }) => (
  <>
    {enrolment ? (
      <div className="stack">
        <p>Signing in here takes a second step. Scan this with your authenticator app, then enter the code it shows.</p>
        <EnrolmentKey enrolment={enrolment.drawn} />
      </div>
    ) : (
      <p>Enter the code that your authenticator app shows for Posy.</p>
    )}
    <ActionForm failure={failure} key={challenge}>
      <input type="hidden" name="step" value="code" />
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="challenge" value={challenge} />
      {enrolment ? (
        <>
          <input type="hidden" name="secret" value={enrolment.secret} />
          <input type="hidden" name="uri" value={enrolment.uri} />
        </>
      ) : null}
      <CodeField kind="app" />
      <div>
        <SubmitButton>Sign in</SubmitButton>
      </div>
    </ActionForm>
  </>
)
