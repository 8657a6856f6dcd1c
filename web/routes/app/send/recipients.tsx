import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { Team } from '#contract/teams.ts'
import { type Checked, checkRecipients, savedRecipients } from '../../../features/send/check-recipients.server.ts'
import { loadOpenOrder } from '../../../features/send/load-draft.server.ts'
import { recipients } from '../../../features/send/recipients.ts'
import { RecipientsForm } from '../../../features/send/recipients-form.tsx'
import { type Delivery, deliveries, deliveryNamed, stepPath } from '../../../features/send/steps.ts'
import { teamOf } from '../../../features/send/team-rules.server.ts'
import { sessionOf } from '../../../session/middleware.ts'
import type { Session } from '../../../session/session.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const [order, team] = await Promise.all([loadOpenOrder(session, params.id), teamOf(session)])
  const allowed = allowedDeliveries(session, team)
  const wanted = deliveryNamed(new URL(request.url).searchParams.get('by') ?? order.deliveryMethod)
  const method = wanted && allowed.includes(wanted) ? wanted : (allowed[0] ?? 'links')
  return {
    saved: savedRecipients(order, method),
    allowed,
    domains: team?.effective.preferences.deliveryEmailDomains ?? [],
  }
}

/** What team and role leave of the ways to send. */
function allowedDeliveries(session: Session, team: Team | null): Delivery[] {
  const ofTeam = team?.effective.preferences.deliveryMethods
  return deliveries
    .map(({ method }) => method)
    .filter((method) => (!ofTeam || ofTeam.includes(method)) && (method !== 'email' || session.can('send-email')))
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const order = await loadOpenOrder(session, params.id)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'clear')
    return answer({ ...savedRecipients({ ...order, receivers: [] }, 'email'), quote: null }, false)
  const checked = await checkRecipients(session, order, form)
  if (intent === 'more') return answer({ ...checked, rows: [...checked.rows, ...recipients.blankRows(3)] }, false)
  const isRight = checked.problems.length === 0 && checked.general.length === 0
  if (intent !== 'next' || !isRight) return answer(checked, intent === 'next' || !isRight)
  const receivers = recipients
    .kept(checked.rows)
    .map(({ email, name, notes }) => ({ email, name: name || null, notes: notes || null }))
  const byEmail = checked.method === 'email'
  session.unwrap(
    await session.api.updateOrder({
      params: { id: order.id },
      body: {
        entity: {
          deliveryMethod: checked.method,
          receivers: byEmail ? receivers : [],
          quantity: byEmail ? null : Number(checked.quantity),
        },
      },
    }),
  )
  return redirect(stepPath(order.id, 'message'), 303)
}

/** The form as it was sent. The stamp tells one answer from the next, so that its fields are drawn anew. */
const answer = (checked: Checked, refused: boolean) =>
  data({ checked, refused, stamp: crypto.randomUUID() }, { status: refused ? 422 : 200 })

export default function RecipientsStep() {
  const { saved, allowed, domains } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const isOfThisMethod = sent?.checked.method === saved.method
  return (
    <RecipientsForm
      key={isOfThisMethod ? sent.stamp : saved.method}
      checked={isOfThisMethod ? sent.checked : saved}
      refused={isOfThisMethod && sent.refused}
      allowed={allowed}
      domains={domains}
    />
  )
}
