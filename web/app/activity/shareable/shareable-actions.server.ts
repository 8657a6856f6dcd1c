import { formatMoney } from '#kit/money.ts'
import { number, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import type { Failure } from '#web/ui/kit/failure.ts'
import { told } from '../purchase-actions.server.ts'
import { parsePayer, shareableQuote } from './load-shareable.server.ts'

const changed = (message: string, help: string): Failure => ({ status: 409, message, help, fields: {}, values: {} })

/** What the page of a shareable gift can do, by the name its forms send. Each answers with words, or why not. */
export const shareableActions: Record<
  string,
  (session: Session, id: string, form: FormData) => Promise<string | Failure>
> = {
  pause: async (session, id) =>
    told(await session.api.pauseSuperHuggg({ params: { id } }), () => 'Paused: no one can claim until you resume it.'),
  resume: async (session, id) =>
    told(await session.api.resumeSuperHuggg({ params: { id } }), () => 'People can claim again.'),
  'clear-codes': async (session, id) =>
    told(await session.api.clearClaimCodes({ params: { id } }), () => 'People can ask for codes again.'),
  end: async (session, id, form) => {
    const { refundable } = session.unwrap(await session.api.getSuperHuggg({ params: { id } })).data
    const { refund, currency } = readForm(form, { refund: text, currency: text })
    // The refund that was agreed to is the refund that is made.
    if (String(refundable) !== refund)
      return changed(
        'Someone has claimed a gift in the meantime',
        'Nothing has ended. Check the new amount, then decide again.',
      )
    return told(
      await session.api.endSuperHuggg({ params: { id } }, { idempotencyKey: `end-${id}-${refundable}` }),
      ({ data }) =>
        `Ended: ${plural(data.cancelled, 'gift')} cancelled, ${formatMoney(data.refunded, currency)} returned.`,
    )
  },
  raise: async (session, id, form) => {
    const shared = session.unwrap(await session.api.getSuperHuggg({ params: { id } })).data
    const { limit, payer, total, attempt } = readForm(form, { limit: number, payer: text, total: text, attempt: text })
    const { quote } = limit > shared.limit ? await shareableQuote(session, shared, { limit, payer }) : { quote: null }
    // The price that was agreed to is the price that is paid.
    if (quote && String(quote.total) !== total)
      return changed('The price has changed', 'No money has moved. Check the new price, then decide again.')
    const raised = await session.api.raiseSuperHugggLimit(
      { params: { id }, body: { limit, payment: parsePayer(payer) } },
      { idempotencyKey: `raise-${readId(attempt)}` },
    )
    return raised.ok
      ? `Bought: ${plural(raised.value.data.sale_quantity, 'more gift', 'more gifts')} for ${formatMoney(raised.value.data.sale_total, raised.value.data.currency)}.`
      : told(raised, () => '')
  },
}
