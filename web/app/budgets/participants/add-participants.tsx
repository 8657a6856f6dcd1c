import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
} from 'react-router'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { AddPeople } from './add-people.tsx'
import { type CheckedPeople, checkBroughtPeople } from './check-people.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  if (!getSession(context).can('create-automated-budget')) throw data(null, { status: 403 })
  return null
}

/** `check` says what adding would do; `add` adds the rows that are right, if they are those that were shown. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const form = await request.formData()
  const { intent, agreed, attempt } = readForm(form, {
    intent: choice('check', 'add'),
    agreed: text,
    attempt: text,
  })
  const checked = await checkBroughtPeople(session, id, form)
  const people = checked.check?.participants ?? []
  const isAgreed = intent === 'add' && agreed === String(people.length)
  if (!isAgreed || people.length === 0) return data<CheckedPeople>(checked, { status: checked.failure?.status ?? 200 })
  const result = await session.api.addParticipants(
    { params: { id }, body: { participants: people } },
    { idempotencyKey: attempt },
  )
  if (!result.ok) {
    const failure = toFormFailure(result.problem, undefined, { participants: 'people' })
    return refused<CheckedPeople>({ ...checked, failure })
  }
  return session.redirect(
    paths.budgetTab(id, 'participants'),
    `${plural(people.length, 'person has', 'people have')} been added.`,
  )
}

/** A press of a button is answered as any; only the look at what is typed leaves the page as it is. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const isLook = !(await args.request.clone().formData()).has('intent')
  return isLook ? keepPage<CheckedPeople>(args) : args.serverAction<typeof action>()
}

export default function AddParticipants() {
  return <AddPeople sent={useActionData<typeof clientAction>() ?? null} />
}
