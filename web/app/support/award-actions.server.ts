import type { Award } from '#contract/awards/awards.ts'
import { choice, readForm, text, texts } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { isRail } from './labels.ts'

export type AwardIntent = 'approve' | 'decline' | 'cancel' | 'reissue' | 'unlock' | 'settle' | 'link'

type Outcome =
  | { told: string; isAgain: boolean; isDecision: boolean }
  | { link: { url: string; typed: string } }
  | { intent: AwardIntent; failure: Failure }

const told: Record<Exclude<AwardIntent, 'link'>, string> = {
  approve: 'Approved. The award is issued.',
  decline: 'Declined. Its money is available to the grant again.',
  cancel: 'Cancelled. Its money went back to the grant.',
  unlock: 'Unlocked. The person can try their date of birth again.',
  settle: 'Settled. Its history keeps what was done.',
  reissue: 'Issued again under a new link. The old one leads nowhere.',
}

const whyMissing: Record<Exclude<AwardIntent, 'link' | 'approve'>, string> = {
  decline: 'Say why it is declined',
  cancel: 'Say why it is cancelled',
  unlock: 'Say why it is unlocked',
  settle: 'Say what was done',
  reissue: 'Say why it is sent another way',
}

/** What was decided on an award; null for a form that is none of its page's. */
export async function submitAwardAction(session: Session, id: string, form: FormData): Promise<Outcome | null> {
  const { intent, reason, key, ...other } = readForm(form, {
    intent: choice('approve', 'decline', 'cancel', 'reissue', 'unlock', 'settle', 'link'),
    ...{ reason: text, key: text, rails: texts, deliverBy: choice('sms', 'email', 'letter', 'hand') },
    after: choice('again'),
  })
  if (!intent) return null
  if (intent === 'link') {
    const shown = await session.api.showAwardLink({ params: { id } })
    return shown.ok ? { link: shown.value.data } : { intent, failure: toFormFailure(shown.problem, form) }
  }
  const missing = intent === 'approve' || reason ? null : whyMissing[intent]
  if (missing) return { intent, failure: invalidForm({ reason: missing }, form) }
  const [why, once] = [{ params: { id }, body: { reason } }, { idempotencyKey: key }]
  const send = {
    approve: () => session.api.approveAward({ params: { id } }, once),
    decline: () => session.api.declineAward(why, once),
    cancel: () => session.api.cancelAward(why, once),
    unlock: () => session.api.unlockAward(why, once),
    settle: () => session.api.settleCannotUse(why, once),
    reissue: () => session.api.reissueAward({ ...why, body: { reason, ...readWays(other) } }, once),
  }
  const result = await send[intent]()
  if (!result.ok) return { intent, failure: toFormFailure(result.problem, form) }
  return {
    told: told[intent],
    isAgain: intent === 'cancel' && other.after === 'again',
    isDecision: intent === 'approve' || intent === 'decline',
  }
}

const readWays = ({ rails, deliverBy }: { rails: string[]; deliverBy: Award['deliverBy'] | undefined }) => ({
  rails: rails.filter(isRail),
  ...(deliverBy ? { deliverBy } : {}),
})
