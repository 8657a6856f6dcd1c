import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { button, emailPage, heading, paragraph, small } from './layout.ts'

export interface EmailNotice {
  subject: string
  preheader: string
  heading: string
  paragraphs: string[]
  action: string
  /** Why it comes, below everything. */
  why: string
}

/** An email to someone who signs in: a greeting, what there is to say, and where to see it. */
export function noticeEmail(
  copy: Copy,
  { firstName, url }: { firstName: string; url: string },
  notice: EmailNotice,
): EmailContent {
  const lines = [copy.greeting(inline(firstName)), ...notice.paragraphs]
  const page = emailPage({
    locale: copy.locale,
    subject: notice.subject,
    preheader: notice.preheader,
    body: html`${heading(notice.heading)}${lines.map(paragraph)}${button(notice.action, url)}`,
    footer: html`${small(notice.why)}${small(copy.sentWith)}`,
  })
  const text = [notice.heading, ...lines, `${notice.action}: ${url}`, notice.why, copy.sentWith].join('\n\n')
  return { subject: notice.subject, html: page, text }
}
