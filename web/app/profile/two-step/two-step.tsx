import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { paths } from '#web/paths.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, failureOf } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { drawEnrolment } from './enrolment.server.ts'
import { type Enrolment, EnrolmentForm } from './enrolment-form.tsx'
import { ProofFields } from './proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Intent = 'begin' | 'confirm' | 'recovery-codes' | 'remove'

/** What is shown once stands in the answer to the form: nothing keeps it. */
interface Outcome {
  intent: Intent
  failure: Failure | null
  enrolment: Enrolment | null
  recoveryCodes: string[] | null
}

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const { id, email } = session.user!
  const factor = session.unwrap(await session.api.getSecondFactor({ params: { id } })).data
  const { enabledAt, recoveryCodesLeft, hasPassword } = factor
  return { isOn: enabledAt !== null, recoveryCodesLeft, owner: { email, hasPassword } }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const params = { id: session.user!.id }
  const form = await request.formData()
  const intent = String(form.get('intent')) as Intent
  const answer = (outcome: Partial<Outcome>) =>
    data<Outcome>(
      { intent, failure: null, enrolment: null, recoveryCodes: null, ...outcome },
      { status: outcome.failure?.status ?? 200 },
    )
  const showSecret = async (failure: Failure | null) => {
    const begun = await session.api.beginSecondFactor({ params })
    if (isPass(begun)) return answer({ failure, enrolment: drawEnrolment(begun.pass.data) })
    return answer({ failure: failureOf(begun.fail!, form) })
  }
  const password = String(form.get('password') ?? '')
  const body = { code: String(form.get('code') ?? ''), ...(password ? { password } : {}) }
  switch (intent) {
    case 'begin':
      return showSecret(null)
    case 'confirm': {
      const confirmed = await session.api.confirmSecondFactor({ params, body })
      if (isPass(confirmed)) return answer(confirmed.pass.data)
      return showSecret(failureOf(confirmed.fail!, form))
    }
    case 'recovery-codes': {
      const replaced = await session.api.replaceRecoveryCodes({ params, body })
      return answer(isPass(replaced) ? replaced.pass.data : { failure: failureOf(replaced.fail!, form) })
    }
    case 'remove': {
      const removed = await session.api.removeSecondFactor({ params, body })
      if (!isPass(removed)) return answer({ failure: failureOf(removed.fail!, form) })
      session.flash('Two-step sign-in is off.')
      return redirect(paths.profile, 303)
    }
    default:
      throw data(null, { status: 400 })
  }
}

export default function TwoStep() {
  const { isOn, recoveryCodesLeft, owner } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const failureFor = (intent: Intent) => (outcome?.intent === intent ? outcome.failure : null)
  return (
    <>
      <PageHeader
        title="Two-step sign-in"
        lead="Signing in takes a code from your phone too: a stolen password alone is no use to anyone."
        back={{ to: paths.profile, label: 'Profile' }}
      />
      {outcome?.recoveryCodes ? (
        <RecoveryCodes codes={outcome.recoveryCodes} isNew={outcome.intent === 'confirm'} />
      ) : isOn ? (
        <div className="columns">
          <Card title="Recovery codes">
            <p>
              {recoveryCodesLeft === 1 ? 'One recovery code is' : `${recoveryCodesLeft} recovery codes are`} left. Each
              signs you in once when your phone is not at hand.
            </p>
            <ActionForm failure={failureFor('recovery-codes')}>
              <input type="hidden" name="intent" value="recovery-codes" />
              <ProofFields {...owner} />
              <div>
                <SubmitButton look="quiet">Make ten new codes</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          <Card title="Turn it off">
            <p>Signing in then takes one step again, and your recovery codes stop working.</p>
            <ActionForm failure={failureFor('remove')}>
              <input type="hidden" name="intent" value="remove" />
              <ProofFields {...owner} />
              <div>
                <SubmitButton look="danger">Turn off two-step sign-in</SubmitButton>
              </div>
            </ActionForm>
          </Card>
        </div>
      ) : outcome?.enrolment ? (
        <EnrolmentForm enrolment={outcome.enrolment} owner={owner} failure={outcome.failure} />
      ) : (
        <Card title="Set it up">
          <p>
            You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
            1Password.
          </p>
          <ActionForm failure={failureFor('begin') ?? failureFor('confirm')}>
            <input type="hidden" name="intent" value="begin" />
            <div>
              <SubmitButton>Set up two-step sign-in</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      )}
    </>
  )
}
