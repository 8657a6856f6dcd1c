import { choice, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'

/** What is done to an order that waits, by the button that was pressed. @returns what to say, or why not; null for no such button */
export async function submitDecision(session: Session, id: string, form: FormData): Promise<string | Failure | null> {
  const { api } = session
  const params = { id }
  const { intent, ...sent } = readForm(form, {
    intent: choice('approve', 'decline', 'withdraw'),
    version: text,
    total: text,
    note: text,
  })
  const version = Number.parseInt(sent.version, 10) || 1
  const named = (act: string) => ({ idempotencyKey: `approval-${id}-${version}-${act}` })
  switch (intent) {
    case 'approve': {
      const quotedTotal = Math.max(0, Number.parseInt(sent.total, 10) || 0)
      const done = await api.approveOrder({ params, body: { version, quotedTotal } }, named(`approve-${quotedTotal}`))
      return done.ok ? 'Approved. The gifts have been bought.' : toFormFailure(done.problem, form)
    }
    case 'decline': {
      const { note } = sent
      if (!note) return invalidForm({ note: 'Say why, for the person who asked.' }, form)
      const done = await api.declineOrder({ params, body: { version, note } }, named('decline'))
      return done.ok
        ? 'Declined. Nothing was bought, and the person who asked has been told.'
        : toFormFailure(done.problem, form)
    }
    case 'withdraw': {
      const done = await api.withdrawOrder({ params }, named('withdraw'))
      return done.ok ? 'Withdrawn. It is a draft again.' : toFormFailure(done.problem, form)
    }
    default:
      return null
  }
}
