import { sql } from 'kysely'
import { z } from 'zod'
import { accentSchemes } from '#kit/accent.ts'
import { greetingName } from '#kit/greeting-name.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import { hugggCancelled } from '#server/domains/hugggs/change/index.ts'
import { hugggsByIds } from '#server/domains/hugggs/gifts/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { usersByIds } from '#server/domains/identity/users/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailContent,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { readChannels } from './channels.ts'
import { copy } from './copy.en-GB.ts'
import { emailBrands } from './email-brands.ts'
import { giverName, loadGiftMessages } from './gift.ts'
import { html, inline } from './html.ts'
import { type EmailBrand, emailPage, heading, logoRow, paragraph, small } from './layout.ts'

const enGB = {
  subject: (from: string) => `Your gift from ${from} was cancelled`,
  preheader: 'Its code no longer works.',
  greeting: (name: string) => `Hello ${name},`,
  heading: (from: string) => `${from} has cancelled your gift`,
  intro: (gift: string) => `The code of ${gift} no longer works, in shops or online. There is nothing you need to do.`,
  questions: (from: string, team: string) => `If you have questions, ask ${from} at ${team}.`,
}

/** To a recipient who has seen the code of a gift, by email: its sender cancelled it. */
const giftCancelledMessage = messageKind({
  template: 'gift-cancelled',
  detail: z.object({}),
  compose: composeCancelled,
})

async function composeCancelled(posy: Posy, queued: readonly QueuedMessage[]) {
  const messages = await loadGiftMessages(posy, queued)
  const found = await hugggsByIds(
    posy.db,
    messages.map(({ hugggId }) => hugggId),
  )
  const gifts = new Map(found.map((gift) => [gift.id, gift]))
  const products = await productsByIds(
    posy.db,
    found.map((gift) => gift.chosen_product_id ?? gift.product_id),
  )
  const senders = await usersByIds(
    posy.db,
    found.map((gift) => gift.sender_id),
  )
  const brandByTeam = await emailBrands(posy, found)
  const channels = await readChannels(posy, messages)
  return writeEach(posy, messages, (message) => {
    const gift = gifts.get(message.hugggId)
    if (gift?.status_id !== Status.Cancelled) return cancelled('gift is not cancelled')
    if (gift.recipient_id !== message.recipientId) return cancelled('recipient was corrected')
    if (!message.address) return cancelled('recipient no longer has an address')
    const blocked = channels.whyBlocked(message)
    if (blocked) return blocked
    const { teamName, recipientName } = message
    const from = giverName(gift, senders.get(gift.sender_id), teamName)
    const giftName = products.get(gift.chosen_product_id ?? gift.product_id)?.name ?? 'your gift'
    return mailTo(
      message.address,
      giftCancelledEmail({ from, teamName, recipientName, giftName, brand: brandByTeam(gift) }),
    )
  })
}

interface GiftCancelledEmail {
  /** Who gave it, as they sign. */
  from: string
  teamName: string
  recipientName: string | null
  giftName: string
  brand: EmailBrand
}

export function giftCancelledEmail(gift: GiftCancelledEmail): EmailContent {
  const [from, team, name] = [inline(gift.from), inline(gift.teamName), inline(greetingName(gift.recipientName ?? ''))]
  const { accentHex, logoUrl } = gift.brand
  const subject = enGB.subject(from)
  const title = enGB.heading(from)
  const body = [name && enGB.greeting(name), enGB.intro(inline(gift.giftName)), enGB.questions(from, team)].filter(
    Boolean,
  )
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: enGB.preheader,
    ...(logoUrl && { header: logoRow(logoUrl, team) }),
    accents: accentSchemes(accentHex),
    body: html`${heading(title)}${body.map((words) => paragraph(words))}`,
    footer: small(copy.sentWith),
  })
  return { subject, html: page, text: [title, ...body, copy.sentWith].join('\n\n') }
}

/** Who never saw a code finds out on the gift's page; a code may be in someone's hand at the till. */
async function tellWhoSawCodes(work: Work, hugggIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; recipientId: string; teamId: string; transactionId: string }>`
    select huggg.id, recipient.id as "recipientId", huggg.team_id as "teamId", huggg.transaction_id as "transactionId"
    from huggg join recipient on recipient.id = huggg.recipient_id
    where huggg.id = any(${[...hugggIds]}::uuid[]) and huggg.status_id = ${Status.Cancelled} and huggg.revealed_at is not null
      and (recipient.email is not null or recipient.user_id is not null)
    order by huggg.id`.execute(work.tx)
  for (const { id, ...ids } of rows)
    await queueMessage(work, giftCancelledMessage, {
      dedupeKey: `gift-cancelled/${id}`,
      ...ids,
      hugggId: id,
      detail: {},
    })
}

export const giftCancelledEmails: EmailFamily = {
  kinds: [giftCancelledMessage],
  subscribe(posy) {
    onEvent(posy, hugggCancelled, (work, { hugggIds }) => tellWhoSawCodes(work, hugggIds))
  },
}
