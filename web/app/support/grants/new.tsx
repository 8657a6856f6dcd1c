import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import {
  amountRefusal,
  exactText,
  number,
  penceOrNull,
  readForm,
  text,
  textOrNull,
  texts,
} from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { allRails, isRail, railOptions } from '../labels.ts'
import styles from '../support.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  if (!getSession(context).can('manage-grants')) throw data(null, { status: 403 })
  return { key: randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { key, rails, maxAward, approvalAbove, maxAwardsPerPerson, ...typed } = readForm(form, {
    key: text,
    name: text,
    funder: textOrNull,
    purpose: textOrNull,
    fromDay: exactText,
    untilDay: exactText,
    rails: texts,
    maxAward: penceOrNull,
    maxAwardsPerPerson: textOrNull,
    approvalAbove: penceOrNull,
    awardDays: number,
  })
  const wrong = (['maxAward', 'approvalAbove'] as const).filter(
    (name) => ({ maxAward, approvalAbove })[name] === undefined,
  )
  if (wrong.length)
    return refused(invalidForm(Object.fromEntries(wrong.map((name) => [name, amountRefusal(form, name)])), form))
  const result = await session.api.createGrant(
    {
      body: {
        ...typed,
        rails: rails.filter(isRail),
        ...{ maxAward, approvalAbove },
        maxAwardsPerPerson: maxAwardsPerPerson === null ? null : Number(maxAwardsPerPerson),
      },
    },
    { idempotencyKey: key },
  )
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  return session.redirect(paths.grant(result.value.data.id), 'The grant is open. Put money in, and awards can be made.')
}

export default function NewGrant() {
  const { key } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="New grant" back={{ to: paths.grants, label: 'Grants' }} />
      <div className="narrow">
        <Card>
          <ActionForm failure={failure}>
            <input type="hidden" name="key" value={key} />
            <TextField name="name" label="Name" required maxLength={100} />
            <TextField name="funder" label="Funder (optional)" description="Whose money it is" maxLength={100} />
            <TextAreaField name="purpose" label="Purpose (optional)" rows={2} maxLength={500} />
            <div className={styles.pair}>
              <TextField name="fromDay" type="date" label="First day" required />
              <TextField name="untilDay" type="date" label="Last day" required />
            </div>
            <TickList name="rails" legend="How awards may be paid" options={railOptions(allRails)} ticked={allRails} />
            <AmountField
              name="maxAward"
              label="One award, at most (optional)"
              description="Empty: any sum"
              currency="GBX"
            />
            <TextField
              name="maxAwardsPerPerson"
              label="Awards to one person, at most (optional)"
              description="Empty: any number"
              inputMode="numeric"
            />
            <AmountField
              name="approvalAbove"
              label="A second person approves above (optional)"
              description="What one person or case gets in 28 days counts. Empty: no one needs to; 0: every award"
              currency="GBX"
            />
            <TextField
              name="awardDays"
              label="Days to use an award"
              description="After them its money goes back to the grant"
              inputMode="numeric"
              defaultValue="28"
              required
            />
            <div>
              <SubmitButton>Open the grant</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}
