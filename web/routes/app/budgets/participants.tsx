import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { bulkKindNamed } from '../../../features/budgets/bulk.ts'
import {
  bulkQuestion,
  chosenParticipants,
  loadParticipants,
  readParticipantQuery,
  searchOf,
  whoOf,
} from '../../../features/budgets/load-participants.server.ts'
import { actOnParticipants } from '../../../features/budgets/participant-actions.server.ts'
import { BulkDialog } from '../../../features/budgets/participant-dialog.tsx'
import { ParticipantList } from '../../../features/budgets/participant-list.tsx'
import { useCan } from '../../../features/shell/app-data.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
  const url = new URL(request.url)
  const kind = session.can('create-automated-budget') ? bulkKindNamed(url.searchParams.get('confirm')) : null
  const [list, question] = await Promise.all([
    loadParticipants(session, id, url),
    kind ? bulkQuestion(session, id, url, kind) : null,
  ])
  return { ...list, question }
}

/** Does with several what was asked about, and leads back to the list as it was. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
  const url = new URL(request.url)
  const form = await request.formData()
  const kind = bulkKindNamed(form.get('intent'))
  if (!kind) throw data(null, { status: 400 })
  const chosen = await chosenParticipants(session, id, url, whoOf(form.getAll('who')))
  const { text, tone } = await actOnParticipants(session, id, { kind, chosen, form })
  session.flash(text, tone)
  return redirect(`/budgets/${id}/participants${searchOf(readParticipantQuery(url))}`, 303)
}

export default function Participants() {
  const { question, ...list } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <ParticipantList {...list} />
      {question && can('create-automated-budget') ? <BulkDialog question={question} /> : null}
    </>
  )
}
