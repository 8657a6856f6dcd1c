import { isPass } from '#client/result.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, failureOf, invalidForm } from '#web/ui/kit/failure.ts'

/** What is done to an order that waits, by the button that was pressed. @returns what to say, or why not; null for no such button */
export async function decide(session: Session, id: string, form: FormData): Promise<string | Failure | null> {
  const { api } = session
  const params = { id }
  const version = Number.parseInt(String(form.get('version')), 10) || 1
  const named = (act: string) => ({ idempotencyKey: `approval-${id}-${version}-${act}` })
  switch (form.get('intent')) {
    case 'approve': {
      const quotedTotal = Math.max(0, Number.parseInt(String(form.get('total')), 10) || 0)
      const done = await api.approveOrder({ params, body: { version, quotedTotal } }, named(`approve-${quotedTotal}`))
      return isPass(done) ? 'Approved. The gifts have been bought.' : failureOf(done.fail!, form)
    }
    case 'decline': {
      const note = String(form.get('note') ?? '').trim()
      if (!note) return invalidForm({ note: 'Say why, for who asked.' }, form)
      const done = await api.declineOrder({ params, body: { version, note } }, named('decline'))
      return isPass(done) ? 'Declined. Nothing was bought, and who asked has been told.' : failureOf(done.fail!, form)
    }
    case 'withdraw': {
      const done = await api.withdrawOrder({ params }, named('withdraw'))
      return isPass(done) ? 'Withdrawn. It is a draft again.' : failureOf(done.fail!, form)
    }
    default:
      return null
  }
}
