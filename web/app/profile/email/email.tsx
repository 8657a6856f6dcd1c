import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { CallResult } from '#contract/core/invoke.ts'
import type { EmailChange } from '#contract/identity/email-changes.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { ProofFields } from '../two-step/proof-fields.tsx'
import { shownFailure } from '../two-step/two-step-actions.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { id, email } = session.user!
  const [change, factor] = await Promise.all([
    session.api.getEmailChange({ params: { id } }),
    session.api.getSecondFactor({ params: { id } }),
  ])
  const { hasApp, passkeys, hasPassword } = session.unwrap(factor).data
  return { change: session.unwrap(change).data, owner: { email, hasPassword, hasApp, hasPasskey: passkeys > 0 } }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent, email, password, code, passkey } = readForm(form, {
    intent: choice('withdraw'),
    email: exactText,
    password: exactText,
    code: exactText,
    passkey: exactText,
  })
  const isWithdrawn = intent === 'withdraw'
  const result: CallResult<unknown> = isWithdrawn
    ? await session.api.withdrawEmailChange({ params: { id: session.user!.id } })
    : await session.api.updateUser({
        body: {
          email,
          ...(password && { currentPassword: password }),
          ...(code && { code }),
          ...(passkey && { passkey }),
        },
      })
  if (result.ok) {
    return session.redirect(
      paths.ownEmail,
      isWithdrawn ? 'Withdrawn. Your address stays as it is.' : 'We have sent a link to both addresses. Open both.',
    )
  }
  const failure = shownFailure(toFormFailure(result.problem, form, { currentPassword: 'password' }))
  return refused(failure)
}

export default function OwnEmail() {
  const { change, owner } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Email address" lead={owner.email} back={{ to: paths.profile, label: 'Profile' }} />
      {change ? <WaitingChange change={change} /> : null}
      <Card title={change ? 'Or choose another address' : 'Change the email address'}>
        <p>
          We send a link to the new address and to {owner.email}. Once you have opened both, you sign in with the new
          one, and are signed out everywhere but in this browser.
        </p>
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="change" />
          <TextField name="email" label="New email address" type="email" autoComplete="email" required />
          <ProofFields owner={owner} submit="Send the links" />
        </ActionForm>
        <p className="muted small">
          Can you no longer read email at {owner.email}? Ask an admin of your team to invite your new address.
        </p>
      </Card>
    </>
  )
}

function WaitingChange({ change }: { change: EmailChange }) {
  const zone = useZone()
  const { oldEmail, newEmail, confirmedByOld, confirmedByNew, expiresAt } = change
  const waiting = [confirmedByNew ? null : newEmail, confirmedByOld ? null : oldEmail].filter(Boolean).join(' and ')
  return (
    <Notice title={`Waiting to become ${newEmail}`}>
      <p>
        Open the link we sent to {waiting}, until {formatMoment(expiresAt, zone)}. Until then nothing changes.
      </p>
      <ActionForm>
        <input type="hidden" name="intent" value="withdraw" />
        <div>
          <SubmitButton look="quiet" size="small">
            Withdraw the change
          </SubmitButton>
        </div>
      </ActionForm>
    </Notice>
  )
}
