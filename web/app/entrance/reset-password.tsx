import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import { resetToken } from './mailed-token.server.ts'
import { PASSWORD_HINT } from './password-hint.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  resetToken.putAway(request, page)
  return { hasToken: Boolean(resetToken.of(request, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const api = apiAs(page)
  const session = getSession(context)
  const proof = { token: resetToken.of(request, page) ?? '', device: session.device() }
  const body = { ...proof, ...readForm(form, { password: exactText }) }
  const result = await api.resetPassword({ body })
  if (result.ok) {
    session.forget()
    session.flash('Your password is changed. Sign in with the new one.')
    return redirect(paths.signIn, { status: 303, headers: resetToken.forgotten(page) })
  }
  const failure = toFormFailure(result.problem, form)
  if (failure.fields.token)
    failure.message = 'This link has been used, or its hour is over. Ask for a new one; your password has not changed.'
  return refused(failure)
}

export default function ResetPassword() {
  const { hasToken } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isOver = !hasToken || Boolean(failure?.fields.token)
  return (
    <>
      <title>Choose a new password · Posy</title>
      <div className="stack">
        <h1>Choose a new password</h1>
        <p className={styles.lead}>{PASSWORD_HINT}</p>
      </div>
      {isOver ? (
        <>
          <Notice tone="warning" role={failure ? 'alert' : undefined} title="This link no longer works">
            {failure?.message ?? 'Open the link in the email again, or ask for a new one.'}
          </Notice>
          <LinkButton to={paths.forgotPassword}>Ask for a new link</LinkButton>
        </>
      ) : (
        <ActionForm failure={failure}>
          <PasswordField name="password" label="New password" autoComplete="new-password" required minLength={12} />
          <SubmitButton className={styles.wide}>Change my password</SubmitButton>
        </ActionForm>
      )}
      <p>
        <Link to={paths.signIn}>Back to signing in</Link>
      </p>
    </>
  )
}
