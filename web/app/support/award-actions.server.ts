import { choice, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

export type AwardIntent = 'approve' | 'decline' | 'cancel' | 'reissue'

type Outcome = { told: string } | { intent: AwardIntent; failure: Failure }

const told: Record<AwardIntent, string> = {
  approve: 'Approved. The award is issued.',
  decline: 'Declined. Its money is available to the grant again.',
  cancel: 'Cancelled. Its money went back to the grant.',
  reissue: 'Issued again under a new link. The old one leads nowhere.',
}

/** What was decided on an award; null for a form that is none of its page's. */
export async function submitAwardAction(session: Session, id: string, form: FormData): Promise<Outcome | null> {
  const { intent, reason, key } = readForm(form, {
    intent: choice('approve', 'decline', 'cancel', 'reissue'),
    reason: text,
    key: text,
  })
  if (!intent) return null
  const [why, once] = [{ params: { id }, body: { reason } }, { idempotencyKey: key }]
  const send = {
    approve: () => session.api.approveAward({ params: { id } }, once),
    decline: () => session.api.declineAward(why, once),
    cancel: () => session.api.cancelAward(why, once),
    reissue: () => session.api.reissueAward(why, once),
  }
  const result = await send[intent]()
  return result.ok ? { told: told[intent] } : { intent, failure: toFormFailure(result.problem, form) }
}
