import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { useUnsentForm } from '#web/app/shell/form-recovery.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { grantByPassword } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import { PasskeySignIn } from './passkey/passkey-sign-in.tsx'
import { promptForCode } from './second-step/challenge-cookie.server.ts'
import { ProviderLinks } from './sso/provider-links.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const next = safePath(searchParams.get('next'))
  if (session.user) throw redirect(next)
  const { sandbox, signInWith } = context.get(webContext)
  // Who is sent here meant to be on another page, or was on it a moment ago.
  const comesBack = searchParams.has('next') && next !== paths.home
  return { next, comesBack, sandbox, signInWith, flash: session.takeFlash() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const form = await request.formData()
  const { username, password, next: wanted } = readForm(form, { username: text, password: exactText, next: exactText })
  if (!username || !password) {
    const missing = (value: string, what: string) =>
      value.trim() ? {} : { [what]: `Your ${what === 'username' ? 'email address' : what} is needed` }
    const failure = invalidForm({ ...missing(username, 'username'), ...missing(password, 'password') }, form)
    return data(failure, { status: 422 })
  }
  const next = safePath(wanted)
  const device = session.device()
  const result = await grantByPassword(page, { username, password, device })
  if (!result.ok) {
    const asked = promptForCode(page, result.problem, next)
    if (asked) return asked
    const failure = toFormFailure(result.problem, form)
    const wrong = 'The email address or the password is not right.'
    return data(failure.status === 401 ? { ...failure, message: wrong, help: undefined } : failure, {
      status: failure.status,
    })
  }
  session.start(result.value)
  return redirect(next, 303)
}

export default function SignIn() {
  const { next, comesBack, sandbox, signInWith, flash } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <title>Sign in · Posy</title>
      <div className="stack">
        <h1>Welcome back</h1>
        <p className={styles.lead}>Sign in to Posy</p>
      </div>
      {flash ? <Notice tone={flash.tone}>{flash.text}</Notice> : comesBack ? <ComesBack /> : null}
      <ActionForm failure={failure}>
        <input type="hidden" name="next" value={next} />
        <TextField name="username" label="Email address" type="email" autoComplete="username" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton className={styles.wide}>Sign in</SubmitButton>
      </ActionForm>
      <div className={styles.otherWays}>
        <PasskeySignIn next={next} />
        <ProviderLinks providers={signInWith} next={next} />
        <LinkButton to={paths.samlFind(next)} look="quiet" className={styles.wide}>
          Continue with SSO
        </LinkButton>
      </div>
      <p>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </p>
      <p>
        New here? <Link to={paths.signUp}>Sign up</Link>
      </p>
      {sandbox ? (
        <Notice title="This is the sandbox">
          Sign in as <strong>admin@acme.test</strong> with <strong>posy-demo-2026</strong>; viewer@, subteam@ and
          participant@acme.test and admin@globex.test work too.
        </Notice>
      ) : null}
    </>
  )
}

/** Why someone is asked to sign in who was at work a moment ago, and where their work is. */
function ComesBack() {
  const isKept = useUnsentForm()
  return (
    <Notice title="Sign in to carry on">
      You were signed out, or the page you asked for is for people who are signed in. You come straight back to it.
      {isKept ? ' Nothing was sent. What you typed is kept in this browser, and stands there again.' : null}
    </Notice>
  )
}
