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
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, TextField } from '#web/ui/kit/form.tsx'
import { CodeField } from '../second-step/code-field.tsx'
import { providerNames } from './labels.ts'
import { readSignIn, storeSignIn } from './sign-in-cookie.server.ts'
import styles from './sso.module.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const kept = readSignIn(request, context.get(webContext))
  if (!kept?.link) {
    session.flash('Open the link in the browser where you began, or start again.', 'info')
    throw redirect(session.user ? paths.profile : paths.signIn)
  }
  const { proof, email } = kept.link
  const mailed = new URL(request.url).searchParams.get('code') ?? ''
  return { proof, email, provider: kept.provider, code: /^\d{6}$/.test(mailed) ? mailed : '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const kept = readSignIn(request, page)
  if (!kept?.link) return redirect(paths.ssoVerify, 303)
  const form = await request.formData()
  const { password, code, secondFactor } = readForm(form, { password: exactText, code: text, secondFactor: text })
  const { id, proof } = kept.link
  const shown = proof === 'password' ? { password } : { code: code.replaceAll(/\s/g, '') }
  const api = apiAs(page)
  const linked = await api.verifyIdentity({
    params: { id },
    body: { ...shown, ...(secondFactor ? { secondFactor } : {}), state: kept.state, device: session.device() },
  })
  const name = providerNames[kept.provider]
  if (linked.ok) {
    if (session.user) await session.end()
    session.start(linked.value.data)
    session.flash(`${name} is linked to your account.`)
    return redirect(safePath(kept.next), { status: 303, headers: storeSignIn(page, null) })
  }
  const failure = toFormFailure(linked.problem, form)
  if (failure.status !== 404) return refused(failure)
  session.flash('That took too long, or too many tries. Please start again.', 'danger')
  const start = session.user ? paths.profile : paths.signIn
  return redirect(start, { status: 303, headers: storeSignIn(page, null) })
}

export default function VerifyIdentity() {
  const { proof, email, provider, code } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const name = providerNames[provider]
  return (
    <>
      <title>{`Sign in with ${name} · Posy`}</title>
      <div className="stack">
        <h1>{proof === 'password' ? 'Is this your account?' : 'Check your email'}</h1>
        <p className={styles.lead}>
          {proof === 'password' ? (
            <>
              There is an account for <strong className={styles.address}>{email}</strong>. Enter its password once, and
              from then on you can sign in with {name}.
            </>
          ) : (
            <>
              We sent a code to <strong className={styles.address}>{email}</strong>. Enter it here to sign in with{' '}
              {name}. It works for ten minutes.
            </>
          )}
        </p>
      </div>
      <ActionForm failure={failure}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {proof === 'password' ? (
          <PasswordField name="password" label="Password" autoComplete="current-password" required />
        ) : (
          <TextField
            name="code"
            label="Six-digit code"
            defaultValue={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={9}
          />
        )}
        {failure?.fields.secondFactor ? <CodeField name="secondFactor" /> : null}
        <SubmitButton className={styles.wide}>Link {name} and sign in</SubmitButton>
      </ActionForm>
      <p>
        {proof === 'password' ? (
          <>
            <Link to={paths.forgotPassword}>Forgot your password?</Link> Or{' '}
          </>
        ) : null}
        <Link to={paths.signIn}>{proof === 'password' ? 'sign in another way' : 'Sign in another way'}</Link>
      </p>
    </>
  )
}
