import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { cardIn, declined, noCardYet } from '#web/app/billing/charge-card.server.ts'
import type { PaymentChoices } from '#web/app/billing/payment-options.tsx'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { invoiceDueDay } from '#web/app/invoices/due-day.server.ts'
import { lacksAddress } from '#web/app/invoices/no-address.tsx'
import { mayManage } from '#web/app/team/may-manage.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { id, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { sentenceFor } from '#web/messages.ts'
import { paths } from '#web/paths.ts'
import { dryRun } from '#web/session/dry-run.server.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { loadChoice } from '../choice/choice.server.ts'
import { defaultSenderName, loadDraft, loadOpenOrder } from '../load-draft.server.ts'
import { cardDesigns } from '../message/load-designs.server.ts'
import { ownThemes, themeName } from '../themes.server.ts'
import { buy, confirmAdults, type PaymentFailure, reserve } from './buy.server.ts'
import { isFor } from './facts.ts'
import { PayForm } from './pay-form.tsx'

/** Of a gift whose product says nothing. */
const LONGEST_DAYS = 365

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { takesCards } = context.get(webContext)
  const { order, product } = await loadDraft(session, params.id)
  const chargeId = new URL(request.url).searchParams.get('charge')
  const [choices, fields, charge, team, choice, themes, designs, now] = await Promise.all([
    loadPaymentChoices(session, { orderId: order.id, currency: product?.currency ?? 'GBX', takesCards }),
    session.can('top-up-wallet') ? session.api.getCardFields() : null,
    chargeId && session.can('top-up-wallet') ? session.api.getCharge({ params: { id: readId(chargeId) } }) : null,
    loadGiftRulesTeam(session),
    loadChoice(session, order.productId, order),
    ownThemes(session),
    order.type === 'superhuggg' ? null : cardDesigns(session, order),
    businessNow(context.get(webContext)),
  ])
  const preferences = team?.effective.preferences
  const lastsDays = product?.maximumExpiryDays ?? LONGEST_DAYS
  return {
    choices,
    fields: fields?.ok ? fields.value.data : null,
    charge: charge?.ok ? charge.value.data : null,
    senderName: defaultSenderName(session),
    choice,
    giftwrap: themeName(order.themeId, themes),
    design: designs?.chosen.name ?? null,
    invoiceDue: invoiceDueDay(now),
    unless: {
      lastsDays: Math.min(lastsDays, preferences?.maximumHugggExpiryDays ?? lastsDays),
      remindsRecipients: preferences?.remindRecipients ?? true,
    },
    attempt: crypto.randomUUID(),
    lacksAddress: team !== null && lacksAddress(team) && mayManage(team, session.can),
    isForSender: isFor(order, session.user?.email),
    zone: (order.type !== 'superhuggg' && order.sendZone) || (session.user?.zone ?? BUSINESS_ZONE),
  }
}

/** What the permission map leaves of the ways to pay. */
async function loadPaymentChoices(
  session: Session,
  { orderId, currency, takesCards }: { orderId: string; currency: string; takesCards: boolean },
): Promise<PaymentChoices> {
  const paysByCard = takesCards && session.can('top-up-wallet')
  const paysFromWallet = session.can('create-wallet-commitment') && session.can(['wallet', 'view-teams'])
  const [wallets, cards, byInvoice] = await Promise.all([
    paysFromWallet && session.teamId ? session.api.listTeamWallets({ params: { id: session.teamId } }) : null,
    paysByCard && session.can('manage-cards') ? session.api.listCards() : null,
    session.can('manage-billing')
      ? session.api.quotePurchase({
          body: { purchase: { type: 'order', reference: orderId }, payment: { method: 'invoice' } },
        })
      : null,
  ])
  return {
    wallets: wallets?.ok ? wallets.value.data.filter((wallet) => wallet.currency === currency) : null,
    cards: paysByCard ? (cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : []) : null,
    // Only where the team's credit covers it.
    invoice: Boolean(
      byInvoice?.ok && byInvoice.value.data.problems.every(({ code }) => code !== 'credit_limit_reached'),
    ),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadOpenOrder(session, params.id)
  const form = await request.formData()
  const unconfirmed = await confirmAdults(session, order, form)
  if (unconfirmed) return refuse(unconfirmed)
  const { payment, total } = readForm(form, { payment: text, total: text })
  const [method, walletId] = payment.split(':')
  if (method === 'card') return payByCard(session, order, form)
  // The total that the page showed. One that is none is refused like any other that is wrong.
  const shown = Math.max(0, Number.parseInt(total, 10) || 0)
  const failure =
    method === 'wallet'
      ? await buy(session, order, { method: 'walletCommitment', reference: readId(walletId) }, shown)
      : await buy(session, order, { method: 'invoice' }, shown)
  return failure ? refuse(failure) : redirect(await afterPaying(session, order), 303)
}

/** Where a purchase leads: one link for many has its own page, which says there what was paid. */
async function afterPaying(session: Session, { id, type }: Order): Promise<string> {
  const done = paths.draftStep(id, 'done')
  const bought = type === 'superhuggg' ? await session.api.getOrder({ params: { id } }) : null
  const transactionId = bought?.ok ? bought.value.data.transactionId : null
  if (!transactionId) return done
  const made = await session.api.getTransaction({ params: { id: transactionId } })
  if (!made.ok || !made.value.data.super_url_id) return done
  const { sale_total, currency, payment_method, super_url_id } = made.value.data
  const sum = formatMoney(sale_total, currency)
  session.flash(
    payment_method === 'invoice'
      ? `Bought for ${sum}: your team will be invoiced. The link can be shared now.`
      : `Paid ${sum}. The link can be shared now.`,
  )
  return paths.shareable(super_url_id)
}

/** The next press is another try: what was refused is not asked for again under its old name. */
const refuse = (failure: PaymentFailure) => refused({ ...failure, attempt: crypto.randomUUID() })

const notReady = { status: 422, message: 'Something in the draft is not right yet' }

async function payByCard(session: Session, order: Order, form: FormData) {
  const card = cardIn(form)
  if (!card) return refuse(noCardYet)
  const { value, refused: notQuoted } = dryRun(
    session,
    await session.api.quotePurchase({ body: { purchase: { type: 'order', reference: order.id } } }),
  )
  if (notQuoted) return refuse({ ...notReady, help: `${notQuoted.message} Your card was not charged.` })
  const { quote, problems } = value.data
  const [problem] = problems
  if (problem) return refuse({ ...notReady, help: `${sentenceFor(problem)}. Your card was not charged.` })
  const { total, attempt } = readForm(form, { total: text, attempt: id })
  // The price that was agreed to is the price that is charged.
  if (!quote || String(quote.total) !== total)
    return refuse({
      status: 409,
      message: 'The price has changed',
      help: 'Your card was not charged. Check the new price, then pay.',
    })
  const charge = await reserve(session, order, {
    amountPence: quote.total,
    currency: quote.currency === 'EUX' ? 'EUX' : 'GBX',
    attempt,
    card,
  })
  if (!('id' in charge)) return refuse(charge)
  if (charge.status === 'failed') return refuse(declined(charge, 'gifts'))
  if (charge.status !== 'processed') return redirect(`${paths.draftStep(order.id, 'pay')}?charge=${charge.id}`, 303)
  const failure = await buy(session, order, { method: 'charge', reference: charge.id }, quote.total)
  return failure ? refuse(failure) : redirect(await afterPaying(session, order), 303)
}

export default function PayStep() {
  const failure = useActionData<typeof action>() ?? null
  const loaded = useLoaderData<typeof loader>()
  return <PayForm {...loaded} attempt={failure?.attempt ?? loaded.attempt} failure={failure} />
}
