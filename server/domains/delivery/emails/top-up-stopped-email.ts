import type { StopReason } from '#contract/payments/automatic-top-ups.ts'
import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline, oneLine } from './html.ts'
import { noticeEmail } from './notice-email.ts'

export interface TopUpStoppedEmail {
  firstName: string
  walletName: string
  because: StopReason
  url: string
}

/** To the person who looks after the wallet: why its card is no longer charged automatically, and what that means. */
export function topUpStoppedEmail(copy: Copy, email: TopUpStoppedEmail): EmailContent {
  const words = copy.topUpStopped
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(oneLine(email.walletName)),
    paragraphs: [words.because[email.because](inline(email.walletName)), words.next],
  })
}
