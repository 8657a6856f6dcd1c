import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { businessNow } from '../../../business-time.ts'
import { webContext } from '../../../context.ts'
import { loadOpenOrder } from '../../../features/send/load-draft.server.ts'
import { ScheduleForm } from '../../../features/send/schedule-form.tsx'
import { stepPath } from '../../../features/send/steps.ts'
import { teamOf } from '../../../features/send/team-rules.server.ts'
import { dayOf, instantOf, localOf } from '../../../http/zoned.server.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { failureOf, invalidForm } from '../../../ui/kit/failure.ts'

const DAY_LENGTH = '2026-01-31'.length

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const [order, now, team] = await Promise.all([
    loadOpenOrder(session, params.id),
    businessNow(context.get(webContext)),
    teamOf(session),
  ])
  const zone = order.sendZone ?? session.user?.zone ?? 'Europe/London'
  const { sendDate, expiry } = order
  return {
    zone,
    now: now.toISOString(),
    mostDays: team?.effective.preferences.maximumHugggExpiryDays ?? null,
    shown: {
      sendAt: sendDate ? localOf(sendDate, zone) : '',
      expiry: expiry && expiry.length > DAY_LENGTH ? dayOf(expiry, 'Europe/London') : (expiry ?? ''),
      earliest: localOf(now.toISOString(), zone),
      today: dayOf(now.toISOString(), 'Europe/London'),
    },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const order = await loadOpenOrder(session, params.id)
  const form = await request.formData()
  const zone = order.sendZone ?? session.user?.zone ?? 'Europe/London'
  const isLater = form.get('when') === 'later'
  const sendDate = isLater ? instantOf(String(form.get('sendAt')), zone) : null
  const expiry = String(form.get('expiry') ?? '').trim() || null
  if (sendDate === undefined) return data(invalidForm({ sendAt: 'Give a day and a time.' }, form), { status: 422 })
  const entity = { sendDate, sendZone: zone, expiry }
  const saved = await session.api.updateOrder({ params: { id: order.id }, body: { entity } })
  if (!isPass(saved)) return data(failureOf(saved.fail, form, { 'entity.expiry': 'expiry' }), { status: 422 })
  const dates = { sendDate: 'sendAt', expiry: 'expiry' } as Record<string, string>
  const quoted = await session.api.quotePurchase({ body: { purchase: { type: 'order', reference: order.id } } })
  const problems = isPass(quoted) ? quoted.pass.data.problems : []
  const wrong = problems.flatMap(({ path, message }) => {
    const field = dates[path.split('.')[1] ?? '']
    return field ? [[field, `This ${message}.`] as const] : []
  })
  if (wrong.length) return data(invalidForm(Object.fromEntries(wrong), form), { status: 422 })
  return redirect(stepPath(order.id, 'pay'), 303)
}

export default function ScheduleStep() {
  return <ScheduleForm {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
}
