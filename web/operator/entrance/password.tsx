import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { chooseOperatorPassword } from '#contract/operator/sign-in.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField } from '#web/ui/kit/form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  token: new URL(request.url).searchParams.get('token') ?? '',
})

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = { ...readForm(form, { token: exactText, password: exactText }), device: session.device() }
  const chosen = await session.call(chooseOperatorPassword, { body })
  if (!chosen.ok) return refused(toFormFailure(chosen.problem, form))
  session.flash('Your password is set. Sign in with it now.')
  return redirect(paths.operatorSignIn, 303)
}

export default function OperatorPassword() {
  const { token } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <title>Choose a password · Posy</title>
      <h1>Choose a password</h1>
      <p>For the operator’s console. It must have at least 12 characters.</p>
      <ActionForm failure={failure}>
        <input type="hidden" name="token" value={token} />
        <PasswordField name="password" label="New password" autoComplete="new-password" required />
        <div>
          <SubmitButton>Set password</SubmitButton>
        </div>
      </ActionForm>
    </>
  )
}
