import { exactText, ifSent, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { told } from '../purchase-actions.server.ts'
import { givingBack } from '../returned.server.ts'

type Outcome = string | Failure | { link: string }

/** A change whose answer no one reads: its link is not asked for, and its timeline does not say that it was shown. */
const unshown = (id: string) => ({ params: { id }, query: { links: 'unsent' as const } })

/** What one gift's page can do, by the name its forms send. Each answers with words for its reader, a link, or why not. */
export const giftActions: Record<string, (session: Session, id: string, form: FormData) => Promise<Outcome>> = {
  link: async (session, id) => {
    const found = await session.api.getHuggg({ params: { id } })
    if (!found.ok) return toFormFailure(found.problem)
    const link = found.value.data.launch_url
    return link
      ? { link }
      : {
          ...invalidForm({}),
          message:
            'Its link cannot be shown here: your team’s rules do not let it be passed on, or you are here as support.',
        }
  },
  cancel: async (session, id) => {
    const listed = await session.api.searchHugggs({ body: { query: { filters: { hugggIds: [id] }, size: 1 } } })
    const hit = listed.ok ? listed.value.data.hits[0] : undefined
    const cancelled = await givingBack(session, () => session.api.cancelHuggg({ params: { id } }))
    const money = hit?.returns
      ? ` ${cancelled.where(hit.returns, hit.transaction.currency, hit.transaction.payment_method)}.`
      : ''
    return told(cancelled.answer, () => `Cancelled: its link no longer works.${money}`)
  },
  resend: async (session, id, form) => {
    const { attempt } = readForm(form, { attempt: text })
    return told(
      await session.api.resendHuggg({ params: { id } }, { idempotencyKey: `resend-${attempt}` }),
      () => 'The message is on its way once more.',
    )
  },
  correct: async (session, id, form) => {
    const { email, phone_number, sentLater, was } = readForm(form, {
      was: text,
      email: text,
      phone_number: ifSent(text),
      sentLater: text,
    })
    const field = phone_number === undefined ? 'email' : 'phone_number'
    const typed = phone_number ?? email
    if (!typed)
      return invalidForm({ [field]: field === 'email' ? 'Give the right address.' : 'Give the right number.' }, form)
    const corrected = await session.api.updateHuggg({ ...unshown(id), body: { receiver: { [field]: typed } } })
    if (!corrected.ok) return toFormFailure(corrected.problem, form, { [`receiver.${field}`]: field })
    // The same address again changes nothing, and nothing is sent.
    if (corrected.value.data.receiver_id === was)
      return invalidForm({ [field]: `It goes to ${typed} already. Type another one.` }, form)
    return sentLater
      ? `It goes to ${typed} at its time. Nothing has been sent yet.`
      : `Sent again to ${typed} under a new link. The old link no longer works.`
  },
  expiry: async (session, id, form) => {
    const { expiry_date } = readForm(form, { expiry_date: exactText })
    if (!expiry_date) return invalidForm({ expiry_date: 'Give a day.' }, form)
    return told(
      await session.api.updateHuggg({ ...unshown(id), body: { expiry_date } }),
      () => 'Its last day has changed.',
      form,
    )
  },
}
