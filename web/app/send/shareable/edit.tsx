import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { webContext } from '#web/context.ts'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { useReadyDraft } from '../draft.ts'
import { loadOpenOrder } from '../load-draft.server.ts'
import { loadShareableForm, requireShareable } from './load-shareable-form.server.ts'
import { afterSaving, saveShareable } from './read-shareable.server.ts'
import { ShareableForm } from './shareable-form.tsx'

async function loadShareableOrder(session: Session, id: string | undefined) {
  const order = await loadOpenOrder(session, id)
  if (order.type !== 'superhuggg' || !order.productId) throw data(null, { status: 404 })
  return { ...order, productId: order.productId }
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const order = await loadShareableOrder(session, params.id)
  const about = { productId: order.productId, draft: order }
  const offered = await loadShareableForm(session, context.get(webContext), about)
  return { order, offered }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireShareable(session)
  const draft = await loadShareableOrder(session, params.id)
  const { productId } = draft
  const form = await request.formData()
  const { failure } = await saveShareable(session, { draft, productId }, form)
  return failure ? refused(failure) : redirect(afterSaving(form, draft.id), 303)
}

export default function EditShareable() {
  const { order, offered } = useLoaderData<typeof loader>()
  const { product, quote } = useReadyDraft()
  return (
    <ShareableForm
      {...offered}
      product={product}
      order={order}
      quote={quote}
      failure={useActionData<typeof action>()}
    />
  )
}
