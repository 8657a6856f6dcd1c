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
import { cardActions } from './card-actions.server.ts'
import { CardsScreen } from './cards-screen.tsx'
import { loadCards } from './load-cards.server.ts'

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadCards(getSession(context), params.id, new URL(request.url))

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = readId(params.id)
  const { intent } = readForm(form, { intent: choice(...Object.keys(cardActions)) })
  const act = intent && cardActions[intent]
  if (!act) throw data(null, { status: 400 })
  const outcome = await act(session, id, form)
  if (typeof outcome === 'string') {
    return outcome ? session.redirect(paths.purchaseCards(id), outcome) : redirect(paths.purchaseCards(id), 303)
  }
  if ('proof' in outcome) return data({ intent, proof: outcome.proof, failure: null })
  return data({ intent, proof: null, failure: outcome }, { status: outcome.status })
}

export default function CardsPage() {
  return <CardsScreen {...useLoaderData<typeof loader>()} sent={useActionData<typeof action>() ?? null} />
}
