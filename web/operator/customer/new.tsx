import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { openCustomer } from '#contract/operator/customers.ts'
import { listOperatorPlans } from '#contract/operator/plans.ts'
import { choice, readForm, text, textOrNull } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  if (!session.may('open-customers')) throw data(null, { status: 403 })
  const plans = session.unwrap(await session.call(listOperatorPlans, {})).data
  return { plans: plans.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name })) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, {
    name: text,
    planId: text,
    adminEmail: text,
    adminFirstName: text,
    adminSurname: text,
    businessName: textOrNull,
    domain: textOrNull,
    territory: choice('GB', 'EU'),
    walletName: text,
    reason: text,
  })
  const result = await session.call(openCustomer, { body: { ...body, territory: body.territory ?? 'GB' } })
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    if (failure.status === 401) session.unwrap(result)
    return refused(failure)
  }
  const { id, isNew } = result.value.data
  return session.redirect(
    paths.operatorCustomer(id),
    isNew
      ? `${body.name} is open. ${body.adminEmail} is emailed a link to choose a password with.`
      : 'It was open already.',
  )
}

export default function NewCustomer() {
  const { plans } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Open a customer" back={{ to: paths.operatorSearch, label: 'Customers' }} />
      <Card>
        <ActionForm failure={failure}>
          <p>A team with a wallet, and its first admin, who is emailed a link to choose a password with.</p>
          <TextField name="name" label="Name of the team" required maxLength={200} autoComplete="off" />
          <SelectField name="planId" label="Plan" data={plans} defaultValue={plans[0]?.value ?? ''} />
          <TextField name="adminEmail" type="email" label="Admin’s email address" required autoComplete="off" />
          <TextField name="adminFirstName" label="Admin’s first name (optional)" maxLength={100} autoComplete="off" />
          <TextField name="adminSurname" label="Admin’s surname (optional)" maxLength={100} autoComplete="off" />
          <TextField name="businessName" label="Business name (optional)" maxLength={200} autoComplete="off" />
          <TextField
            name="domain"
            label="Domain (optional)"
            description="Of its people’s email addresses, such as example.com"
            maxLength={253}
            autoComplete="off"
          />
          <SelectField
            name="territory"
            label="Territory"
            defaultValue="GB"
            data={[
              { value: 'GB', label: 'United Kingdom, in pounds' },
              { value: 'EU', label: 'Europe, in euros' },
            ]}
          />
          <TextField name="walletName" label="Name of its wallet" defaultValue="Main wallet" required maxLength={100} />
          <TextField
            name="reason"
            label="Reason"
            description="Kept in the record, beside your name."
            required
            minLength={3}
            maxLength={500}
            autoComplete="off"
          />
          <div>
            <SubmitButton>Open customer</SubmitButton>
          </div>
        </ActionForm>
      </Card>
    </>
  )
}
