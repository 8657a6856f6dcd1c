import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline } from './html.ts'
import { noticeEmail } from './notice-email.ts'

export interface BudgetEmail {
  firstName: string
  budgetName: string
  currency: string
  amountPence: number
  availablePence?: number
  at?: string
  message?: string
  help?: string
  joiners?: number
  leavers?: number
  url: string
}

/** To a participant: money has come. */
export function budgetAllowanceEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetAllowance
  const name = inline(email.budgetName)
  const amount = copy.money(email.amountPence, email.currency)
  const total = copy.money(email.availablePence ?? email.amountPence, email.currency)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(total, name),
    heading: words.heading(total),
    paragraphs: [total === amount ? words.intro(amount, name) : words.added(amount, name, total), words.invitation],
  })
}

/** To an admin: a run failed, why, and what to do. */
export function budgetRunFailedEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetRunFailed
  const name = inline(email.budgetName)
  const missing = email.amountPence > 0 ? [words.missing(copy.money(email.amountPence, email.currency))] : []
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [words.intro(name), ...[email.message, email.help].filter((line) => line !== undefined), ...missing],
  })
}

/** To an admin: the wallet will not do for the next run. */
export function budgetFundsLowEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetFundsLow
  const name = inline(email.budgetName)
  const has = email.availablePence ?? 0
  const money = (pence: number) => copy.money(pence, email.currency)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [
      words.intro(name, email.at ? copy.day(new Date(email.at)) : ''),
      words.figures(money(email.amountPence), money(has), money(email.amountPence - has)),
      words.todo,
    ],
  })
}

/** To an admin: it is over, and what came back. */
export function budgetEndedEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetEnded
  const name = inline(email.budgetName)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [words.intro(name, copy.money(email.amountPence, email.currency)), words.gifts],
  })
}

/** To a participant: there will be no more. */
export function allowanceEndedEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.allowanceEnded
  const name = inline(email.budgetName)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name),
    heading: words.heading(name),
    paragraphs: [words.intro(name), words.gifts],
  })
}

/** To an admin: more people would come or go than a budget changes without asking. */
export function budgetFeedHeldEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetFeedHeld
  const name = inline(email.budgetName)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [words.intro(name, email.joiners ?? 0, email.leavers ?? 0), words.todo],
  })
}
