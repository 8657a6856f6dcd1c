import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { safePath } from '#web/session/safe-path.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AppCard } from './app-card.tsx'
import { EnrolmentForm } from './enrolment-form.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { changeTwoStep, type Intent } from './two-step-actions.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { id, email } = session.user!
  const [factor, passkeys] = await Promise.all([
    session.api.getSecondFactor({ params: { id } }),
    session.api.listPasskeys({ params: { id } }),
  ])
  const { enabledAt, hasApp, recoveryCodesLeft, hasPassword } = session.unwrap(factor).data
  const kept = session.unwrap(passkeys).data
  return {
    isOn: enabledAt !== null,
    recoveryCodesLeft,
    passkeys: kept,
    isNeeded: session.needsSecondStep,
    next: safePath(new URL(request.url).searchParams.get('next'), paths.profile),
    owner: { email, hasPassword, hasApp, hasPasskey: kept.length > 0 },
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  changeTwoStep(getSession(context), await request.formData())

export default function TwoStep() {
  const { isOn, recoveryCodesLeft, passkeys, isNeeded, next, owner } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const failureFor = (...intents: Intent[]) => (outcome && intents.includes(outcome.intent) ? outcome.failure : null)
  return (
    <>
      <PageHeader
        title="Two-step sign-in"
        lead="Signing in takes a passkey or a code from your phone too: a stolen password alone is no use to anyone."
        back={isNeeded ? undefined : { to: paths.profile, label: 'Profile' }}
      />
      {isNeeded && !outcome?.recoveryCodes ? (
        <Notice title="Set up a second step to continue">
          Your team asks everyone for a second step when signing in. A passkey is the quickest; an authenticator app on
          your phone will do too.
        </Notice>
      ) : null}
      {outcome?.recoveryCodes ? (
        <RecoveryCodes codes={outcome.recoveryCodes} next={next} isNew={outcome.intent !== 'recovery-codes'} />
      ) : outcome?.newPasskey ? (
        <NewPasskey {...outcome.newPasskey} />
      ) : outcome?.enrolment ? (
        <EnrolmentForm enrolment={outcome.enrolment} owner={owner} failure={outcome.failure} />
      ) : (
        <div className="columns">
          <div className="stack">
            <PasskeysCard
              passkeys={passkeys}
              owner={owner}
              failureFor={(intent) =>
                intent === 'begin-passkey' ? failureFor('begin-passkey', 'add-passkey') : failureFor(intent)
              }
            />
          </div>
          <div className="stack">
            {isOn ? (
              <RecoveryCodesCard left={recoveryCodesLeft} owner={owner} failure={failureFor('recovery-codes')} />
            ) : null}
            <AppCard owner={owner} failure={failureFor('begin', 'confirm', 'remove')} />
          </div>
        </div>
      )}
    </>
  )
}
