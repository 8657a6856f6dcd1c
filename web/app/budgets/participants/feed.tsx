import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { useBudget } from '../budget-context.ts'
import { FeedScreen } from './feed-screen.tsx'
import { choiceFields, feedBody, feedFailure, loadFeed, readFrom } from './load-feed.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('create-automated-budget') || !session.can('team-admin')) throw data(null, { status: 403 })
  return loadFeed(session, readId(params.id), new URL(request.url))
}

/** `follow` makes the change that was looked at; `stop` ends the following. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const from = readFrom(new URL(request.url))
  const form = await request.formData()
  const { linkedAccountId, version, attempt, ...sent } = readForm(form, {
    ...choiceFields,
    do: choice('follow', 'stop'),
    linkedAccountId: text,
    version: text,
    attempt: text,
  })
  const isFollow = sent.do === 'follow'
  const result = isFollow
    ? await session.api.putBudgetFeed(
        { params: { id }, body: { ...feedBody(linkedAccountId, sent), version } },
        { idempotencyKey: attempt },
      )
    : await session.api.deleteBudgetFeed({ params: { id } })
  if (!result.ok) {
    const failure = feedFailure(result.problem, form)
    return refused(failure)
  }
  return session.redirect(
    isFollow
      ? from === 'wizard'
        ? paths.budgetStep(id, 'participants')
        : paths.budgetTab(id, 'participants')
      : paths.budgetFeed(id, from),
    isFollow ? 'Done. From now on participants follow the group.' : 'The budget no longer follows a group.',
    'success',
  )
}

export default function Feed() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const [search] = useSearchParams()
  const { budget } = useBudget()
  return (
    <>
      <FeedScreen {...loaded} failure={refused ?? loaded.failure} />
      {loaded.feed && search.get('ask') === 'stop' ? (
        <ConfirmDialog
          title="Stop following the group?"
          confirm="Stop following"
          fields={{ do: 'stop' }}
          closeTo={paths.budgetFeed(budget.id, loaded.from)}
        >
          Everyone who is in the budget stays in it. People who join or leave the group later change nothing.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
