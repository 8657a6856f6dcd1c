import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { CallResult } from '#contract/core/invoke.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { PASSWORD_HINT } from '#web/app/entrance/password-hint.ts'
import { providerNamed } from '#web/app/entrance/sso/sign-in-cookie.server.ts'
import { useAppData } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, readForm, text, textOrNull, ticked } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, PasswordField, SelectField, SwitchField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { EmailCard } from './email-card.tsx'
import { LinkedSignIns } from './linked-sign-ins.tsx'
import { PhoneCard } from './phone-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'

const intents = [
  'profile',
  'password',
  'preferences',
  'unlink',
  'end-session',
  'end-other-sessions',
  'phone-code',
  'verify-phone',
] as const
type Intent = (typeof intents)[number]

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const user = session.user!
  const [preferences, secondFactor, sessions, emailChange] = await Promise.all([
    session.api.getContactPreferences({ params: { email: user.email } }),
    session.api.getSecondFactor({ params: { id: user.id } }),
    session.api.listSessions({ params: { id: user.id } }),
    session.api.getEmailChange({ params: { id: user.id } }),
  ])
  const zones = [...new Set([user.zone, BUSINESS_ZONE, ...Intl.supportedValuesOf('timeZone')])]
  const { signInWith, sendsTexts } = context.get(webContext)
  return {
    user,
    sendsTexts,
    emailChange: session.unwrap(emailChange).data,
    zones,
    signInWith,
    secondFactor: session.unwrap(secondFactor).data,
    sessions: session.unwrap(sessions).data,
    wishes: preferences.ok ? preferences.value.data : null,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice(...intents) })
  if (!intent) throw data(null, { status: 400 })
  const { id, email } = session.user!
  const save: () => Promise<CallResult<unknown>> = {
    profile: () => {
      const { mobile, ...body } = readForm(form, {
        firstName: text,
        surname: text,
        sendAsName: textOrNull,
        mobile: text,
        zone: text,
      })
      return session.api.updateUser({ body: { ...body, mobile: mobile.replaceAll(/[\s()-]/g, '') || null } })
    },
    password: () =>
      session.api.updateUser({ body: readForm(form, { password: exactText, currentPassword: exactText }) }),
    preferences: async () => {
      const { reactionSummary, marketing, ...wishes } = readForm(form, {
        reactionSummary: ticked,
        receipts: ticked,
        allowances: ticked,
        marketing: ticked,
      })
      const consent = await session.api.updateUser({ body: { marketing } })
      if (!consent.ok) return consent
      return session.api.upsertContactPreferences({ body: { email, 'reaction-summary': reactionSummary, ...wishes } })
    },
    unlink: () => {
      const { provider } = readForm(form, { provider: text })
      return session.api.unlinkIdentity({
        params: { id, provider: providerNamed(context.get(webContext), provider) },
      })
    },
    'phone-code': () => session.api.requestPhoneCode({ params: { id } }),
    'verify-phone': () => session.api.verifyPhone({ params: { id }, body: readForm(form, { code: text }) }),
    'end-session': () => session.api.endSession({ params: { id, ...readForm(form, { sessionId: text }) } }),
    'end-other-sessions': () => session.api.endOtherSessions({ params: { id } }),
  }[intent]
  const result = await save()
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    return refused({ intent, failure })
  }
  // The code is typed on the page that asked for it.
  if (intent === 'phone-code') return data({ intent, failure: null }, { status: 200 })
  session.flash(
    {
      profile: 'Your profile is saved.',
      'verify-phone': 'Your mobile number is confirmed.',
      password: 'Your password is changed; everywhere else you are signed out.',
      preferences: 'Saved.',
      unlink: 'Removed. You can no longer sign in with it.',
      'end-session': 'Signed out there.',
      'end-other-sessions': 'You are signed out everywhere else.',
    }[intent],
  )
  return redirect(paths.profile, 303)
}

export default function Profile() {
  const { user, zones, signInWith, secondFactor, sessions, wishes, emailChange, sendsTexts } =
    useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const { initialUser } = useAppData()
  const failureFor = (intent: Intent): Failure | null => (outcome?.intent === intent ? outcome.failure : null)
  return (
    <>
      <PageHeader title="Profile" lead={initialUser?.email} />
      <div className="columns">
        <div className="stack">
          <Card title="About you">
            <ActionForm failure={failureFor('profile')} key={JSON.stringify(user)}>
              <input type="hidden" name="intent" value="profile" />
              <TextField
                name="firstName"
                label="First name"
                autoComplete="given-name"
                defaultValue={user.firstName}
                maxLength={100}
              />
              <TextField
                name="surname"
                label="Surname"
                autoComplete="family-name"
                defaultValue={user.surname}
                maxLength={100}
              />
              <TextField
                name="sendAsName"
                label="Gifts come from"
                description="If you leave this empty, we use your first name and surname."
                defaultValue={user.sendAsName ?? ''}
                maxLength={100}
              />
              <TextField
                name="mobile"
                type="tel"
                label="Mobile number"
                autoComplete="tel"
                placeholder="+44 7700 900123"
                defaultValue={user.mobile ?? ''}
              />
              <SelectField
                name="zone"
                label="Time zone"
                description="Times are shown in it, and scheduled gifts leave by it."
                defaultValue={user.zone}
                data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              />
              <div>
                <SubmitButton>Save</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          <EmailCard email={user.email} change={emailChange} />
          {sendsTexts && user.mobile ? (
            <PhoneCard
              mobile={user.mobile}
              isVerified={user.verifiedPhoneNumber}
              isCodeSent={outcome?.intent === 'verify-phone' || (outcome?.intent === 'phone-code' && !outcome.failure)}
              failure={failureFor('phone-code') ?? failureFor('verify-phone')}
            />
          ) : null}
          <SessionsCard sessions={sessions} failure={failureFor('end-session') ?? failureFor('end-other-sessions')} />
        </div>
        <div className="stack">
          <Card title="Password">
            <ActionForm failure={failureFor('password')}>
              <input type="hidden" name="intent" value="password" />
              <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
              <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
              <PasswordField
                name="password"
                label="New password"
                description={`${PASSWORD_HINT} Everywhere else you are signed out.`}
                autoComplete="new-password"
                required
                minLength={12}
              />
              <div>
                <SubmitButton look="quiet">Change the password</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          <TwoStepCard {...secondFactor} />
          <LinkedSignIns user={user} providers={signInWith} failure={failureFor('unlink')} />
          {wishes === null ? null : (
            <Card title="What we may email you">
              <ActionForm failure={failureFor('preferences')} key={JSON.stringify([wishes, user.marketing])}>
                <input type="hidden" name="intent" value="preferences" />
                <SwitchField
                  name="reactionSummary"
                  label="A summary of reactions, once a day at most"
                  defaultChecked={wishes['reaction-summary']}
                />
                <SwitchField
                  name="receipts"
                  label="Receipts, invoices, top-ups and money returned"
                  defaultChecked={wishes.receipts}
                />
                <SwitchField name="allowances" label="Each allowance that arrives" defaultChecked={wishes.allowances} />
                <SwitchField name="marketing" label="New gifts, now and then" defaultChecked={user.marketing} />
                <div>
                  <SubmitButton look="quiet">Save</SubmitButton>
                </div>
              </ActionForm>
            </Card>
          )}
        </div>
      </div>
    </>
  )
}
