import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { toLocalDateTime } from '#web/http/zoned.server.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { goOn, loadBudget, loadChanged, saveStep } from './load-wizard.server.ts'
import { readSchedule } from './read-form.server.ts'
import { BudgetScheduleForm } from './schedule-form.tsx'

const formatScheduleInput = (instant: string | null) => (instant ? toLocalDateTime(instant, BUSINESS_ZONE) : '')

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [budget, now] = await Promise.all([
    loadChanged(getSession(context), params.id, request),
    businessNow(context.get(webContext)),
  ])
  return {
    startAt: formatScheduleInput(budget.scheduledStartDate),
    recurrenceAt: formatScheduleInput(budget.recurrenceDate),
    endAt: formatScheduleInput(budget.scheduledEndDate),
    earliest: formatScheduleInput(now.toISOString()),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const [budget, now] = await Promise.all([loadBudget(session, params.id), businessNow(context.get(webContext))])
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('autosave', 'show') })
  const isDraft = budget.status === 'draft'
  const read = readSchedule(form, { now, isFixed: !isDraft })
  if (!intent || !isDraft) {
    const result = await goOn(session, budget, { step: 'schedule', form, read, request })
    return result instanceof Response ? result : refused({ failure: result })
  }
  const failure = await saveStep(session, budget.id, form, read)
  // What is half typed is no mistake of the reader's yet.
  if (intent === 'autosave') return { failure }
  return failure ? refused({ failure }) : redirect(paths.budgetStep(budget.id, 'schedule'), 303)
}

export default function ScheduleStep() {
  return <BudgetScheduleForm shown={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
