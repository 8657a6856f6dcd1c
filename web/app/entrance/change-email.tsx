import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { apiAs } from '#web/api.ts'
import { type WebContext, webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import { emailChangeToken } from './mailed-token.server.ts'

const anonymousClient = (page: WebContext) => apiAs(page)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  emailChangeToken.putAway(request, page)
  const token = emailChangeToken.of(request, page)
  const found = token ? await anonymousClient(page).getEmailChangeByToken({ params: { token } }) : null
  return { change: found?.ok ? found.value.data : null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('stop') })
  const body = { token: emailChangeToken.of(request, page) ?? '' }
  const leave = (text: string) => {
    session.flash(text)
    return redirect(session.user ? paths.profile : paths.signIn, {
      status: 303,
      headers: emailChangeToken.forgotten(page),
    })
  }
  if (intent === 'stop') {
    const stopped = await anonymousClient(page).stopEmailChange({ body })
    if (stopped.ok) return leave('Stopped. The address stays. If it was not you who asked, choose a new password.')
    return refused(toFormFailure(stopped.problem, form))
  }
  const confirmed = await anonymousClient(page).confirmEmailChange({ body })
  if (!confirmed.ok) return refused(toFormFailure(confirmed.problem, form))
  const { isDone, newEmail, oldEmail, confirmedByNew } = confirmed.value.data
  if (isDone) return leave(`The address is ${newEmail} now.`)
  return leave(`Confirmed. Now open the link we sent to ${confirmedByNew ? oldEmail : newEmail}.`)
}

/** What a mailed link asks of one of both addresses. */
export default function ChangeEmail() {
  const { change } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isConfirmed = change && (change.mailedTo === 'old' ? change.confirmedByOld : change.confirmedByNew)
  return (
    <>
      <title>Change of email address · Posy</title>
      <h1>Change of email address</h1>
      {change ? (
        <>
          <p className={styles.lead}>
            From <strong className={styles.address}>{change.oldEmail}</strong> to{' '}
            <strong className={styles.address}>{change.newEmail}</strong>
          </p>
          {isConfirmed ? (
            <Notice title="You have confirmed this address">
              Now open the link we sent to {change.mailedTo === 'old' ? change.newEmail : change.oldEmail}.
            </Notice>
          ) : (
            <ActionForm failure={failure}>
              <input type="hidden" name="intent" value="confirm" />
              <SubmitButton className={styles.wide}>
                {change.mailedTo === 'old' ? 'Allow the change' : 'Confirm this address'}
              </SubmitButton>
            </ActionForm>
          )}
          <ActionForm>
            <input type="hidden" name="intent" value="stop" />
            <SubmitButton look="quiet" className={styles.wide}>
              Stop the change
            </SubmitButton>
          </ActionForm>
        </>
      ) : (
        <Notice tone="warning" role={failure ? 'alert' : undefined} title="This link no longer works">
          The change is done, was stopped, or its two days are over. Ask for it again in your profile.
        </Notice>
      )}
      <p>
        <Link to={paths.profile}>To your profile</Link>
      </p>
    </>
  )
}
