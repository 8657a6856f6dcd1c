import { sql } from 'kysely'
import { z } from 'zod'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { EmailFamily } from '../messages/message-kind.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  orderComplete: {
    subject: (many: number, gift: string) =>
      many === 1 ? `Your gift is ready: ${gift}` : `Your ${count(many)} gifts are ready: ${gift}`,
    preheader: 'Everything you ordered has been made.',
    heading: (many: number) => (many === 1 ? 'Your gift is ready' : `Your ${count(many)} gifts are ready`),
    byEmail: (many: number) =>
      many === 1
        ? 'It is on its way by email. You can follow it in Posy.'
        : 'They are on their way by email. You can follow each of them in Posy.',
    byLink: (many: number) =>
      many === 1
        ? 'Its link is waiting for you in Posy.'
        : 'Their links are waiting for you in Posy, to copy or to download.',
    byShare: 'Its link is waiting for you in Posy, with a QR code and a poster.',
    other: 'You will find everything about it in Posy.',
    gift: (gift: string) => `What you sent: ${gift}`,
    action: 'See your order',
    why: 'You asked us to tell you when this order was complete.',
  },
  printableReady: {
    subject: (gift: string) => `Your cards are ready to print: ${gift}`,
    preheader: 'Sign in to download the PDF.',
    heading: 'Your cards are ready to print',
    what: 'The PDF is waiting in Posy. Each card opens a gift, so we never attach it to an email.',
    gift: (gift: string) => `What is on them: ${gift}`,
    action: 'Download the cards',
    why: 'You asked us to tell you when they were ready.',
  },
}

interface Purchase {
  quantity: number
  giftName: string
  deliveryMethod: string | null
}

/** The purchases that messages are about. */
export async function loadPurchases(
  { db }: Posy,
  messages: readonly { transactionId: string | null }[],
): Promise<Map<string | null, Purchase>> {
  const ids = messages.flatMap(({ transactionId }) => transactionId ?? [])
  const rows = await db
    .selectFrom('transaction')
    .leftJoin('product', 'product.id', 'transaction.product_id')
    .select(['transaction.id', 'transaction.quantity', 'transaction.title', 'product.name'])
    .select('transaction.delivery_method as deliveryMethod')
    .where('transaction.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, title, name, ...row }) => [id, { ...row, giftName: title || name || '' }]))
}

/** To the buyer: all gifts of a purchase have been made. */
export const orderCompleteEmail = userEmail({
  template: 'order-complete',
  detail: z.object({}),
  load: loadPurchases,
  write({ transactionId }, purchases) {
    const purchase = purchases.get(transactionId)
    if (!purchase) return
    const words = enGB.orderComplete
    const gift = inline(purchase.giftName)
    return {
      ...words,
      subject: words.subject(purchase.quantity, gift),
      heading: words.heading(purchase.quantity),
      body: [whereTheyAre(purchase), words.gift(gift)],
      path: `/activity/${transactionId}`,
    }
  },
})

function whereTheyAre({ deliveryMethod, quantity }: Purchase): string {
  const words = enGB.orderComplete
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

/** Leads to the purchase, where anyone who signs in downloads the cards; the PDF itself is never sent. */
const printableReadyEmail = userEmail({
  template: 'printable-ready',
  detail: z.object({}),
  load: loadPurchases,
  write({ transactionId }, purchases) {
    const purchase = purchases.get(transactionId)
    if (!purchase) return
    const words = enGB.printableReady
    const gift = inline(purchase.giftName)
    return {
      ...words,
      subject: words.subject(gift),
      body: [words.what, words.gift(gift)],
      path: `/activity/${transactionId}`,
    }
  },
})

/** Tells the buyer, where they asked for it, that all gifts of a purchase have been made. Once per purchase. */
export async function notifyOrderComplete(work: Work, { transactionId }: { transactionId: string }): Promise<void> {
  const transaction = await work.tx
    .selectFrom('transaction')
    .select(['team_id as teamId', 'user_id as userId', 'notify_on_complete'])
    .where('id', '=', transactionId)
    .executeTakeFirst()
  if (!transaction?.notify_on_complete) return
  const { teamId, userId } = transaction
  const dedupeKey = `order-complete:${transactionId}`
  await queueMessage(work, orderCompleteEmail, { dedupeKey, teamId, userId, transactionId, detail: {} })
}

/** Tells the person who asked for it by email that their cards can be downloaded; once for each request. */
export async function notifyPrintableReady(
  work: Work,
  ready: { transactionId: string; printableId: string; userId: string; request: string },
): Promise<void> {
  const { transactionId, printableId, userId, request } = ready
  const transaction = await work.tx
    .selectFrom('transaction')
    .select('team_id as teamId')
    .where('id', '=', transactionId)
    .executeTakeFirst()
  const dedupeKey = `printable-ready:${printableId}:${request}`
  const teamId = transaction?.teamId ?? null
  await queueMessage(work, printableReadyEmail, { dedupeKey, teamId, userId, transactionId, detail: {} })
}

export const purchaseEmails: EmailFamily = { kinds: [orderCompleteEmail, printableReadyEmail] }
