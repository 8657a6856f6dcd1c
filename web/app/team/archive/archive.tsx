import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  if (!getSession(context).can('team-admin')) throw data(null, { status: 403 })
  return null
}

/** Asks for one; a job makes it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const made = await session.api.createTeamExport({ params: { id: session.teamId! }, body: {} })
  if (!made.ok) return refused(toFormFailure(made.problem, form))
  return redirect(paths.teamArchive(made.value.data.id), 303)
}

/** Everything that the team has here, to be taken along in one file. */
export default function Archive() {
  const failure = useActionData<typeof action>()
  return (
    <Card title="Everything in one file">
      <p>One ZIP archive of your team and its subteams, with lists as CSV files:</p>
      <ul>
        <li>each gift and each purchase</li>
        <li>members, and participants of budgets</li>
        <li>the statement of every wallet, year by year</li>
        <li>receipts, invoices and credit notes as PDF</li>
      </ul>
      <p className="muted">
        It holds no links and no codes: those belong to the people who got the gifts. We email you when it is ready; it
        is deleted a week after you ask for it.
      </p>
      <ActionForm failure={failure}>
        <div>
          <SubmitButton>Make the archive</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
