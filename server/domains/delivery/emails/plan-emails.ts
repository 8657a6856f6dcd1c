import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline, oneLine } from './html.ts'
import { noticeEmail } from './notice-email.ts'

interface Reader {
  firstName: string
  url: string
}

/** What has happened to a change of plan. */
export interface PlanEmailNotice {
  notice: 'started' | 'changed' | 'cancelled' | 'not-changed' | 'withdrawn'
  planName: string
}

export function planNoticeEmail(copy: Copy, email: Reader & PlanEmailNotice): EmailContent {
  const words = copy.planNotice
  const said = words[email.notice]
  return noticeEmail(copy, email, {
    subject: said.subject(oneLine(email.planName)),
    preheader: words.preheader,
    heading: said.subject(inline(email.planName)),
    paragraphs: [said.intro(inline(email.planName))],
    action: words.action,
    why: words.why,
  })
}

/** An invoice for a plan that is not paid. */
export interface PlanReminder {
  number: string
  planName: string
  outstandingPence: number
  currency: string
  /** ISO instant: the day after the last to pay on begins. */
  dueAt: string
  /** Since its issue. */
  days: number
  path: string
}

const DAY_MS = 86_400_000

export function planReminderEmail(copy: Copy, email: Reader & PlanReminder): EmailContent {
  const words = copy.planReminder
  const amount = copy.money(email.outstandingPence, email.currency)
  const lastDay = copy.day(new Date(new Date(email.dueAt).getTime() - DAY_MS / 2))
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(email.number, amount),
    heading: words.heading(amount),
    paragraphs: [words.intro(email.number, inline(email.planName), amount, lastDay), words.consequence],
  })
}
