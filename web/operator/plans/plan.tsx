import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import {
  heldByAdmins,
  neverForParticipants,
  type PermissionArea,
  permissionAreas,
} from '#contract/core/permission-areas.ts'
import { permissions, roleGroups } from '#contract/core/permissions.ts'
import { changePlanRole, getOperatorPlan, type PlanRoles } from '#contract/operator/plans.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { choice, readForm, text, texts, ticked } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { type ActFailure, runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { CheckField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { areaLabels, permissionLabels, planPrice, planState } from './labels.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const plan = session.unwrap(await session.call(getOperatorPlan, { params: { id: params.id! } })).data
  return { plan, mayChange: session.may('change-plans') }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, isDefault, reason, ...sent } = readForm(form, {
    intent: choice(...roleGroups),
    permissions: texts,
    permissionsBefore: texts,
    isDefault: ticked,
    reason: text,
  })
  if (!intent) throw new Response(null, { status: 400 })
  const granted = permissions.filter((one) => sent.permissions.includes(one))
  const permissionsBefore = permissions.filter((one) => sent.permissionsBefore.includes(one))
  return runAct(
    session,
    { form, page: paths.operatorPlan(params.id!) },
    () =>
      session.call(changePlanRole, {
        params: { id: params.id!, roleGroupId: intent },
        body: { permissions: granted, permissionsBefore, isDefault, reason },
      }),
    () => `${roleLabels[intent].name}: the role is changed.`,
  )
}

type Role = PlanRoles['roles'][number]
const areas = Object.entries(permissionAreas) as [PermissionArea, readonly Role['permissions'][number][]][]

/** What the role may do, an area in each paragraph. */
const RoleSummary = ({ role }: { role: Role }) => (
  <div className="stack">
    {areas.map(([area, flags]) => {
      const held = flags.filter((flag) => role.permissions.includes(flag)).map((flag) => permissionLabels[flag])
      return (
        <p key={area}>
          <strong>{areaLabels[area]}:</strong> {held.length ? held.join(' · ') : <span className="muted">nothing</span>}
        </p>
      )
    })}
  </div>
)

function RoleForm({ role, plan, failure }: { role: Role; plan: PlanRoles; failure: ActFailure | undefined }) {
  const isParticipant = role.id === 'participant' || role.id === 'automation-participant'
  const fixed = role.id === 'team-admin' ? heldByAdmins : []
  const never = isParticipant ? neverForParticipants : []
  const { name } = roleLabels[role.id]
  return (
    <ActForm
      intent={role.id}
      title={`Change what ${name} may do`}
      button="Change role"
      consequence={
        <>
          It holds from the next click of {plural(role.people, 'person', 'people')} in{' '}
          {plural(plan.teams, 'team', 'teams')} on {plan.name}, and for their keys and programs.
          {fixed.length ? ' What administers a team stays with its admins.' : null}
          {role.id === 'automation-participant'
            ? ' Text messages and shareable gifts follow from what a budget allows.'
            : null}
        </>
      }
      failure={failure}
    >
      {role.permissions.map((flag) => (
        <input key={flag} type="hidden" name="permissionsBefore" value={flag} />
      ))}
      {fixed.map((flag) => (
        <input key={flag} type="hidden" name="permissions" value={flag} />
      ))}
      {areas.map(([area, flags]) => {
        const open = flags.filter((flag) => !fixed.includes(flag) && !never.includes(flag))
        return open.length ? (
          <TickList
            key={area}
            name="permissions"
            legend={areaLabels[area]}
            options={open.map((value) => ({ value, label: permissionLabels[value] }))}
            ticked={role.permissions}
          />
        ) : null
      })}
      {plan.defaultRoleGroupId === role.id ? null : (
        <CheckField name="isDefault" label="People who join without a named role get this one" />
      )}
    </ActForm>
  )
}

export default function PlanPage() {
  const { plan, mayChange } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title={plan.name} back={{ to: paths.operatorPlans, label: 'Plans' }} />
      <Card title="Plan">
        <Facts
          facts={[
            { name: 'Price, without VAT', value: planPrice(plan) },
            { name: 'State', value: planState(plan).label },
            { name: 'Teams', value: String(plan.teams) },
            { name: 'Joins without a named role as', value: roleLabels[plan.defaultRoleGroupId].name },
          ]}
        />
      </Card>
      {plan.roles.map((role) => (
        <Card key={role.id} title={`${roleLabels[role.id].name}, ${plural(role.people, 'person', 'people')}`}>
          <RoleSummary role={role} />
          {mayChange ? <RoleForm role={role} plan={plan} failure={failure} /> : null}
        </Card>
      ))}
    </>
  )
}
