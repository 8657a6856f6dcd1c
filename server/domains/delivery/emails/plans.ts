import { z } from 'zod'
import type { EmailFamily } from '../messages/message-kind.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  planNotice: {
    preheader: 'See your plan in the team settings.',
    started: {
      subject: (plan: string) => `Your team is on ${plan} now`,
      intro: (plan: string) => `The plan ${plan} has started. Everything it allows can be used from now on.`,
    },
    changed: {
      subject: (plan: string) => `Your team has moved to ${plan}`,
      intro: (plan: string) => `As you asked, your team is on the plan ${plan} from today.`,
    },
    cancelled: {
      subject: () => 'Your plan has ended',
      intro: () =>
        'As you asked, your plan has ended. Everything in Posy can still be looked at, and gifts that you sent stay valid. Choose a plan to send again.',
    },
    'not-changed': {
      subject: (plan: string) => `Your team has not moved to ${plan}`,
      intro: (plan: string) =>
        `Your team has more than the plan ${plan} allows, so it stays on its present plan. Remove what is listed there, then ask again.`,
    },
    withdrawn: {
      subject: (plan: string) => `The upgrade to ${plan} has been withdrawn`,
      intro: (plan: string) =>
        `The invoice for ${plan} was not paid in the period it was for. It has been credited in full. Ask again to have ${plan} from today.`,
    },
    action: 'See your plan',
    why: 'You get this because you asked for a change of your team’s plan.',
  },
  planReminder: {
    preheader: 'Pay by card or bank transfer.',
    due: {
      subject: (number: string, amount: string, day: string) => `${number} is due on ${day}: ${amount}`,
      heading: (amount: string) => `${amount} to pay for your plan`,
      intro: (number: string, plan: string, amount: string, day: string) =>
        `Invoice ${number} (${plan}) is due on ${day}. ${amount} is still to pay.`,
      consequence:
        'Your plan continues. After that day the team cannot upgrade or buy gifts by invoice until it is paid. If you have paid, thank you: it will show soon.',
    },
    overdue: {
      subject: (number: string, amount: string, _day: string) => `${number} is overdue: ${amount}`,
      heading: (amount: string) => `${amount} for your plan is overdue`,
      intro: (number: string, plan: string, amount: string, day: string) =>
        `${amount} of invoice ${number} (${plan}) is still to pay. It was due on ${day}.`,
      consequence:
        'Your plan continues, and the team cannot upgrade or buy gifts by invoice until it is paid. If you have paid, thank you: it will show soon.',
    },
    action: 'Pay the invoice',
    why: 'You get this because you look after the team.',
  },
  planCardPayment: {
    subject: {
      paid: (number: string, amount: string) => `${number} is paid: ${amount} by card`,
      declined: (number: string, amount: string) => `${number} could not be paid by card: ${amount}`,
    },
    preheader: { paid: 'There is nothing for you to do.', declined: 'Nothing was charged. Please pay it yourself.' },
    intro: {
      paid: (number: string, plan: string, amount: string) =>
        `We charged ${amount} to the card that pays your plan ${plan}, for invoice ${number}. It is paid.`,
      declined: (number: string, plan: string, amount: string) =>
        `The card that pays your plan ${plan} could not be charged ${amount} for invoice ${number}. Nothing was charged. Please pay with another card or by bank transfer.`,
    },
    action: 'See the invoice',
    why: 'You get this because you look after the team. The card can be changed or switched off on the page of your plan.',
  },
}

const DAY_MS = 86_400_000

/** What has happened to a change of plan. */
export const planNoticeEmail = userEmail({
  template: 'plan-notice',
  detail: z.object({
    notice: z.enum(['started', 'changed', 'cancelled', 'not-changed', 'withdrawn']),
    planName: z.string(),
  }),
  write({ reader, detail: { notice, planName } }) {
    const words = enGB.planNotice
    const said = words[notice]
    return {
      subject: said.subject(oneLine(planName)),
      preheader: words.preheader,
      heading: said.subject(inline(planName)),
      body: [hello(reader), said.intro(inline(planName))],
      action: words.action,
      path: '/team/plan',
      why: words.why,
    }
  },
})

/** An invoice for a plan is not paid. Money that is owed is asked for whatever receipts someone wants. */
const planReminderEmail = userEmail({
  template: 'plan-invoice-reminder',
  detail: z.object({
    number: z.string(),
    planName: z.string(),
    outstandingPence: z.number(),
    currency: z.string(),
    /** ISO instant: the day after the last to pay on begins. */
    dueAt: z.string(),
    isOverdue: z.boolean().optional(),
    /** Since its issue. */
    days: z.number(),
    path: z.string(),
  }),
  write({ reader, detail: { number, planName, outstandingPence, currency, dueAt, isOverdue, path } }) {
    const words = { ...enGB.planReminder, ...enGB.planReminder[isOverdue ? 'overdue' : 'due'] }
    const amount = copy.money(outstandingPence, currency)
    const lastDay = copy.day(new Date(new Date(dueAt).getTime() - DAY_MS / 2))
    return {
      ...words,
      subject: words.subject(number, amount, lastDay),
      heading: words.heading(amount),
      body: [hello(reader), words.intro(number, inline(planName), amount, lastDay), words.consequence],
      path,
    }
  },
})

/** The card that pays for the plan was charged for an invoice, or could not be. */
const planCardPaymentEmail = userEmail({
  template: 'plan-card-payment',
  detail: z.object({
    outcome: z.enum(['paid', 'declined']),
    number: z.string(),
    planName: z.string(),
    amountPence: z.number(),
    currency: z.string(),
    path: z.string(),
  }),
  write({ reader, detail: { outcome, number, planName, amountPence, currency, path } }) {
    const { subject, preheader, intro, action, why } = enGB.planCardPayment
    const amount = copy.money(amountPence, currency)
    const said = subject[outcome](number, amount)
    return {
      ...{ subject: said, heading: said, preheader: preheader[outcome] },
      body: [hello(reader), intro[outcome](number, inline(planName), amount)],
      ...{ action, path, why },
    }
  },
})

/** About what is to be paid for plans. */
export const planInvoiceEmails = { reminder: planReminderEmail, cardPayment: planCardPaymentEmail }

export const planEmails: EmailFamily = { kinds: [planNoticeEmail, planReminderEmail, planCardPaymentEmail] }
