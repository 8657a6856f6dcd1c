import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { loadShareable } from './load-shareable.server.ts'
import { shareableActions } from './shareable-actions.server.ts'
import { ShareableScreen } from './shareable-screen.tsx'

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadShareable(getSession(context), params.id, new URL(request.url))

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = readId(params.id)
  const { intent } = readForm(form, { intent: choice(...Object.keys(shareableActions)) })
  const act = intent && shareableActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome !== 'string') return data(outcome, { status: outcome.status })
  session.flash(outcome)
  return redirect(paths.shareable(id), 303)
}

export default function Shareable() {
  return <ShareableScreen {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>() ?? null} />
}
