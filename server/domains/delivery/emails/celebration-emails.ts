import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline } from './html.ts'
import { noticeEmail } from './notice-email.ts'

export interface CelebrationEmail {
  firstName: string
  ruleName: string
  gifts: number
  /** Of what could not be bought: the code of the error, and the wallet that pays. */
  problem?: string
  walletName?: string
  url: string
}

/** To a rule's owner: gifts wait for approval. */
export function celebrationsWaitingEmail(copy: Copy, email: CelebrationEmail): EmailContent {
  const words = copy.celebrationsWaiting
  const name = inline(email.ruleName)
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name, email.gifts),
    paragraphs: [words.intro(name, email.gifts)],
  })
}

/** To a rule's owner: gifts could not be bought, why, and what to do. */
export function celebrationsFailedEmail(copy: Copy, email: CelebrationEmail): EmailContent {
  const words = copy.celebrationsFailed
  const name = inline(email.ruleName)
  const { money, people, other } = words.reasons
  const reason =
    email.problem === 'insufficient_funds'
      ? money(inline(email.walletName ?? ''))
      : email.problem === 'unavailable'
        ? people
        : other
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(name, email.gifts),
    paragraphs: [words.intro(name, email.gifts), reason, words.again],
  })
}
