import { type ActionFunctionArgs, data, Link, useActionData } from 'react-router'
import { requestPasswordReset } from '#contract/identity/users.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { type Failure, invalidForm } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'

type Outcome = { sent: true } | { sent: false; failure: Failure }

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { username } = readForm(form, { username: text })
  const refuse = (failure: Failure) => refused<Outcome>({ sent: false, failure })
  if (!username) return refuse(invalidForm({ username: 'Your email address is needed' }, form))
  const answer = await callApi(context.get(webContext), requestPasswordReset, { body: { username } })
  if (answer.ok) return data<Outcome>({ sent: true })
  const message =
    answer.problem.status === 429
      ? 'A link was asked for several times already. Check your email, or try again in an hour.'
      : 'The link could not be sent. Try again in a moment.'
  return refuse({ ...invalidForm({}, form), status: answer.problem.status, message })
}

export default function ForgotPassword() {
  const outcome = useActionData<typeof action>()
  return (
    <>
      <title>Forgotten password · Posy</title>
      <div className="stack">
        <h1>Forgotten your password?</h1>
        <p className={styles.lead}>We email you a link to choose another one. It works once, for an hour.</p>
      </div>
      {outcome?.sent ? (
        <Notice tone="success" role="status" title="Check your email">
          If there is an account with that address, the link is on its way. Nothing has been changed yet.
        </Notice>
      ) : (
        <ActionForm failure={outcome?.failure}>
          <TextField name="username" label="Email address" type="email" autoComplete="username" required />
          <SubmitButton className={styles.wide}>Send the link</SubmitButton>
        </ActionForm>
      )}
      <p>
        <Link to={paths.signIn}>Back to signing in</Link>
      </p>
    </>
  )
}
