import type { Invoice } from '#contract/orders/invoices.ts'
import { londonDate, Temporal } from '#kit/time.ts'
import { type ChargeFailure, cardIn, chargeCard, noCardYet } from '#web/app/billing/charge-card.server.ts'
import type { WebContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { paymentsLabel } from './labels.ts'

/** Whether the reader may pay it by card: a plan's, of the team they act in. */
export const paysByCard = (
  session: Session,
  { takesCards }: WebContext,
  { planId, teamId, outstanding, currency }: Invoice,
): boolean =>
  takesCards &&
  planId !== null &&
  outstanding > 0 &&
  teamId === session.teamId &&
  (currency === 'GBX' || currency === 'EUX') &&
  session.can('manage-billing') &&
  session.can('top-up-wallet')

/** Cards to choose from, and a charge of an earlier try that waits at its bank. */
export async function loadPayment(session: Session, request: Request) {
  const chargeId = new URL(request.url).searchParams.get('charge')
  const [cards, fields, charge] = await Promise.all([
    session.can('manage-cards') ? session.api.listCards() : null,
    session.api.getCardFields(),
    chargeId ? session.api.getCharge({ params: { id: readId(chargeId) } }) : null,
  ])
  return {
    cards: cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : [],
    fields: fields.ok ? fields.value.data : null,
    bankUrl: (charge?.ok && charge.value.data.redirectUrl) || null,
    attempt: crypto.randomUUID(),
  }
}

/** Reserves what was shown on the card, then pays the invoice from it. @returns where to continue, or why nothing was paid */
export async function payInvoice(session: Session, id: string, form: FormData): Promise<string | ChargeFailure> {
  const card = cardIn(form)
  if (!card) return noCardYet
  const { outstanding, currency } = session.unwrap(await session.api.getInvoice({ params: { id } })).data
  // The sum that was agreed to is the sum that is charged.
  const { total, attempt } = readForm(form, { total: text, attempt: text })
  if (String(outstanding) !== total)
    return {
      status: 409,
      message: 'What is left to pay has changed',
      help: 'Your card was not charged. Check the invoice again.',
    }
  const charge = await chargeCard(
    session,
    {
      ...card,
      amount: outstanding,
      currency: currency === 'EUX' ? 'EUX' : 'GBX',
      returnUrl: paths.afterBank({ invoice: id }),
    },
    { attempt: `invoice-${id}-${readId(attempt)}`, purpose: 'invoice' },
  )
  if (!('id' in charge)) return charge
  if (charge.status !== 'processed') return `${paths.invoice(id)}?charge=${charge.id}`
  return (await payFromCharge(session, id, charge.id)) ?? paths.invoice(id)
}

/** Pays an invoice from a charge that its bank has confirmed; again pays nothing twice. */
export async function payFromCharge(session: Session, id: string, chargeId: string): Promise<ChargeFailure | null> {
  const paid = await session.api.payPlanInvoice({ params: { id }, body: { chargeId } })
  if (paid.ok) {
    session.flash('Paid. Thank you.')
    return null
  }
  const { message, status } = toFormFailure(paid.problem)
  if (status < 500)
    return { status, message, help: 'What was reserved on your card goes back automatically within half an hour.' }
  return {
    status,
    message: 'We could not tell whether the invoice was paid',
    help: 'Check the invoice in a minute. What was only reserved goes back automatically within half an hour.',
  }
}

/** What came in for it and when, as the statement of account has it. */
export async function loadPayments(session: Session, invoice: Invoice, today: string): Promise<string> {
  const { teamId, currency, dateCreated, total, credited, outstanding } = invoice
  if (!teamId || total - credited <= outstanding) return ''
  const query = {
    currency: currency === 'EUX' ? 'EUX' : 'GBX',
    from: londonDate(Temporal.Instant.from(dateCreated)).toString(),
    until: today,
  } as const
  const statement = await session.api.getAccountStatement({ params: { id: teamId }, query })
  return statement.ok ? paymentsLabel(statement.value.data.lines, invoice) : ''
}
