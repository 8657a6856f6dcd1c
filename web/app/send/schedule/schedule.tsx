import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { daysAllowed } from '#web/app/catalogue/days-valid.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm, text, textOrNull, ticked } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { toInstantString, toLocalDateTime, toLocalDay } from '#web/http/zoned.server.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { isNight } from './night.ts'
import { SendScheduleForm } from './schedule-form.tsx'

const DAY_LENGTH = '2026-01-31'.length

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [order, now, team] = await Promise.all([
    loadGiftOrder(session, params.id),
    businessNow(context.get(webContext)),
    loadGiftRulesTeam(session),
  ])
  const zone = order.sendZone ?? session.user?.zone ?? BUSINESS_ZONE
  const { sendDate, expiry } = order
  return {
    zone,
    now: now.toISOString(),
    mostDays: daysAllowed(team),
    shown: {
      sendAt: sendDate ? toLocalDateTime(sendDate, zone) : '',
      expiry: expiry && expiry.length > DAY_LENGTH ? toLocalDay(expiry, BUSINESS_ZONE) : (expiry ?? ''),
      earliest: toLocalDateTime(now.toISOString(), zone),
      today: toLocalDay(now.toISOString(), BUSINESS_ZONE),
    },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadGiftOrder(session, params.id)
  const form = await request.formData()
  const { expiry, ...typed } = readForm(form, {
    when: choice('now', 'later'),
    sendAt: text,
    expiry: textOrNull,
    reminders: ticked,
    night: text,
  })
  const zone = order.sendZone ?? session.user?.zone ?? BUSINESS_ZONE
  // A day and a time mean that time, whichever button is pressed in: without scripts none follows the other.
  const isLater = typed.when === 'later' || typed.sendAt !== ''
  const sendDate = isLater ? toInstantString(typed.sendAt, zone) : null
  if (sendDate === undefined) return refused(invalidForm({ sendAt: 'Give a day and a time.' }, form))
  const reminders = order.deliveryMethod === 'email' ? typed.reminders : null
  const entity = { sendDate, sendZone: zone, expiry, reminders }
  const saved = await session.api.updateOrder({ params: { id: order.id }, body: { entity } })
  if (!saved.ok) return data(toFormFailure(saved.problem, form, { 'entity.expiry': 'expiry' }), { status: 422 })
  const dates = { sendDate: 'sendAt', expiry: 'expiry' } as Record<string, string>
  const quoted = await session.api.quotePurchase({ body: { purchase: { type: 'order', reference: order.id } } })
  const problems = quoted.ok ? quoted.value.data.problems : []
  const wrong = problems.flatMap(({ path, message }) => {
    const field = dates[path.split('.')[1] ?? '']
    return field ? [[field, `This ${message}.`] as const] : []
  })
  if (wrong.length) return refused(invalidForm(Object.fromEntries(wrong), form))
  // A text makes a phone ring. It is saved as it was typed, and asked about once for each time.
  const asksNight = sendDate !== null && order.deliveryMethod === 'sms' && isNight(typed.sendAt)
  if (asksNight && typed.night !== typed.sendAt) return { night: typed.sendAt }
  return redirect(paths.draftStep(order.id, 'pay'), 303)
}

export default function ScheduleStep() {
  const answer = useActionData<typeof action>()
  const isQuestion = answer !== undefined && 'night' in answer
  return (
    <SendScheduleForm
      {...useLoaderData<typeof loader>()}
      failure={isQuestion ? null : answer}
      night={isQuestion ? answer.night : null}
    />
  )
}
