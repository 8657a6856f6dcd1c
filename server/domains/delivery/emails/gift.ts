import { sql } from 'kysely'
import { z } from 'zod'
import { accentSchemes } from '#kit/accent.ts'
import { greetingName } from '#kit/greeting-name.ts'
import { expiryAfterDays, londonDate, toDate, toInstant } from '#kit/time.ts'
import { hugggEndsSooner } from '#server/domains/hugggs/change/index.ts'
import { type HugggRecord, hugggsByIds, launchUrl } from '#server/domains/hugggs/gifts/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { senderName, usersByIds } from '#server/domains/identity/users/index.ts'
import { knownTeamName } from '#server/domains/teams/team/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Channel } from '../messages/contact-address.ts'
import {
  type Composed,
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
import { giftBox } from './giftwrap.ts'
import { html, inline, lines, quoted, unlinked } from './html.ts'
import { button, type EmailBrand, emailPage, heading, link, logoRow, paragraph, quotation, small } from './layout.ts'

/** A reminder names the last day from so many days before it on. */
const ENDS_SOON_DAYS = 8

const enGB = {
  gift: {
    preheader: (from: string, lastDay: string) =>
      `It is wrapped and waiting. ${from} chose it for you, and it is yours until ${lastDay}.`,
    greeting: (name: string) => `Hello ${name},`,
    heading: (from: string) => `${from} sent you a little something`,
    intro: 'It is wrapped and waiting for you. No sign-up, no app: just open it.',
    messageFrom: (from: string) => `${from} wrote:`,
    action: 'Open your gift',
    expiry: (lastDay: string) => `It is yours until the end of ${lastDay}.`,
    notExpected: (from: string, team: string) =>
      `Not expecting this? ${from} at ${team} asked us to send it to you. If you do not know them, you can ignore it: nothing happens until you open the gift, and we never ask for your bank details or a password.`,
  },
  giftReminder: {
    preheader: (from: string, lastDay: string) => `${from} chose it for you, and it is yours until ${lastDay}.`,
    /** By how many days are left of it; `from` is null to who sent it. */
    heading: (from: string | null, daysLeft: number, lastDay: string) => {
      const by = from === null ? '' : ` from ${from}`
      if (daysLeft <= 0) return `Today is the last day of your gift${by}`
      const gift = `Your gift${by}`
      if (daysLeft === 1) return `${gift} ends tomorrow`
      return daysLeft <= ENDS_SOON_DAYS ? `${gift} ends on ${lastDay}` : `${gift} is still waiting`
    },
    intro: 'You have a gift that has not been used yet. No sign-up, no app: just open it.',
    stop: 'No more reminders of this gift',
  },
  /** To who sent it. */
  own: {
    preheader: (_: string, lastDay: string) => `It is wrapped and waiting, and it is yours until ${lastDay}.`,
    heading: () => 'Your gift is here',
    messageFrom: () => 'You wrote:',
    notExpected: (_: string, team: string) =>
      `You get this because you sent yourself a gift from ${team}. Nothing happens until you open it.`,
  },
  /** Its sender brought its last day forward. */
  endsSooner: {
    preheader: (_from: string, lastDay: string) => `It is yours until ${lastDay}, and no longer.`,
    heading: (from: string, lastDay: string) => `Your gift from ${from} now ends on ${lastDay}`,
    intro: (from: string) => `${from} has changed the last day of your gift: it ends sooner than we told you before.`,
  },
  test: {
    subject: (subject: string) => `Test: ${subject}`,
    notice: 'This is a test. No gift has been bought, and only you get this email. The button leads to a preview.',
  },
}

/** To a recipient, by email or text: a gift. */
export const giftMessage = messageKind({
  template: 'gift',
  detail: z.object({}),
  compose: (posy, queued) => composeGifts(posy, queued, { isReminder: false }),
})

/** To a recipient, by email: a gift that still waits. */
export const giftReminderMessage = messageKind({
  template: 'gift-reminder',
  detail: z.object({}),
  compose: (posy, queued) => composeGifts(posy, queued, { isReminder: true }),
})

/** To a recipient, by email: their gift ends sooner than they were told. */
const giftEndsSoonerMessage = messageKind({
  template: 'gift-ends-sooner',
  detail: z.object({}),
  compose: (posy, queued) => composeGifts(posy, queued, { isReminder: false, endsSooner: true }),
})

async function composeGifts(
  posy: Posy,
  queued: readonly QueuedMessage[],
  { isReminder, endsSooner = false }: { isReminder: boolean; endsSooner?: boolean },
): Promise<Map<string, Composed>> {
  const messages = await loadGiftMessages(posy, queued)
  const found = await hugggsByIds(
    posy.db,
    messages.map((message) => message.hugggId),
  )
  const gifts = new Map(found.map((gift) => [gift.id, gift]))
  const senders = await usersByIds(
    posy.db,
    found.map((gift) => gift.sender_id),
  )
  const brandByTeam = await emailBrands(posy, found)
  const now = toDate(posy.clock.now())
  const channels = await readChannels(posy, messages)
  return writeEach(posy, messages, (message) => {
    const gift = gifts.get(message.hugggId)
    if (!gift) return cancelled('gift is gone')
    const obstacle = whyNotNow(gift, message, now) ?? whyNoReminder(gift, isReminder) ?? channels.whyBlocked(message)
    if (obstacle) return obstacle
    const sender = senders.get(gift.sender_id)
    const from = giverName(gift, sender, message.teamName)
    const url = launchUrl(posy, gift.shortcode)
    if (message.channel === 'sms') return channels.giftText(message.address!, { from, url })
    const content = giftEmail({
      from,
      url,
      isOwn: !gift.from_name?.trim() && sender?.email.toLowerCase() === message.address?.toLowerCase(),
      teamName: message.teamName,
      recipientName: message.recipientName,
      message: gift.message,
      endsSooner,
      ...(isReminder && { reminder: { stopUrl: `${url}/reminders`, now } }),
      brand: brandByTeam(gift),
      expiresAt: gift.expiry_fixed ? gift.expiry_date : toDate(expiryAfterDays(toInstant(now), gift.expiry_days)),
    })
    return mailTo(message.address!, content)
  })
}

/** Who gives it, as they sign. */
export const giverName = (
  gift: Pick<HugggRecord, 'from_name'>,
  sender: Parameters<typeof senderName>[0] | undefined,
  teamName: string,
): string => gift.from_name?.trim() || (sender ? senderName(sender) : '') || teamName

interface GiftMessageRow {
  id: string
  hugggId: string
  recipientId: string
  channel: Channel
  /** Read for sending, and not kept anywhere. */
  address: string | null
  recipientName: string | null
  teamName: string
}

/** What a gift's message needs besides the gift. */
export async function loadGiftMessages({ db }: Posy, queued: readonly { id: string }[]): Promise<GiftMessageRow[]> {
  const ids = queued.map(({ id }) => id)
  const rows = await db
    .selectFrom('outgoing_message as message')
    .innerJoin('recipient', 'recipient.id', 'message.recipient_id')
    .innerJoin('team', 'team.id', 'recipient.team_id')
    .leftJoin('app_user as colleague', (join) =>
      join.onRef('colleague.id', '=', 'recipient.user_id').on('colleague.deactivated_at', 'is', null),
    )
    .select([
      'message.id',
      'message.channel',
      'message.huggg_id',
      'recipient.id as recipientId',
      'recipient.name',
      'colleague.first_name',
      knownTeamName.as('teamName'),
    ])
    .$narrowType<{ channel: Channel }>()
    .select(
      sql<
        string | null
      >`case when message.channel = 'sms' then recipient.phone_number else coalesce(recipient.email, colleague.email) end`.as(
        'address',
      ),
    )
    .where('message.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ huggg_id, name, first_name, ...row }) => ({
    ...row,
    hugggId: huggg_id!,
    recipientName: name || first_name || null,
  }))
}

/** Everything may have changed since the message was queued. */
function whyNotNow(gift: HugggRecord, message: GiftMessageRow, now: Date): Composed | null {
  if (gift.deleted_at || gift.status_id === Status.Cancelled) return cancelled('gift was cancelled')
  if (gift.status_id === Status.Expired || gift.expiry_date < now) return cancelled('gift has expired')
  if (gift.status_id === Status.Redeemed) return cancelled('gift has been used')
  if (gift.status_id === Status.Scheduled) return cancelled('gift was scheduled for another time')
  if (gift.recipient_id !== message.recipientId) return cancelled('recipient was corrected')
  if (!message.address) return cancelled('recipient no longer has an address')
  return null
}

/** Of a code that was given out there is nothing left to remind of: how long it is good for is the shop's to say. */
const whyNoReminder = (gift: HugggRecord, isReminder: boolean): Composed | null =>
  isReminder && gift.status_id === Status.Fetched ? cancelled('its code was given out') : null

export interface GiftEmail {
  /** Who gives it, as they sign. */
  from: string
  teamName: string
  recipientName: string | null
  message: string | null
  brand: EmailBrand
  url: string
  /** The last moment. */
  expiresAt: Date
  /** Of a reminder: where reminders end, and when it is read. */
  reminder?: { stopUrl: string; now: Date }
  /** To the address of who sends it. */
  isOwn?: boolean
  /** Told because its last day was brought forward. */
  endsSooner?: boolean
  /** Of a draft, to whom writes it. */
  isTest?: boolean
}

/** By the calendar of the last day, which is London's. */
const daysLeft = (expiresAt: Date, now: Date): number =>
  londonDate(toInstant(now))
    .until(londonDate(toInstant(expiresAt)))
    .total('days')

export function giftEmail(gift: GiftEmail): EmailContent {
  const words = {
    ...enGB.gift,
    ...(gift.reminder && enGB.giftReminder),
    ...(gift.isOwn && enGB.own),
    ...(gift.endsSooner && { preheader: enGB.endsSooner.preheader }),
  }
  const from = inline(gift.from)
  const team = inline(gift.teamName)
  const name = inline(greetingName(gift.recipientName ?? ''))
  // It was read before.
  const message = gift.message && !gift.endsSooner && unlinked(gift.message.trim())
  const lastDay = copy.day(gift.expiresAt)
  const { giftwrap, accentHex, logoUrl } = gift.brand
  const stop = gift.reminder?.stopUrl ?? ''
  const title = gift.reminder
    ? enGB.giftReminder.heading(gift.isOwn ? null : from, daysLeft(gift.expiresAt, gift.reminder.now), lastDay)
    : gift.endsSooner
      ? enGB.endsSooner.heading(from, lastDay)
      : gift.isOwn
        ? enGB.own.heading()
        : enGB.gift.heading(from)
  const intro = gift.endsSooner ? enGB.endsSooner.intro(from) : words.intro
  const subject = gift.isTest ? enGB.test.subject(title) : title
  const test = gift.isTest && enGB.test.notice
  const accents = accentSchemes(accentHex)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: test || words.preheader(from, lastDay),
    header: html`${logoUrl && logoRow(logoUrl, team)}${giftBox(giftwrap, { isTop: !logoUrl, accent: accents?.light.accent })}`,
    accents,
    body: html`
${test && quotation(lines(test), accents?.light.accent)}
${heading(title)}
${name && paragraph(words.greeting(name))}
${message ? html`${small(words.messageFrom(from))}${quotation(lines(message), accents?.light.accent)}` : paragraph(intro)}
${button(words.action, gift.url, accents?.light)}
${paragraph(words.expiry(lastDay))}
${small(html`${copy.linkHint}<br>${link(gift.url, gift.url, accents?.light.text)}`)}`,
    footer: html`${small(words.notExpected(from, team))}${stop && small(link(enGB.giftReminder.stop, stop, accents?.light.text))}${small(copy.sentWith)}`,
  })
  const text = [
    test,
    title,
    name && words.greeting(name),
    message ? `${words.messageFrom(from)}\n\n${quoted(message)}` : intro,
    `${words.action}:\n${gift.url}`,
    words.expiry(lastDay),
    words.notExpected(from, team),
    stop && `${enGB.giftReminder.stop}: ${stop}`,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}

async function tellOfSoonerEnd(work: Work, hugggIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; recipientId: string; teamId: string; transactionId: string; end: Date }>`
    select huggg.id, recipient.id as "recipientId", huggg.team_id as "teamId", huggg.transaction_id as "transactionId",
      huggg.expiry_date as end
    from huggg join recipient on recipient.id = huggg.recipient_id
    where huggg.id = any(${[...hugggIds]}::uuid[]) and huggg.status_id in (${Status.Sent}, ${Status.Claimed})
      and (recipient.email is not null or recipient.user_id is not null)
    order by huggg.id`.execute(work.tx)
  for (const { id, end, ...ids } of rows)
    await queueMessage(work, giftEndsSoonerMessage, {
      dedupeKey: `gift-ends-sooner/${id}/${end.toISOString()}`,
      ...ids,
      hugggId: id,
      detail: {},
    })
}

export const giftEmails: EmailFamily = {
  kinds: [giftMessage, giftReminderMessage, giftEndsSoonerMessage],
  subscribe(posy) {
    onEvent(posy, hugggEndsSooner, (work, { hugggIds }) => tellOfSoonerEnd(work, hugggIds))
  },
}
