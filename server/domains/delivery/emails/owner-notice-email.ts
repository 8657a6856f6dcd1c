import { BUSINESS_ZONE } from '#kit/time.ts'
import { copyFor } from './copy.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, oneLine } from './html.ts'
import { emailPage, heading, paragraph, small } from './layout.ts'

export interface OwnerNoticeEmail {
  what:
    | 'payout'
    | 'bank-details'
    | 'payment-file'
    | 'expiry-reversal'
    | 'second-address'
    | 'repair'
    | 'statement'
    | 'money'
  /** A reference or a number. */
  label: string
  operator: string
  at: Date
  /** When the person who asked may confirm it alone; null where it is done. */
  mayConfirmAt: Date | null
}

/** To an owner's second address: what one operator does alone with the installation. */
export function ownerNoticeEmail({ what, label, operator, at, mayConfirmAt }: OwnerNoticeEmail): EmailContent {
  const copy = copyFor('en-GB')
  const words = copy.ownerNotice
  const act = words.acts[what]
  const named = act.named(inline(label))
  const who = inline(operator)
  const done = mayConfirmAt === null
  const subject = oneLine((done ? words.doneSubject : words.askedSubject)(act.named(label)))
  const title = done ? act.done : act.asked
  const paragraphs = [
    done
      ? words.done(who, named, copy.moment(at, BUSINESS_ZONE))
      : words.asked(who, named, copy.moment(at, BUSINESS_ZONE)),
    ...(done ? [] : [words.wait(copy.moment(mayConfirmAt, BUSINESS_ZONE))]),
    done ? words.afterwards : words.before,
  ]
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: done ? words.afterwards : words.before,
    body: html`${heading(title)}${paragraphs.map(paragraph)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [title, ...paragraphs, words.why, copy.sentWith].join('\n\n')
  return { subject, html: page, text }
}
