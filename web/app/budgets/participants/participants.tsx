import { type ActionFunctionArgs, data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { readForm, text, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useBudget } from '../budget-context.ts'
import { bulkKindNamed } from './bulk.ts'
import {
  bulkQuestion,
  chosenParticipants,
  loadParticipants,
  participantQueryString,
  readParticipantQuery,
  readSelectedIds,
} from './load-participants.server.ts'
import { actOnParticipants } from './participant-actions.server.ts'
import { BulkDialog } from './participant-dialog.tsx'
import { ParticipantList } from './participant-list.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const url = new URL(request.url)
  const kind = session.can('create-automated-budget') ? bulkKindNamed(url.searchParams.get('confirm')) : null
  const [list, feed, question] = await Promise.all([
    loadParticipants(session, id, url),
    session.api.getBudgetFeed({ params: { id } }),
    kind ? bulkQuestion(session, id, url, kind) : null,
  ])
  return { ...list, question, isHeld: feed.ok && Boolean(feed.value.data?.heldReasons.length) }
}

/** Does with several what was asked about, and leads back to the list as it was. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const url = new URL(request.url)
  const form = await request.formData()
  const { intent, who } = readForm(form, { intent: text, who: texts })
  const kind = bulkKindNamed(intent)
  if (!kind) throw data(null, { status: 400 })
  const chosen = await chosenParticipants(session, id, url, readSelectedIds(who))
  const told = await actOnParticipants(session, id, { kind, chosen, form })
  return session.redirect(
    `${paths.budgetTab(id, 'participants')}${participantQueryString(readParticipantQuery(url))}`,
    told.text,
    told.tone,
  )
}

export default function Participants() {
  const { question, isHeld, ...list } = useLoaderData<typeof loader>()
  const { budget } = useBudget()
  const can = useCan()
  return (
    <>
      {isHeld && can('create-automated-budget') ? (
        <Notice tone="warning" title="A large change in your HR system waits for you.">
          <Link to={paths.budgetFeed(budget.id)}>See who would join and leave</Link>
        </Notice>
      ) : null}
      <ParticipantList {...list} />
      {question && can('create-automated-budget') ? <BulkDialog question={question} /> : null}
    </>
  )
}
