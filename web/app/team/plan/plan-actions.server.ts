import { redirect } from 'react-router'
import { PLAN_CARD_CONSENT } from '#contract/plans/plan-card.ts'
import { formatMoney } from '#kit/money.ts'
import { choice, id, readForm, text, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'

const back = () => redirect(paths.teamTab('plan'), 303)

/** Begins, or asks for, the plan of the page. */
export async function choosePlan(session: Session, planId: string, form: FormData) {
  const { intent, key } = readForm(form, { intent: choice('downgrade'), key: text })
  const options = { idempotencyKey: key }
  if (intent === 'downgrade') {
    const result = await session.api.changePlan({ body: { planId } }, options)
    if (!result.ok) return refused(toFormFailure(result.problem, form))
    const { change, plan } = result.value.data
    session.flash(change ? `Your team moves to ${change.planName}.` : `Your team is on ${plan.name} now.`)
    return back()
  }
  const result = await session.api.upgradePlan({ body: { planId, paymentMethod: 'invoice' } }, options)
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const { status, amount, currency } = result.value.data
  const invoiced = amount > 0 ? ` ${formatMoney(amount, currency)} has been invoiced.` : ''
  session.flash(
    status === 'upgraded'
      ? `The plan has started.${invoiced}`
      : `The plan starts when it is paid.${invoiced} See below how to pay.`,
  )
  return back()
}

/** What is done to the plan a team has, or waits for. */
export async function actOnPlan(session: Session, form: FormData) {
  const { intent } = readForm(form, { intent: choice('cancel', 'withdraw', 'card', 'no-card') })
  switch (intent) {
    case 'cancel': {
      const result = await session.api.changePlan({ body: { planId: null } })
      if (!result.ok) return refused(toFormFailure(result.problem, form))
      session.flash(result.value.data.change ? 'Your plan is cancelled.' : 'Your plan has ended.')
      return back()
    }
    case 'withdraw': {
      const result = await session.api.withdrawPlanChange({})
      if (!result.ok) return refused(toFormFailure(result.problem, form))
      session.flash('The change is withdrawn. What was invoiced for it is credited.')
      return back()
    }
    case 'card':
      return letCardPay(session, form)
    case 'no-card': {
      const result = await session.api.removePlanCard({ params: { id: readId(session.teamId) } })
      if (!result.ok) return refused(toFormFailure(result.problem, form))
      session.flash('Your plan is no longer paid by card automatically.')
      return back()
    }
    default: {
      const { invoiceId, ...body } = readForm(form, { invoiceId: id, cardId: text })
      const result = await session.api.payPlanInvoice({ params: { id: invoiceId }, body })
      if (!result.ok) return refused(toFormFailure(result.problem, form))
      session.flash('Paid. Thank you.')
      return back()
    }
  }
}

/** Keeps the consent, word for word as it was ticked. */
async function letCardPay(session: Session, form: FormData) {
  const { planCardId, consent } = readForm(form, { planCardId: text, consent: ticked })
  const wrong = {
    ...(planCardId ? {} : { planCardId: 'Choose a card' }),
    ...(consent ? {} : { consent: 'Tick this to allow the card to be charged' }),
  }
  if (Object.keys(wrong).length) return refused(invalidForm(wrong, form))
  const result = await session.api.setPlanCard({
    params: { id: readId(session.teamId) },
    body: { cardId: readId(planCardId), consent: PLAN_CARD_CONSENT },
  })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  session.flash('Your plan is paid by card automatically from the next invoice on.')
  return back()
}
