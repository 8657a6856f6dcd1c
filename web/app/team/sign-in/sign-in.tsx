import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { authMethods } from '#contract/teams/teams.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { ActionForm, CheckField } from '#web/ui/kit/form.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { DomainsCard } from './domains-card.tsx'
import { EmergencyCard } from './emergency-card.tsx'
import { methodNames } from './labels.ts'
import { SecondStepCard } from './second-step-card.tsx'
import { actOnSignIn, type SamlOutcome } from './sign-in-actions.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['team-admin', 'subteam-admin'])) throw new Response(null, { status: 404 })
  const { signInWith } = context.get(webContext)
  const team = session.unwrap(await session.api.getTeam({ params: { id: session.teamId! } })).data
  const secondStep = {
    isRequired: team.preferences.requireSecondStep,
    isRequiredAbove: !team.preferences.requireSecondStep && team.effective.preferences.requireSecondStep,
  }
  // A subteam follows its parent.
  if (team.parentTeamId !== null || !session.can('team-admin')) return { secondStep, ways: null }
  const offered = authMethods.filter((method) =>
    method === 'saml' ? team.authMethods.includes(method) : method === 'password' || signInWith.includes(method),
  )
  return { secondStep, ways: { allowed: team.authMethods, offered, ...(await loadSamlProvider(session)) } }
}

async function loadSamlProvider(session: ReturnType<typeof getSession>) {
  const params = { id: session.teamId! }
  const { api } = session
  const [saml, admins] = await Promise.all([api.getSamlSettings({ params }), api.getTeamAdmins({ params })])
  return {
    saml: session.unwrap(saml).data,
    admins: session.unwrap(admins).data.map(({ id, firstName, surname, email }) => ({
      value: id,
      label: `${firstName} ${surname}`.trim() || email,
    })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await actOnSignIn(getSession(context), await request.formData())
  if (!outcome) return redirect(paths.teamTab('sign-in'), 303)
  return data<SamlOutcome>(outcome, { status: outcome.failure?.status ?? 200 })
}

export default function TeamSignIn() {
  const { secondStep, ways } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const failure = outcome?.form === 'second-step' ? (outcome.failure ?? null) : null
  if (!ways) return <SecondStepCard {...secondStep} failure={failure} />
  const { allowed, offered, saml, admins } = ways
  return (
    <>
      <div className="columns">
        <Methods allowed={allowed} offered={offered} outcome={outcome} />
        <SecondStepCard {...secondStep} failure={failure} />
      </div>
      <ConnectionCard settings={saml} outcome={outcome} key={saml.connection?.dateModified} />
      <div className="columns">
        <EmergencyCard named={saml.emergencyAdmin} admins={admins} outcome={outcome} />
        <DomainsCard domains={saml.domains} outcome={outcome} key={saml.domains.length} />
      </div>
      {search.get('ask') === 'disconnect' ? (
        <ConfirmDialog
          title="Disconnect your provider?"
          confirm="Disconnect"
          fields={{ do: 'disconnect' }}
          closeTo={paths.teamTab('sign-in')}
        >
          No one can sign in with it. Accounts stay; when it is connected again, people show once more which is theirs.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface MethodsProps {
  allowed: readonly string[]
  offered: readonly (typeof authMethods)[number][]
  outcome: SamlOutcome | undefined
}

function Methods({ allowed, offered, outcome }: MethodsProps) {
  const failure = outcome?.form === 'methods' ? outcome.failure : undefined
  // What is refused is the choice as a whole, which has no control of its own.
  const refusal = failure?.fields.authMethods
  const shown = refusal ? { ...failure, fields: {}, help: `The ways to sign in: ${refusal.toLowerCase()}.` } : failure
  return (
    <Card title="How people sign in">
      <p className="muted">
        This holds for your team and its subteams. People who signed in another way are asked to sign in again. Tick SSO
        alone to require it.
      </p>
      <ActionForm failure={shown} key={allowed.join()}>
        <input type="hidden" name="do" value="methods" />
        {offered.map((method) => (
          <CheckField
            key={method}
            name={method}
            label={methodNames[method]}
            defaultChecked={allowed.includes(method)}
          />
        ))}
        <div>
          <SubmitButton>Save</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
