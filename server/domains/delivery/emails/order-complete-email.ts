import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { button, emailPage, heading, paragraph, small } from './layout.ts'

export interface OrderCompleteEmail {
  quantity: number
  giftName: string
  deliveryMethod: string | null
  url: string
}

export function orderCompleteEmail(copy: Copy, order: OrderCompleteEmail): EmailContent {
  const words = copy.orderComplete
  const gift = inline(order.giftName)
  const subject = words.subject(order.quantity, gift)
  const what = whereTheyAre(words, order)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`${heading(words.heading(order.quantity))}${paragraph(what)}${paragraph(words.gift(gift))}${button(words.action, order.url)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(order.quantity),
    what,
    words.gift(gift),
    `${words.action}: ${order.url}`,
    words.why,
    copy.sentWith,
  ].join('\n\n')
  return { subject, html: page, text }
}

function whereTheyAre(words: Copy['orderComplete'], { deliveryMethod, quantity }: OrderCompleteEmail): string {
  switch (deliveryMethod) {
    case 'email':
      return words.byEmail(quantity)
    case 'links':
      return words.byLink(quantity)
    case 'superhuggg':
      return words.byShare
    default:
      return words.other
  }
}
