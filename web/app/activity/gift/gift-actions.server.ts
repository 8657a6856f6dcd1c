import { exactText, ifSent, readForm, text } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { told } from '../purchase-actions.server.ts'

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
  cancel: async (session, id) =>
    told(
      await session.api.cancelHuggg({ params: { id } }),
      () => 'Cancelled: its link no longer works, and its price and fee were returned to the wallet.',
    ),
  resend: async (session, id, form) => {
    const { attempt } = readForm(form, { attempt: text })
    return told(
      await session.api.resendHuggg({ params: { id } }, { idempotencyKey: `resend-${attempt}` }),
      () => 'The message is on its way once more.',
    )
  },
  correct: async (session, id, form) => {
    const { email, phone_number, sentLater } = readForm(form, {
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
