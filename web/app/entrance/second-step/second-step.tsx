import { type ActionFunctionArgs, data, Link, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { isPass } from '#client/result.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { grantBySecondStep } from '#web/session/grants.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { failureOf } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { CodeField } from './code-field.tsx'
import { forgetChallenge, keptChallenge } from './kept-challenge.server.ts'
import styles from './second-step.module.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!keptChallenge(request, context.get(webContext))) throw redirect(paths.signIn)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = sessionOf(context)
  const kept = keptChallenge(request, page)
  if (!kept) return redirect(paths.signIn, 303)
  const form = await request.formData()
  const step = { challenge: kept.challenge, code: String(form.get('code') ?? ''), device: session.device() }
  const granted = await grantBySecondStep(page, step)
  if (isPass(granted)) {
    if (session.user) await session.end()
    session.start(granted.pass)
    return redirect(safePath(kept.next), { status: 303, headers: forgetChallenge(page) })
  }
  const failure = failureOf(granted.fail!, form)
  if (failure.status !== 401) return data(failure, { status: failure.status })
  session.flash('That took more than ten minutes. Please sign in again.', 'danger')
  return redirect(paths.signInFor(safePath(kept.next)), { status: 303, headers: forgetChallenge(page) })
}

export default function SecondStep() {
  const failure = useActionData<typeof action>()
  return (
    <>
      <title>Enter your code · Posy</title>
      <div className="stack">
        <h1>Enter your code</h1>
        <p className={styles.lead}>Open your authenticator app and enter the code it shows for Posy.</p>
      </div>
      <ActionForm failure={failure}>
        <CodeField />
        <SubmitButton className={styles.wide}>Sign in</SubmitButton>
      </ActionForm>
      <p>Lost your phone? Enter one of your recovery codes. Without one, ask us to turn two-step sign-in off.</p>
      <p>
        <Link to={paths.signIn}>Sign in another way</Link>
      </p>
    </>
  )
}
