import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { CallError } from '#client/errors.ts'
import { isPass, type Result } from '#client/result.ts'
import { useAppData } from '../../features/shell/app-data.ts'
import { sessionOf } from '../../session/middleware.ts'
import { SubmitButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { type Failure, failureOf } from '../../ui/kit/failure.ts'
import { ActionForm, PasswordField, SelectField, SwitchField, TextField } from '../../ui/kit/form.tsx'
import { PageHeader } from '../../ui/kit/page-header.tsx'

type Intent = 'profile' | 'password' | 'preferences'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const user = session.user!
  const preferences = await session.api.getContactPreferences({ params: { email: user.email } })
  const zones = [...new Set([user.zone, 'Europe/London', ...Intl.supportedValuesOf('timeZone')])]
  return { user, zones, reactionSummary: isPass(preferences) ? preferences.pass.data['reaction-summary'] : null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const intent = String(form.get('intent')) as Intent
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const save: (() => Promise<Result<unknown, CallError>>) | undefined = {
    profile: () =>
      session.api.updateUser({
        body: {
          firstName: read('firstName'),
          surname: read('surname'),
          sendAsName: read('sendAsName') || null,
          mobile: read('mobile').replaceAll(/[\s()-]/g, '') || null,
          zone: read('zone'),
        },
      }),
    password: () =>
      session.api.updateUser({
        body: {
          password: String(form.get('password') ?? ''),
          currentPassword: String(form.get('currentPassword') ?? ''),
        },
      }),
    preferences: () =>
      session.api.upsertContactPreferences({
        body: { email: session.user!.email, 'reaction-summary': form.get('reactionSummary') === 'on' },
      }),
  }[intent]
  if (!save) throw data(null, { status: 400 })
  const result = await save()
  if (!isPass(result)) {
    const failure = failureOf(result.fail!, form)
    return data({ intent, failure }, { status: failure.status })
  }
  session.flash(
    {
      profile: 'Your profile is saved.',
      password: 'Your password is changed; everywhere else you are signed out.',
      preferences: 'Saved.',
    }[intent],
  )
  return redirect('/profile', 303)
}

export default function Profile() {
  const { user, zones, reactionSummary } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const { initialUser } = useAppData()
  const failureFor = (intent: Intent): Failure | null => (outcome?.intent === intent ? outcome.failure : null)
  return (
    <>
      <PageHeader title="Profile" lead={initialUser?.email} />
      <div className="columns">
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
              description="Left empty, your first name and surname."
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
        <div className="stack">
          <Card title="Password">
            <ActionForm failure={failureFor('password')}>
              <input type="hidden" name="intent" value="password" />
              <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
              <PasswordField name="currentPassword" label="Present password" autoComplete="current-password" required />
              <PasswordField
                name="password"
                label="New password"
                description="Twelve characters or more. Everywhere else you are signed out."
                autoComplete="new-password"
                required
                minLength={12}
              />
              <div>
                <SubmitButton look="quiet">Change the password</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          {reactionSummary === null ? null : (
            <Card title="What we may email you">
              <ActionForm failure={failureFor('preferences')} key={String(reactionSummary)}>
                <input type="hidden" name="intent" value="preferences" />
                <SwitchField
                  name="reactionSummary"
                  label="A summary of reactions, once a day at most"
                  defaultChecked={reactionSummary}
                />
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
