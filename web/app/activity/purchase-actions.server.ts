import type { CallResult } from '#contract/core/invoke.ts'
import { MOST_TAGS } from '#contract/orders/purchase.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { exactText, id as idField, ifSent, readForm, text, textOrNull, ticked } from '#web/http/read-form.ts'
import { eachTag, tagsIn } from '#web/http/read-tags.ts'
import { toInstantString } from '#web/http/zoned.server.ts'
import type { Session } from '#web/session/session.ts'
import { formatFull, plural } from '#web/ui/format.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { changePeople } from './change-people.server.ts'
import { leftSentence } from './delivery-labels.ts'
import { readCurrency } from './read-currency.ts'
import { givingBack } from './returned.server.ts'

/** What a purchase's page can do, by the name its forms send. Each answers with words for its reader, or why not. */
export const purchaseActions: Record<
  string,
  (session: Session, id: string, form: FormData) => Promise<string | Failure>
> = {
  cancel: async (session, id, form) => {
    const found = await session.api.getTransaction({ params: { id } })
    const paidBy = found.ok ? found.value.data.payment_method : null
    const cancelled = await givingBack(session, () => session.api.cancelTransactionHugggs({ params: { id }, body: {} }))
    return told(cancelled.answer, ({ data }) => {
      const money = data.refunded ? ` ${cancelled.where(data.refunded, readCurrency(form), paidBy)}.` : ''
      return `${plural(data.changed, 'gift')} cancelled.${money}${leftSentence(data.refused)}`
    })
  },
  sent: async (session, id) =>
    told(await session.api.toggleTransactionHugggsSent({ params: { id }, body: { sent: true } }), ({ data }) => {
      return `${plural(data.changed, 'gift')} marked as sent.${leftSentence(data.refused)}`
    }),
  remind: async (session, id, form) => {
    const { attempt } = readForm(form, { attempt: idField })
    return told(
      await session.api.remindTransactionHugggs({ params: { id } }, { idempotencyKey: `remind-${attempt}` }),
      ({ data }) =>
        data.changed
          ? `${plural(data.changed, 'person is', 'people are')} being reminded.${leftSentence(data.refused)}`
          : `No one was reminded.${leftSentence(data.refused)}`,
    )
  },
  now: async (session, id, form) => {
    const { attempt } = readForm(form, { attempt: idField })
    return told(
      await session.api.sendTransactionHugggsNow({ params: { id } }, { idempotencyKey: `now-${attempt}` }),
      ({ data }) => `${plural(data.changed, 'gift is', 'gifts are')} on the way.`,
    )
  },
  dates: async (session, id, form) => {
    const zone = session.user?.zone ?? BUSINESS_ZONE
    const typed = readForm(form, { expiry: exactText, sentDate: exactText })
    const expiry = typed.expiry || undefined
    const sentDate = typed.sentDate ? toInstantString(typed.sentDate, zone) : undefined
    if (!expiry && !sentDate) return invalidForm({ expiry: 'Give a new day, or a new time of sending.' }, form)
    return told(
      await session.api.changeTransactionHugggs({ params: { id }, body: { expiry, sentDate } }),
      ({ data }) => `The dates of ${plural(data.changed, 'gift')} have changed.${leftSentence(data.refused)}`,
      form,
    )
  },
  receivers: async (session, id, form) => {
    const sent = readForm(form, { receivers: exactText, sendDate: exactText, attempt: text, hasScheduled: ticked })
    const csv = sent.receivers
    const read = await session.api.quotePurchase({ body: { purchase: { type: 'bulkHugggs' }, csv } })
    if (!csv.trim()) return invalidForm({ receivers: 'Give at least one address.' }, form)
    if (!read.ok) return toFormFailure(read.problem, form, { csv: 'receivers' })
    const receivers = (read.value.data.receivers ?? []).map(({ email, name, notes }) => ({
      email,
      ...(name ? { name } : {}),
      ...(notes ? { notes } : {}),
    }))
    const wrong = read.value.data.problems.find(({ line, path }) => line !== undefined || path === 'csv')
    if (wrong)
      return invalidForm({ receivers: `${wrong.line ? `Line ${wrong.line}: ` : 'The list '}${wrong.message}.` }, form)
    const unreached = read.value.data.warnings.filter(({ code }) => code === 'blocked').length
    const dropped = unreached
      ? ` ${plural(unreached, 'gift')} cannot arrive: emails to ${unreached === 1 ? 'its address' : 'their addresses'} have come back, or are not wanted. Correct ${unreached === 1 ? 'the address on its page' : 'the addresses on their pages'}.`
      : ''
    const zone = session.user?.zone ?? BUSINESS_ZONE
    const sendDate = sent.sendDate ? toInstantString(sent.sendDate, zone) : undefined
    if (sent.sendDate && !sendDate) return invalidForm({ sendDate: 'Give a day and a time.' }, form)
    return told(
      await session.api.sendTransactionHugggs(
        { params: { id }, body: { receivers, sendDate } },
        { idempotencyKey: `send-${sent.attempt}` },
      ),
      ({ data }) => {
        if (sendDate)
          return `${plural(data.changed - unreached, 'gift')} will be emailed on ${formatFull(sendDate, zone)}.${dropped}`
        const scheduled = sent.hasScheduled ? ', scheduled ones at their time' : ''
        return `${plural(data.changed - unreached, 'gift is', 'gifts are')} on the way by email${scheduled}.${dropped}`
      },
      form,
    )
  },
  people: changePeople,
  message: async (session, id, form) => {
    const { message, from_name } = readForm(form, { message: textOrNull, from_name: text })
    return told(
      await session.api.updateTransaction({ params: { id }, body: { message, ...(from_name ? { from_name } : {}) } }),
      () => 'The message has changed. Gifts leave with the new one.',
      form,
    )
  },
  details: async (session, id, form) => {
    const found = await session.api.getTransaction({ params: { id } })
    const known = found.ok ? found.value.data.tags : []
    const { tags, ...body } = readForm(form, {
      title: textOrNull,
      notes: textOrNull,
      reason_code: ifSent(textOrNull),
      tags: ifSent(tagsIn(known)),
    })
    const saved = await session.api.updateTransaction({ params: { id }, body: { ...body, ...(tags && { tags }) } })
    return saved.ok ? 'Saved.' : toFormFailure(saved.problem, form, eachTag(MOST_TAGS))
  },
}

/** The words for what was done, or the refusal as a form shows it. */
export function told<T>(result: CallResult<T>, words: (value: T) => string, form?: FormData): string | Failure {
  return result.ok ? words(result.value) : toFormFailure(result.problem, form)
}
