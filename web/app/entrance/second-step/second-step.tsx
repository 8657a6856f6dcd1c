import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { grantBySecondStep } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { PasskeyButton, signWithPasskey } from '../passkey/passkey-button.tsx'
import { clearChallenge, readChallenge } from './challenge-cookie.server.ts'
import { CodeField } from './code-field.tsx'
import styles from './second-step.module.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const kept = readChallenge(request, page)
  if (!kept) throw redirect(paths.signIn)
  return { hasApp: kept.hasApp, hasPasskey: kept.hasPasskey, help: page.links.assistance }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const kept = readChallenge(request, page)
  if (!kept) return redirect(paths.signIn, 303)
  const form = await request.formData()
  const { code, passkey } = readForm(form, { code: exactText, passkey: exactText })
  const shown = passkey ? { passkey } : { code }
  const granted = await grantBySecondStep(page, { challenge: kept.challenge, device: session.device(), ...shown })
  if (granted.ok) {
    if (session.user) await session.end()
    session.start(granted.value)
    return redirect(safePath(kept.next), { status: 303, headers: clearChallenge(page) })
  }
  const failure = toFormFailure(granted.problem, form)
  if (failure.status !== 401) return refused(failure)
  session.flash('That took more than ten minutes. Please sign in again.', 'danger')
  return redirect(paths.signInFor(safePath(kept.next)), { status: 303, headers: clearChallenge(page) })
}

export default function SecondStep() {
  const { hasApp, hasPasskey, help } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const title = hasApp ? 'Enter your code' : 'Use your passkey'
  const refusal = failure?.fields.passkey
  const shown = refusal
    ? { ...failure, fields: {}, message: 'Your passkey was not accepted.', help: 'Try again.' }
    : null
  return (
    <>
      <title>{`${title} · Posy`}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className={styles.lead}>
          {hasApp
            ? 'Open your authenticator app and enter the code it shows for Posy.'
            : 'Your password is right. Your passkey is the second step.'}
        </p>
      </div>
      {hasPasskey ? (
        <ActionForm failure={shown}>
          <PasskeyButton
            look={hasApp ? 'quiet' : 'primary'}
            className={styles.wide}
            perform={() => signWithPasskey(paths.signInPasskeyChallenge, { step: 'second' })}
          >
            Use a passkey
          </PasskeyButton>
          <noscript>
            <p>A passkey needs JavaScript. Without it, enter a code.</p>
          </noscript>
        </ActionForm>
      ) : null}
      <ActionForm failure={refusal ? null : failure}>
        <CodeField kind={hasApp ? 'any' : 'recovery'} />
        <SubmitButton look={hasApp ? 'primary' : 'quiet'} className={styles.wide}>
          Sign in
        </SubmitButton>
      </ActionForm>
      <p>
        Lost your {hasApp ? 'phone' : 'device'}? Enter one of your recovery codes. Without one, ask an admin of your
        team to reset your second step under Team, Members. Are you the only admin? <a href={help}>Write to us</a>: once
        we know that it is you, we reset it.
      </p>
      <p>
        <Link to={paths.signIn}>Sign in another way</Link>
      </p>
    </>
  )
}
