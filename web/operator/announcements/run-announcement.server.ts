import { data } from 'react-router'
import * as contract from '#contract/operator/announcements.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readForm, text, textOrNull } from '#web/http/read-form.ts'
import { toInstantString } from '#web/http/zoned.server.ts'
import { runAct } from '#web/operator/run-act.server.ts'
import type { OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { invalidForm } from '#web/ui/kit/failure.ts'

/** Writes an announcement, changes one, or ends it, as its form says. */
export function runAnnouncement(session: OperatorSession, form: FormData, id: string | null) {
  const { intent, reason, ...typed } = readForm(form, {
    intent: text,
    reason: text,
    from: text,
    until: text,
    level: text,
    planId: textOrNull,
    teamId: textOrNull,
    text,
  })
  const asked = { form, page: paths.operatorAnnouncements }
  if (intent === 'end' && id)
    return runAct(
      session,
      asked,
      () => session.call(contract.endAnnouncement, { params: { id }, body: { reason } }),
      () => 'The announcement is no longer shown.',
    )
  const [from, until] = [toInstantString(typed.from, BUSINESS_ZONE), toInstantString(typed.until, BUSINESS_ZONE)]
  if (!from || !until) {
    const failure = invalidForm({ [from ? 'until' : 'from']: 'Choose a day and time' }, form)
    return data({ ...failure, intent }, { status: 422 })
  }
  const level = typed.level as 'info' | 'warning' | 'danger'
  const body = { ...typed, level, from, until, reason }
  if (intent === 'update' && id)
    return runAct(
      session,
      asked,
      () => session.call(contract.updateAnnouncement, { params: { id }, body }),
      () => 'The announcement is changed.',
    )
  return runAct(
    session,
    asked,
    () => session.call(contract.createAnnouncement, { body }),
    () => 'The announcement is written.',
  )
}
