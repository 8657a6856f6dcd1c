import { roleNames } from '#contract/core/role-names.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { formatMoment } from '#web/ui/format.ts'
import { CheckField, SelectField } from '#web/ui/kit/form.tsx'

/** Sees the product as one of the customer’s people does. */
export function VisitForm({ customer, failure }: { customer: Customer; failure: ActFailure | undefined }) {
  const { members, isSupport, changesAllowedUntil } = customer
  const people = members
    .filter(({ isActive }) => isActive)
    .map(({ userId, name, email, roleGroupId }) => ({
      value: userId,
      label: `${name || email} (${roleNames(isSupport)[roleGroupId]})`,
    }))
  return (
    <ActForm
      intent="visit"
      title="See it as a member"
      button="Start visit"
      consequence="For an hour at most. They and their admins are told by email, with your name and reason, and it is in their audit log. Links of gifts, codes, printed gifts and exports stay hidden."
      failure={failure}
    >
      <SelectField name="userId" label="As whom" data={people} defaultValue={people[0]?.value ?? ''} />
      {changesAllowedUntil ? (
        <CheckField
          name="mayChange"
          label={`Change things too: an admin allows it until ${formatMoment(changesAllowedUntil, BUSINESS_ZONE)}`}
        />
      ) : (
        <p className="muted small">
          You can change nothing. An admin of the team can allow it for some hours, under Team, Support.
        </p>
      )}
    </ActForm>
  )
}
