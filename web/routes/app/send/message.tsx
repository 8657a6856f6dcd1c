import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import type { OrderFields } from '#contract/orders.ts'
import { publicThemes } from '#contract/transactions.ts'
import { loadOpenOrder, senderNameOf } from '../../../features/send/load-draft.server.ts'
import { MessageForm } from '../../../features/send/message-form.tsx'
import { stepPath } from '../../../features/send/steps.ts'
import { teamOf } from '../../../features/send/team-rules.server.ts'
import { sessionOf } from '../../../session/middleware.ts'
import type { Session } from '../../../session/session.ts'
import { type Failure, failureOf, invalidForm } from '../../../ui/kit/failure.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const [, reasons] = await Promise.all([loadOpenOrder(session, params.id), reasonsOf(session)])
  return { ...reasons, senderName: senderNameOf(session) }
}

async function reasonsOf(session: Session) {
  const team = await teamOf(session)
  if (!team) return { reasonCodes: [], reasonRequired: false }
  const { reasonCodes, preferences } = team.effective
  return { reasonCodes, reasonRequired: preferences.requireReasonCode }
}

/** The order's fields as the form has them; an empty one clears its field. */
function fieldsOf(form: FormData, session: Session): OrderFields {
  const read = (name: string) => String(form.get(name) ?? '').trim() || null
  const themeId = publicThemes.find((theme) => theme === form.get('themeId'))
  return {
    message: read('message'),
    fromName: read('fromName'),
    name: read('name'),
    purchaseOrderNumber: read('purchaseOrderNumber'),
    themeId: themeId && session.can('use-theme') ? themeId : 'default',
    ...(form.has('reasonCode') ? { reasonCode: read('reasonCode') } : {}),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const order = await loadOpenOrder(session, params.id)
  const form = await request.formData()
  const isDone = form.get('intent') !== 'autosave'
  const entity = fieldsOf(form, session)
  if (isDone) {
    const problem = await missing(session, form, entity)
    if (problem) return data({ failure: problem, saved: false }, { status: 422 })
  }
  const saved = await session.api.updateOrder({ params: { id: order.id }, body: { entity } })
  if (!isPass(saved)) {
    const failure: Failure = failureOf(saved.fail, form, { 'entity.fromName': 'fromName' })
    return data({ failure, saved: false }, { status: isDone ? failure.status : 200 })
  }
  return isDone ? redirect(stepPath(order.id, 'schedule'), 303) : { failure: null, saved: true }
}

async function missing(session: Session, form: FormData, { fromName, reasonCode }: OrderFields) {
  const fields: Record<string, string> = {}
  if (!fromName) fields.fromName = 'Say whom the gift is from'
  if (!reasonCode && (await reasonsOf(session)).reasonRequired) fields.reasonCode = 'Your team wants a reason'
  return Object.keys(fields).length ? invalidForm(fields, form) : null
}

export default function MessageStep() {
  const { reasonCodes, reasonRequired, senderName } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <MessageForm
      failure={sent?.failure}
      reasonCodes={reasonCodes}
      reasonRequired={reasonRequired}
      senderName={senderName}
    />
  )
}
