import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline } from './html.ts'
import { noticeEmail } from './notice-email.ts'

export interface ApprovalWantedEmail {
  firstName: string
  buyerName: string
  productName: string
  quantity: number
  total: string
  url: string
}

/** To who may decide: what someone wants to buy. */
export function approvalWantedEmail(copy: Copy, email: ApprovalWantedEmail): EmailContent {
  const words = copy.approvalWanted
  const [buyer, product] = [inline(email.buyerName) || words.someone, inline(email.productName)]
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(buyer, email.total),
    paragraphs: [words.intro(buyer, email.quantity, product, email.total), words.next],
  })
}

export interface ApprovalDecidedEmail {
  firstName: string
  status: 'approved' | 'declined' | 'expired'
  note: string | null
  productName: string
  total: string
  url: string
}

/** To the buyer: what happened to it, whether money moved, and what to do. */
export function approvalDecidedEmail(copy: Copy, email: ApprovalDecidedEmail): EmailContent {
  const words = copy.approvalDecided
  const said = words[email.status]
  const product = inline(email.productName)
  return noticeEmail(copy, email, {
    ...said,
    why: words.why,
    subject: said.subject(product),
    paragraphs: [said.intro(product, email.total), ...(email.note ? [words.note(inline(email.note))] : []), said.next],
  })
}
