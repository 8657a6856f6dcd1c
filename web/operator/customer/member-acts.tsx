import { roleNames } from '#contract/core/role-names.ts'
import { givenRoles } from '#contract/operator/customer-members.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { type RoleLabels, roleLabels, supportRoleLabels } from '#web/app/shell/roles.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'

interface MemberActsProps {
  customer: Customer
  failure: ActFailure | undefined
}

const CONFIRMED = 'Another operator confirms it.'

/** Who may act in the team: what no operator changes alone. */
export function MemberActs({ customer: { name, parent, isSupport, members }, failure }: MemberActsProps) {
  const rolesIn = (labels: RoleLabels) =>
    givenRoles
      .filter((role) => (isSupport ? role !== 'participant' : role !== 'subteam-admin' || parent))
      .map((value) => ({ value, label: `${labels[value].name}: ${labels[value].may}` }))
  const roles = rolesIn(isSupport ? supportRoleLabels : roleLabels)
  const pick = (which: (member: Customer['members'][number]) => boolean) =>
    members.filter(which).map(({ userId, name: person, email, roleGroupId }) => ({
      value: userId,
      label: `${person || email} (${roleNames(isSupport)[roleGroupId]})`,
    }))
  const people = pick(({ roleGroupId }) => roleGroupId !== 'automation-participant')
  const withSecondStep = pick(({ hasSecondFactor }) => hasSecondFactor)
  return (
    <>
      <ActForm
        intent="member"
        title="Add a member"
        button="Ask for it"
        consequence={`${CONFIRMED} They can act in ${name} then. Without an account they are emailed a link to choose a password with.`}
        failure={failure}
      >
        <TextField name="email" type="email" label="Email address" required autoComplete="off" />
        <TextField name="firstName" label="First name (optional)" maxLength={100} autoComplete="off" />
        <TextField name="surname" label="Surname (optional)" maxLength={100} autoComplete="off" />
        <SelectField name="roleGroupId" label="Role" data={roles} defaultValue="team-admin" />
      </ActForm>
      <ActForm
        intent="program"
        title="Make a program"
        button="Ask for it"
        consequence={`${CONFIRMED} They are shown its secret once. It acts in ${name} with the role’s rights.`}
        failure={failure}
      >
        <TextField
          name="clientId"
          label="Client id"
          description="Lower-case letters, digits and hyphens"
          required
          maxLength={61}
          autoComplete="off"
        />
        <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
        <SelectField name="roleGroupId" label="Role" data={rolesIn(roleLabels)} defaultValue="team-admin" />
      </ActForm>
      {people.length ? (
        <>
          <ActForm
            intent="role"
            title="Change a member’s role"
            button="Ask for it"
            consequence={`${CONFIRMED} They have its rights from their next request on.`}
            failure={failure}
          >
            <SelectField name="userId" label="Who" data={people} defaultValue={people[0]!.value} />
            <SelectField name="roleGroupId" label="New role" data={roles} defaultValue="team-viewer" />
          </ActForm>
          {withSecondStep.length ? (
            <ActForm
              intent="second-step-off"
              title="Switch a member’s second step off"
              button="Ask for it"
              danger
              consequence={`${CONFIRMED} For someone who lost phone and recovery codes, once you know who asks. They are told by email.`}
              failure={failure}
            >
              <SelectField name="userId" label="Who" data={withSecondStep} defaultValue={withSecondStep[0]!.value} />
            </ActForm>
          ) : null}
          <ActForm
            intent="member-end"
            title="Remove a member"
            button="Ask for it"
            danger
            consequence={`${CONFIRMED} Their sessions and keys in ${name} and its subteams stop then.`}
            failure={failure}
          >
            <SelectField name="userId" label="Who" data={people} defaultValue={people[0]!.value} />
          </ActForm>
        </>
      ) : null}
    </>
  )
}
