import { useEffect, useState } from 'react'
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
import { webContext } from '#web/context.ts'
import { readForm, text, textOrNull, ticked } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { CAPTCHA_FIELD } from './captcha.tsx'
import styles from './entrance.module.css'
import { SignUpForm, TermsLinks } from './sign-up-form.tsx'
import { ProviderLinks } from './sso/provider-links.tsx'
import { VerificationSent } from './verification-sent.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (session.user) throw redirect(paths.home)
  const { links, captcha, signInWith } = context.get(webContext)
  const api = await session.catalogue()
  const [listed, configured] = await Promise.all([api.listPlans(), api.getConfiguration()])
  const plans = session.unwrap(listed).data
  const { defaultPlanId } = session.unwrap(configured).data
  const wanted = new URL(request.url).searchParams.get('plan')
  const planId = [wanted, defaultPlanId, plans[0]?.id].find((id) => plans.some((plan) => plan.id === id)) ?? null
  return { plans, planId, captcha, signInWith, salesLink: links.sales, flash: session.takeFlash() }
}

type Outcome = { sentTo: string; failure?: undefined } | { sentTo?: undefined; failure: Failure }

/** The answer is the same whether or not the address has an account: the mail tells its owner. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { terms, ...typed } = readForm(form, {
    email: text,
    firstName: text,
    surname: text,
    teamName: text,
    businessEntityName: textOrNull,
    planId: text,
    marketing: ticked,
    terms: ticked,
  })
  // Programs may leave the terms to us; anyone who signs up on this page agrees to them.
  if (!terms)
    return data<Outcome>({ failure: invalidForm({ terms: 'Is needed to open an account' }, form) }, { status: 422 })
  const api = apiAs(page)
  const result = await api.signUp({
    body: {
      ...typed,
      paymentMethod: 'invoice',
      termsAccepted: true,
      recaptchaToken: readForm(form, { [CAPTCHA_FIELD]: text })[CAPTCHA_FIELD] || undefined,
    },
  })
  if (result.ok) {
    getSession(context).rememberSignUp(typed.email)
    return data<Outcome>({ sentTo: typed.email })
  }
  const failure = toFormFailure(result.problem, form)
  return refused<Outcome>({ failure })
}

export default function SignUp() {
  const { plans, planId, captcha, signInWith, salesLink, flash } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [chosenPlan, setChosenPlan] = useState<string | null>(null)
  // What was picked before the page's scripts came counts too.
  useEffect(() => {
    const picked = document.querySelector<HTMLInputElement>('input[name="planId"]:checked')
    if (picked) setChosenPlan(picked.value)
  }, [])
  const plan = plans.find(({ id }) => id === (chosenPlan ?? planId))
  if (outcome?.sentTo)
    return (
      <VerificationSent to={outcome.sentTo}>
        You choose a password when you open the link. If that address has an account already, the email says so. Nothing
        was created twice.
      </VerificationSent>
    )
  return (
    <>
      <title>Sign up · Posy</title>
      <div className="stack">
        <h1>Create your team’s account</h1>
        <p className={styles.lead}>It takes a minute, and no card.</p>
      </div>
      {flash ? <Notice tone={flash.tone}>{flash.text}</Notice> : null}
      {planId ? (
        <>
          <SignUpForm
            plans={plans}
            planId={planId}
            chosen={plan}
            captcha={captcha}
            failure={outcome?.failure}
            onPlan={setChosenPlan}
          />
          {signInWith.length ? (
            <p className="muted small">
              Or open it with an account you have. By continuing with it you agree to <TermsLinks plan={plan} />.
            </p>
          ) : null}
          <ProviderLinks providers={signInWith} plan={chosenPlan ?? planId} terms="agreed" />
        </>
      ) : (
        <div className="stack">
          <p>At the moment accounts are opened with us in person.</p>
          <LinkButton to={salesLink}>Contact sales</LinkButton>
        </div>
      )}
      <p>
        Do you have an account? <Link to={paths.signIn}>Sign in</Link>. Need a larger plan?{' '}
        <a href={salesLink}>Contact sales</a>.
      </p>
    </>
  )
}
