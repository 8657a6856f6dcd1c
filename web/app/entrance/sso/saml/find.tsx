import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from '../sso.module.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = safePath(new URL(request.url).searchParams.get('next'))
  return { next, flash: getSession(context).takeFlash() }
}

/** Finds the provider. The way there is a link: a form may not lead to another site. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { email } = readForm(form, { email: text })
  if (!email)
    return data({ failure: invalidForm({ email: 'Your work email address is needed' }, form) }, { status: 422 })
  const started = await apiAs(page).beginSamlSignIn({
    body: { email },
  })
  if (started.ok) return { teamId: started.value.data.teamId, email }
  const failure = toFormFailure(started.problem, form)
  const unknown = 'No organisation has set up SSO for this address. Check it, or sign in another way.'
  const shown = failure.status === 404 ? { ...failure, message: unknown, help: undefined } : failure
  return refused({ failure: shown })
}

export default function FindProvider() {
  const { next, flash } = useLoaderData<typeof loader>()
  const found = useActionData<typeof action>()
  return (
    <>
      <title>Sign in with SSO · Posy</title>
      <div className="stack">
        <h1>Sign in with SSO</h1>
        <p className={styles.lead}>Your organisation checks who you are. You need no password of ours.</p>
      </div>
      {flash ? <Notice tone={flash.tone}>{flash.text}</Notice> : null}
      {found && 'teamId' in found ? (
        <div className="stack" role="status">
          <p>
            We know the organisation of <strong className={styles.address}>{found.email}</strong>.
          </p>
          <LinkButton to={paths.samlStart(found.teamId, next)} reloadDocument className={styles.wide}>
            Continue to your organisation
          </LinkButton>
        </div>
      ) : (
        <ActionForm failure={found?.failure}>
          <TextField name="email" label="Work email address" type="email" autoComplete="email" required />
          <SubmitButton className={styles.wide}>Continue</SubmitButton>
        </ActionForm>
      )}
      <p>
        <Link to={paths.signIn}>Sign in another way</Link>
      </p>
    </>
  )
}
