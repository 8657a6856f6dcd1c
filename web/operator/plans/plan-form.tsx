import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { AmountField, CheckField, SelectField, TextField } from '#web/ui/kit/form.tsx'

const limits = [
  { name: 'wallets', label: 'Wallets a team may have', value: '1' },
  { name: 'subteams', label: 'Subteams', value: '0' },
  { name: 'participants', label: 'Participants', value: '0' },
  { name: 'themes', label: 'Themes', value: '0' },
  { name: 'hugggsPerOrder', label: 'Gifts in one order', value: '1000' },
] as const

/** A new plan. Its id is chosen with the form, so that pressing twice makes one. */
export const PlanForm = ({ id, failure }: { id: string; failure: ActFailure | undefined }) => (
  <ActForm
    intent="create"
    title="Make a plan"
    button="Make plan"
    consequence="It has the usual roles, which can be changed on its own page. Teams are moved to it by asking for it, or by you."
    failure={failure}
  >
    <input type="hidden" name="id" value={id} />
    <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
    <AmountField name="price" label="Price, without VAT" currency="GBX" defaultValue="0.00" required />
    <SelectField
      name="billingPeriod"
      label="Billed"
      defaultValue="month"
      data={[
        { value: 'month', label: 'Every month' },
        { value: 'year', label: 'Every year' },
      ]}
    />
    {limits.map(({ name, label, value }) => (
      <TextField key={name} name={name} label={label} inputMode="numeric" defaultValue={value} required />
    ))}
    <CheckField name="openForSignUp" label="People may sign up for it themselves" />
  </ActForm>
)
