import type { OperatorPermission } from '#contract/core/operators.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { ForRole } from '#web/operator/for-role.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { AmountField } from '#web/ui/kit/form.tsx'
import { MemberActs } from './member-acts.tsx'
import { VisitForm } from './visit-form.tsx'

interface CustomerActsProps {
  customer: Customer
  may: (permission: OperatorPermission) => boolean
  failure: ActFailure | undefined
}

/** What an operator of this role may do to the customer. */
export function CustomerActs({ customer, may, failure }: CustomerActsProps) {
  const { name, credit, planRequest, deactivatedAt, closedAt } = customer
  const isOpen = closedAt === null
  const acts = [
    isOpen && !deactivatedAt && may('impersonate') && customer.members.some(({ isActive }) => isActive) && (
      <VisitForm key="visit" customer={customer} failure={failure} />
    ),
    planRequest && may('approve-plans') && (
      <ActForm
        key="plan"
        intent="plan"
        title={`Give the plan ${planRequest.plan.name}`}
        button="Give plan"
        consequence={`${name} and its subteams are on it at once, paid by invoice.`}
        failure={failure}
      />
    ),
    isOpen && may('set-credit') && (
      <ActForm
        key="credit"
        intent="credit"
        title="Change the credit limit"
        button="Change limit"
        consequence="How much the team may owe by invoice. A limit below what is owed stops further purchases on invoice."
        failure={failure}
      >
        <AmountField
          name="creditLimitPence"
          label="Credit limit"
          currency="GBX"
          defaultValue={formatPoundsInput(credit.limitPence)}
          required
        />
      </ActForm>
    ),
    isOpen && may('change-members') && <MemberActs key="members" customer={customer} failure={failure} />,
    isOpen && !deactivatedAt && may('deactivate-customers') && (
      <ActForm
        key="deactivate"
        intent="deactivate"
        title="Deactivate the team"
        button="Deactivate team"
        danger
        consequence="No one can act in it or its subteams from now on, by any key either. Live budgets continue, and gifts that were bought still work."
        failure={failure}
      />
    ),
    deactivatedAt && may('deactivate-customers') && (
      <ActForm
        key="reactivate"
        intent="reactivate"
        title="Reactivate the team"
        button="Reactivate team"
        consequence="Its people and keys work again at once."
        failure={failure}
      />
    ),
  ].filter(Boolean)
  return (
    <Card title="Acts">
      {acts}
      <ForRole needs="set-credit">
        changes the credit limit, gives plans, makes programs, changes members, switches off a second step that someone
        has lost, and deactivates the team.
      </ForRole>
      {acts.length === 0 && may('set-credit') ? <p className="muted">Nothing can be changed here.</p> : null}
    </Card>
  )
}
