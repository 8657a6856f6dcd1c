import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { apiAs } from '#web/api.ts'
import { type WebContext, webContext } from '#web/context.ts'
import { choice, exactText, ifSent, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { grantByPassword } from '#web/session/grants.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'
import { proofToken } from './mailed-token.server.ts'
import { PASSWORD_HINT } from './password-hint.ts'
import { UpgradeLink } from './upgrade-link.tsx'
import { upgradeShown } from './upgrade-shown.server.ts'
import { VerificationSent } from './verification-sent.tsx'

type Outcome =
  | { intent: 'confirm'; failure: Failure }
  | { intent: 'resend'; failure: Failure }
  | { intent: 'resend'; sentTo: string; failure?: undefined }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  proofToken.putAway(request, page)
  const token = proofToken.of(request, page)
  const found = token ? await visitor(page).getVerificationByToken({ params: { token } }) : null
  const link = found?.ok ? found.value.data : null
  const session = getSession(context)
  const upgrade = link?.upgrade ? await upgradeShown(session, link.upgrade) : null
  return { hasToken: Boolean(token), link, upgrade, email: session.user?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('resend') })
  if (intent === 'resend') return resend(page, form)
  return confirm(page, getSession(context), proofToken.of(request, page) ?? '', form)
}

const visitor = (page: WebContext) => apiAs(page)

async function confirm(page: WebContext, session: Session, verificationToken: string, form: FormData) {
  const { intent, password } = readForm(form, { intent: choice('upgrade'), password: ifSent(exactText) })
  if (intent === 'upgrade') return takeUpgrade(page, session, verificationToken, form)
  const result = await visitor(page).verifyUser({ body: { verificationToken, password } })
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    return refused<Outcome>({ intent: 'confirm', failure })
  }
  const { userId, emailAddress } = result.value.data
  const isSignedIn = session.user?.id === userId || (await signInHere(page, session, emailAddress, password))
  session.flash(`${emailAddress} is confirmed.${isSignedIn ? '' : ' Sign in to begin.'}`)
  return redirect(isSignedIn ? paths.home : paths.signIn, { status: 303, headers: proofToken.forgotten(page) })
}

/** Who signed up in this browser need not type the password twice within a minute. */
async function signInHere(page: WebContext, session: Session, username: string, password?: string): Promise<boolean> {
  if (!password || !session.signedUpHere(username)) return false
  const granted = await grantByPassword(page, { username, password, device: session.device() })
  if (granted.ok) session.start(granted.value)
  return granted.ok
}

/** In the session of the person there: the link alone orders nothing. */
async function takeUpgrade(page: WebContext, session: Session, verificationToken: string, form: FormData) {
  const result = await session.api.verifyUser({ body: { verificationToken } })
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    return refused<Outcome>({ intent: 'confirm', failure })
  }
  session.flash('The upgrade is ordered. See here when it starts, and how to pay.')
  return redirect(paths.teamTab('plan'), { status: 303, headers: proofToken.forgotten(page) })
}

async function resend(page: WebContext, form: FormData) {
  const { email } = readForm(form, { email: text })
  const result = await visitor(page).requestVerification({ body: { email } })
  if (result.ok) return data<Outcome>({ intent: 'resend', sentTo: email })
  const failure = toFormFailure(result.problem, form)
  return refused<Outcome>({ intent: 'resend', failure })
}

export default function VerifyEmail() {
  const { hasToken, link, upgrade, email } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  if (outcome && 'sentTo' in outcome)
    return (
      <VerificationSent to={outcome.sentTo}>
        It comes only where there is an address to confirm. Links sent before it work too, until one is used.
      </VerificationSent>
    )
  if (upgrade && outcome?.intent !== 'resend') return <UpgradeLink upgrade={upgrade} failure={outcome?.failure} />
  const isOver = link === null
  return (
    <>
      <title>Confirm your address · Posy</title>
      <h1>Confirm your address</h1>
      {isOver || outcome?.intent === 'resend' ? (
        <>
          {hasToken && outcome?.intent !== 'resend' ? (
            <Notice tone="warning" role="alert" title="This link no longer works">
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
          <p className={styles.lead}>
            {link.needsPassword ? 'Choose a password for ' : 'Confirm that this is yours: '}
            <strong className={styles.address}>{link.emailAddress}</strong>
          </p>
          <ActionForm failure={outcome?.failure}>
            <input type="hidden" name="intent" value="confirm" />
            {link.needsPassword ? (
              <>
                <input type="hidden" name="username" autoComplete="username" value={link.emailAddress} />
                <PasswordField
                  name="password"
                  label="Password"
                  description={PASSWORD_HINT}
                  autoComplete="new-password"
                  required
                  minLength={12}
                />
              </>
            ) : null}
            <SubmitButton className={styles.wide}>Confirm my address</SubmitButton>
          </ActionForm>
        </>
      )}
      <p>
        <Link to={paths.signIn}>Back to signing in</Link>
      </p>
    </>
  )
}
