import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { button, emailPage, heading, paragraph, small } from './layout.ts'

export interface BudgetEmail {
  firstName: string
  budgetName: string
  currency: string
  amountPence: number
  availablePence?: number
  at?: string
  message?: string
  help?: string
  url: string
}

interface Words {
  subject: string
  preheader: string
  heading: string
  paragraphs: string[]
  action: string
  why: string
}

function write(copy: Copy, { firstName, url }: BudgetEmail, words: Words): EmailContent {
  const lines = [copy.greeting(inline(firstName)), ...words.paragraphs]
  const page = emailPage({
    locale: copy.locale,
    subject: words.subject,
    preheader: words.preheader,
    body: html`${heading(words.heading)}${lines.map(paragraph)}${button(words.action, url)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [words.heading, ...lines, `${words.action}: ${url}`, words.why, copy.sentWith].join('\n\n')
  return { subject: words.subject, html: page, text }
}

/** To a participant: money has come. */
export function budgetAllowanceEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetAllowance
  const name = inline(email.budgetName)
  const amount = copy.money(email.amountPence, email.currency)
  return write(copy, email, {
    ...words,
    subject: words.subject(amount, name),
    heading: words.heading(amount),
    paragraphs: [words.intro(amount, name)],
  })
}

/** To an admin: a run failed, why, and what to do. */
export function budgetRunFailedEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetRunFailed
  const name = inline(email.budgetName)
  const missing = email.amountPence > 0 ? [words.missing(copy.money(email.amountPence, email.currency))] : []
  return write(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [words.intro(name), ...[email.message, email.help].filter((line) => line !== undefined), ...missing],
  })
}

/** To an admin: the wallet will not do for the next run. */
export function budgetFundsLowEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetFundsLow
  const name = inline(email.budgetName)
  const [cost, has] = [email.amountPence, email.availablePence ?? 0].map((pence) => copy.money(pence, email.currency))
  return write(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [
      words.intro(name, email.at ? copy.day(new Date(email.at)) : ''),
      words.figures(cost!, has!),
      words.todo,
    ],
  })
}

/** To an admin: it is over, and what came back. */
export function budgetEndedEmail(copy: Copy, email: BudgetEmail): EmailContent {
  const words = copy.budgetEnded
  const name = inline(email.budgetName)
  return write(copy, email, {
    ...words,
    subject: words.subject(name),
    paragraphs: [words.intro(name, copy.money(email.amountPence, email.currency)), words.gifts],
  })
}
