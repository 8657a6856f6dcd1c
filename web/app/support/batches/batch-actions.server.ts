import { choice, readForm, text, textOrNull } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'

export type BatchIntent = 'approve' | 'decline' | 'cancel'

const told: Record<BatchIntent, string> = {
  approve: 'Approved. All awards of the batch are issued.',
  decline: 'Declined. Its money is available to the grant again.',
  cancel: 'Cancelled. The money of awards without a code went back to the grant.',
}

/** What was decided on a batch; null for a form that is none of its page's. */
export async function submitBatchAction(
  session: Session,
  id: string,
  form: FormData,
): Promise<{ told: string; isDecision: boolean } | { intent: BatchIntent; failure: Failure } | null> {
  const { intent, reason, duplicateReason, key } = readForm(form, {
    intent: choice('approve', 'decline', 'cancel'),
    reason: text,
    duplicateReason: textOrNull,
    key: text,
  })
  if (!intent) return null
  if (intent !== 'approve' && !reason)
    return {
      intent,
      failure: invalidForm({ reason: `Say why it is ${intent === 'decline' ? 'declined' : 'cancelled'}` }, form),
    }
  const [why, once] = [{ params: { id }, body: { reason } }, { idempotencyKey: key }]
  const send = {
    approve: () => session.api.approveAwardBatch({ params: { id }, body: { duplicateReason } }, once),
    decline: () => session.api.declineAwardBatch(why, once),
    cancel: () => session.api.cancelAwardBatch(why, once),
  }
  const result = await send[intent]()
  return result.ok
    ? { told: told[intent], isDecision: intent !== 'cancel' }
    : { intent, failure: toFormFailure(result.problem, form) }
}
