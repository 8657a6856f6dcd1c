import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { confirmOperatorSignIn, signInOperator } from '#contract/operator/sign-in.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { safePath } from '#web/session/safe-path.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { CodeForm, OperatorPasswordForm } from './sign-in-forms.tsx'
import { type SignInStep, stepFrom } from './sign-in-step.server.ts'

/** The second step stands in the answer to the first: neither an address nor a cookie holds its challenge. */
interface Outcome {
  failure: Failure | null
  step: SignInStep | null
}

const safeNextPath = (wanted: unknown): string => {
  const path = safePath(wanted, paths.operatorOverview)
  return path.startsWith(`${paths.operator}/`) ? path : paths.operatorOverview
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const next = safeNextPath(new URL(request.url).searchParams.get('next'))
  if (session.operator) throw redirect(next)
  return { next, sandbox: context.get(webContext).sandbox, flash: session.takeFlash() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { step: sent } = readForm(form, { step: choice('code') })
  const device = session.device()
  const answer = (outcome: Outcome, status = 200) => data(outcome, { status })
  if (sent !== 'code') {
    const body = { ...readForm(form, { email: exactText, password: exactText }), device }
    const first = await session.call(signInOperator, { body })
    if (first.ok) return answer({ failure: null, step: stepFrom(first.value.data) })
    const failure = toFormFailure(first.problem, form)
    return answer(
      { failure: failure.status === 401 ? { ...failure, help: undefined } : failure, step: null },
      failure.status,
    )
  }
  const { challenge, secret, uri, code, next } = readForm(form, {
    challenge: exactText,
    secret: exactText,
    uri: exactText,
    code: exactText,
    next: exactText,
  })
  const second = await session.call(confirmOperatorSignIn, { body: { challenge, code, device } })
  if (second.ok) {
    session.start(second.value.data.token)
    return redirect(safeNextPath(next), 303)
  }
  const failure = toFormFailure(second.problem, form)
  // A challenge that is over: from the beginning.
  if (failure.status === 401) return answer({ failure: { ...failure, help: 'Please sign in again.' }, step: null }, 401)
  const step = stepFrom({ challenge, enrolment: secret && uri ? { secret, uri } : null })
  return answer({ failure, step }, failure.status)
}

export default function OperatorSignIn() {
  const { next, sandbox, flash } = useLoaderData<typeof loader>()
  const { failure = null, step = null } = useActionData<typeof action>() ?? {}
  return (
    <>
      <title>Operator sign-in · Posy</title>
      <h1>Operator sign-in</h1>
      {flash ? <Notice tone={flash.tone}>{flash.text}</Notice> : null}
      {step ? (
        <CodeForm step={step} next={next} failure={failure} />
      ) : (
        <OperatorPasswordForm next={next} failure={failure} />
      )}
      {sandbox ? <SandboxHint isCode={step !== null} /> : null}
    </>
  )
}

/** Of the demo world, as its README tells it. */
const DEMO_KEY = 'POSYDEMOPOSYDEMOPOSYDEMOPOSYDEMO'

const SandboxHint = ({ isCode }: { isCode: boolean }) => (
  <Notice title="This is the sandbox">
    {isCode ? (
      <>
        The <a href={paths.sandboxAuthenticator(DEMO_KEY)}>sandbox’s phone</a> shows the demo operators’ code.
      </>
    ) : (
      <>
        Sign in as <strong>owner@posy.test</strong> with <strong>posy-demo-2026</strong>; finance@ and support@posy.test
        work too.
      </>
    )}
  </Notice>
)
