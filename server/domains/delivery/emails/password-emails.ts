import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { button, emailPage, heading, link, paragraph, small } from './layout.ts'

export interface PasswordEmail {
  firstName: string | null
  /** Where to choose a password, or to ask for a link to. */
  url: string
}

type Words = Copy['passwordReset' | 'passwordChanged']

export const passwordResetEmail = (copy: Copy, email: PasswordEmail): EmailContent =>
  passwordEmail(copy, copy.passwordReset, email)

export const passwordChangedEmail = (copy: Copy, email: PasswordEmail): EmailContent =>
  passwordEmail(copy, copy.passwordChanged, email)

function passwordEmail(copy: Copy, words: Words, { firstName, url }: PasswordEmail): EmailContent {
  const hello = copy.greeting(inline(firstName ?? ''))
  const page = emailPage({
    locale: copy.locale,
    subject: words.subject,
    preheader: words.preheader,
    body: html`${heading(words.heading)}${paragraph(hello)}${paragraph(words.intro)}${button(words.action, url)}${small(words.ifNotYou)}`,
    footer: html`${small(html`${words.linkHint} ${link(url, url)}`)}${small(copy.sentWith)}`,
  })
  const text = [words.heading, hello, words.intro, `${words.action}: ${url}`, words.ifNotYou, copy.sentWith].join(
    '\n\n',
  )
  return { subject: words.subject, html: page, text }
}
