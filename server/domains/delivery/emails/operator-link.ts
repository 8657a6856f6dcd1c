import type { EmailContent } from '../messages/message-kind.ts'
import { inline } from './html.ts'
import { renderLetter } from './letter.ts'

const enGB = {
  subject: 'Your way in to the operators’ console',
  heading: (name: string) => `Hello, ${name}`,
  intro: 'Two operators agreed that you may use the console. Choose a password; the link works once, for a day.',
  next: 'When you first sign in, you add an authenticator app.',
  action: 'Choose a password',
  why: 'Did you expect nothing of the kind? Then do not use the link, and tell the person who runs your installation.',
}

/** To an operator who was added, or let in again. Sent by a job of its own. */
export const operatorLinkEmail = ({
  name,
  publicUrl,
  token,
}: {
  name: string
  publicUrl: string
  token: string
}): EmailContent =>
  renderLetter(
    {
      subject: enGB.subject,
      preheader: enGB.intro,
      heading: enGB.heading(name),
      body: [inline(enGB.intro), inline(enGB.next)],
      action: enGB.action,
      path: `/operator/password?token=${token}`,
      why: enGB.why,
      showsLink: true,
    },
    publicUrl,
  )
