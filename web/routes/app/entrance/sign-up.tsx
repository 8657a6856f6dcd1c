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
import { webContext } from '../../../context.ts'
import { CAPTCHA_FIELD } from '../../../features/entrance/captcha.tsx'
import styles from '../../../features/entrance/entrance.module.css'
import { SignUpForm } from '../../../features/entrance/sign-up-form.tsx'
import { VerificationSent } from '../../../features/entrance/verification-sent.tsx'
import { sessionOf } from '../../../session/middleware.ts'
import { LinkButton } from '../../../ui/kit/button.tsx'
import { type Failure, failureOf } from '../../../ui/kit/failure.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  if (session.user) throw redirect('/home')
  const { links, captcha } = context.get(webContext)
  const plans = session.unwrap(await (await session.catalogue()).listPlans()).data
  const wanted = new URL(request.url).searchParams.get('plan')
  const planId = plans.find(({ id }) => id === wanted)?.id ?? plans[0]?.id ?? null
  return { plans, planId, captcha, salesLink: links.sales }
}

type Outcome = { sentTo: string; failure?: undefined } | { sentTo?: undefined; failure: Failure }

/** The answer is the same whether or not the address has an account: the mail tells its owner. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const api = createClient({ baseUrl: page.publicUrl, fetch: page.apiFetch })
  const result = await api.signUp({
    body: {
      email: read('email'),
      password: String(form.get('password') ?? ''),
      firstName: read('firstName'),
      surname: read('surname'),
      teamName: read('teamName'),
      planId: read('planId'),
      paymentMethod: 'invoice',
      dateOfBirth: read('dateOfBirth').replaceAll(/[\s/.]+/g, '-') || null,
      marketing: form.get('marketing') === 'on',
      recaptchaToken: read(CAPTCHA_FIELD) || undefined,
    },
  })
  if (isPass(result)) return data<Outcome>({ sentTo: read('email') })
  const failure = failureOf(result.fail!, form)
  return data<Outcome>({ failure }, { status: failure.status })
}

export default function SignUp() {
  const { plans, planId, captcha, salesLink } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  if (outcome?.sentTo)
    return (
      <VerificationSent to={outcome.sentTo}>
        If that address has an account already, the mail says so. Nothing was made twice, and no password was changed.
      </VerificationSent>
    )
  return (
    <>
      <title>Sign up · Posy</title>
      <div className="stack">
        <h1>Say thank you, properly</h1>
        <p className={styles.lead}>Open your team’s account. It takes a minute, and no card.</p>
      </div>
      {planId ? (
        <SignUpForm plans={plans} planId={planId} captcha={captcha} failure={outcome?.failure} />
      ) : (
        <div className="stack">
          <p>At the moment accounts are opened with us in person.</p>
          <LinkButton to={salesLink}>Talk to us</LinkButton>
        </div>
      )}
      <p>
        Do you have an account? <Link to="/sign-in">Sign in</Link>. Do you need something larger?{' '}
        <a href={salesLink}>Talk to us</a>.
      </p>
    </>
  )
}
