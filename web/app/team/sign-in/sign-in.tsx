import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { authMethods } from '#contract/teams.ts'
import { providerNames } from '#web/app/entrance/sso/labels.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { failureOf } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField } from '#web/ui/kit/form.tsx'
import { SecondStepCard } from './second-step-card.tsx'

const names = { password: 'Email address and password', ...providerNames }

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  if (!session.can(['team-admin', 'subteam-admin'])) throw new Response(null, { status: 404 })
  const { signInWith } = context.get(webContext)
  const team = session.unwrap(await session.api.getTeam({ params: { id: session.teamId! } })).data
  const offered = authMethods.filter((method) => method === 'password' || signInWith.includes(method))
  return {
    allowed: team.authMethods,
    offered,
    // A subteam follows its parent.
    mayChooseWays: team.parentTeamId === null && session.can('team-admin'),
    isRequired: team.preferences.requireSecondStep,
    isRequiredAbove: !team.preferences.requireSecondStep && team.effective.preferences.requireSecondStep,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const isSecondStep = form.get('intent') === 'second-step'
  const result = await session.api.updateTeam({
    params: { id: session.teamId! },
    body: isSecondStep
      ? { preferences: { requireSecondStep: form.get('requireSecondStep') === 'on' } }
      : { authMethods: authMethods.filter((method) => form.get(method) === 'on') },
  })
  if (!isPass(result)) {
    const failure = failureOf(result.fail!, form, { 'preferences.requireSecondStep': 'requireSecondStep' })
    return data(failure, { status: failure.status })
  }
  session.flash('Saved. It holds from everyone’s next click.')
  return redirect(paths.teamTab('sign-in'), 303)
}

export default function TeamSignIn() {
  const { allowed, offered, mayChooseWays, isRequired, isRequiredAbove } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  // What is refused is the choice as a whole, which has no control of its own.
  const refusal = failure?.fields.authMethods
  const shown = refusal ? { ...failure, fields: {}, help: `The ways to sign in: ${refusal.toLowerCase()}.` } : failure
  const isSecondStep = failure?.values.intent === 'second-step'
  return (
    <div className="columns">
      {mayChooseWays ? (
        <Card title="How people sign in">
          <p className="muted">
            This holds for your team and its subteams. People who signed in another way are asked to sign in again; they
            link Google or Microsoft with their password, once.
          </p>
          <ActionForm failure={isSecondStep ? null : shown} key={allowed.join()}>
            {offered.map((method) => (
              <CheckField key={method} name={method} label={names[method]} defaultChecked={allowed.includes(method)} />
            ))}
            <div>
              <SubmitButton>Save</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      <SecondStepCard
        isRequired={isRequired}
        isRequiredAbove={isRequiredAbove}
        failure={isSecondStep ? failure! : null}
      />
    </div>
  )
}
