import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { createClient } from '#client/client.ts'
import { isPass } from '#client/result.ts'
import { type WebContext, webContext } from '../../../context.ts'
import styles from '../../../features/entrance/entrance.module.css'
import { proofToken } from '../../../features/entrance/mailed-token.server.ts'
import { VerificationSent } from '../../../features/entrance/verification-sent.tsx'
import { sessionOf } from '../../../session/middleware.ts'
import type { Session } from '../../../session/session.ts'
import { SubmitButton } from '../../../ui/kit/button.tsx'
import { type Failure, failureOf } from '../../../ui/kit/failure.ts'
import { ActionForm, TextField } from '../../../ui/kit/form.tsx'
import { Notice } from '../../../ui/kit/notice.tsx'

type Outcome =
  | { intent: 'confirm'; failure: Failure }
  | { intent: 'resend'; failure: Failure }
  | { intent: 'resend'; sentTo: string; failure?: undefined }

export async function loader({ request, context }: LoaderFunctionArgs) {
  proofToken.putAway(request, context.get(webContext))
  return { hasToken: Boolean(proofToken.of(request)), email: sessionOf(context).user?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  if (form.get('intent') === 'resend') return resend(page, form)
  return confirm(page, sessionOf(context), proofToken.of(request) ?? '', form)
}

const nobody = (page: WebContext) => createClient({ baseUrl: page.publicUrl, fetch: page.apiFetch })

async function confirm(page: WebContext, session: Session, verificationToken: string, form: FormData) {
  const result = await nobody(page).verifyUser({ body: { verificationToken } })
  if (!isPass(result)) {
    const failure = failureOf(result.fail!, form)
    return data<Outcome>({ intent: 'confirm', failure }, { status: failure.status })
  }
  const { userId, emailAddress } = result.pass.data
  const isReader = session.user?.id === userId
  session.flash(`${emailAddress} is confirmed.${isReader ? '' : ' Sign in to begin.'}`)
  return redirect(isReader ? '/home' : '/sign-in', { status: 303, headers: proofToken.forgotten(page) })
}

async function resend(page: WebContext, form: FormData) {
  const email = String(form.get('email') ?? '').trim()
  const result = await nobody(page).requestVerification({ body: { email } })
  if (isPass(result)) return data<Outcome>({ intent: 'resend', sentTo: email })
  const failure = failureOf(result.fail!, form)
  return data<Outcome>({ intent: 'resend', failure }, { status: failure.status })
}

export default function VerifyEmail() {
  const { hasToken, email } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  if (outcome && 'sentTo' in outcome)
    return (
      <VerificationSent to={outcome.sentTo}>
        It comes only where there is an address to confirm. Links sent before it work too, until one is used.
      </VerificationSent>
    )
  const isOver = !hasToken || Boolean(outcome?.failure.fields.verificationToken)
  return (
    <>
      <title>Confirm your address · Posy</title>
      <h1>Confirm your address</h1>
      {isOver || outcome?.intent === 'resend' ? (
        <>
          {outcome?.intent === 'confirm' ? (
            <Notice tone="warning" role="alert" title="This link does not work any more">
              It was used already, or its two days are over. If you confirmed before, you can simply sign in.
            </Notice>
          ) : null}
          <p className={styles.lead}>Tell us the address you signed up with, and we send a link to it.</p>
          <ActionForm failure={outcome?.intent === 'resend' ? outcome.failure : undefined}>
            <input type="hidden" name="intent" value="resend" />
            <TextField
              name="email"
              label="Email address"
              type="email"
              autoComplete="username"
              defaultValue={email ?? ''}
              required
            />
            <SubmitButton className={styles.wide}>Send a new link</SubmitButton>
          </ActionForm>
        </>
      ) : (
        <>
          <p className={styles.lead}>One press, and your account is yours.</p>
          <ActionForm failure={outcome?.failure}>
            <input type="hidden" name="intent" value="confirm" />
            <SubmitButton className={styles.wide}>This is my address</SubmitButton>
          </ActionForm>
        </>
      )}
      <p>
        <Link to="/sign-in">Back to signing in</Link>
      </p>
    </>
  )
}
