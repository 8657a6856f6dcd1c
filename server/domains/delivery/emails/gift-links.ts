import { sql } from 'kysely'
import { z } from 'zod'
import { launchUrl } from '#server/domains/hugggs/gifts/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailContent,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { readChannels } from './channels.ts'
import { copy } from './copy.en-GB.ts'
import { html, inline } from './html.ts'
import { emailPage, heading, link, paragraph, small } from './layout.ts'

const enGB = {
  subject: (many: number) => (many === 1 ? 'The link to your gift' : `The links to your ${many} gifts`),
  preheader: 'As you asked: what can still be used.',
  heading: (many: number) => (many === 1 ? 'The link to your gift' : 'The links to your gifts'),
  intro: 'You asked for the gifts that were sent to this address and can still be used:',
  gift: (from: string, lastDay: string | null) =>
    lastDay
      ? `From ${from}, until the end of ${lastDay}`
      : `From ${from}. Its page says until when the shop takes its code`,
  keep: 'Anyone who has a link can use its gift: do not pass this email on.',
  notYou:
    'Did you not ask for this? Then someone typed your address. They learn nothing from it, and you need do nothing.',
  text: (links: string, optOut: string) => `Your gifts that can still be used: ${links}\n${optOut}`,
}

/** A text holds no more links than these. */
const LINKS_IN_TEXT = 3

/** To someone who lost the links of their gifts and asked for them. */
export const giftLinksMessage = messageKind({
  template: 'gift-links',
  detail: z.object({ hugggIds: z.array(z.string()) }),
  compose: composeGiftLinks,
})

type Detail = { hugggIds: string[] }

interface LinkedGift {
  messageId: string
  shortcode: string
  from: string
  expiresAt: Date
  isFetched: boolean
  address: string
}

async function composeGiftLinks(posy: Posy, messages: readonly QueuedMessage<Detail>[]) {
  const gifts = Map.groupBy(await loadGifts(posy, messages), ({ messageId }) => messageId)
  const addressed = messages.map(({ id, channel }) => ({ channel, address: gifts.get(id)?.[0]?.address ?? null }))
  const channels = await readChannels(posy, addressed)
  return writeEach(posy, messages, ({ id, channel }) => {
    const own = gifts.get(id)
    if (!own) return cancelled('no gift that can be used is left, or its recipient has no address')
    const to = own[0]!.address
    const blocked = channels.whyBlocked({ channel, address: to })
    if (blocked) return blocked
    const links = own.map((gift) => ({ ...gift, url: launchUrl(posy, gift.shortcode) }))
    if (channel === 'email') return mailTo(to, giftLinksEmail(links))
    const urls = links.slice(0, LINKS_IN_TEXT).map(({ url }) => url)
    return { kind: 'text', text: { to, text: enGB.text(urls.join(' '), channels.optOut(to)) } }
  })
}

type GiftLink = Pick<LinkedGift, 'from' | 'expiresAt' | 'isFetched'> & { url: string }

function giftLinksEmail(gifts: readonly GiftLink[]): EmailContent {
  const subject = enGB.subject(gifts.length)
  const lines = gifts.map(({ from, expiresAt, isFetched, url }) => ({
    says: enGB.gift(inline(from), isFetched ? null : copy.day(expiresAt)),
    url,
  }))
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: enGB.preheader,
    body: html`${heading(enGB.heading(gifts.length))}${paragraph(enGB.intro)}${lines.map(({ says, url }) =>
      paragraph(html`${says}<br>${link(url, url)}`),
    )}${paragraph(enGB.keep)}`,
    footer: html`${small(enGB.notYou)}${small(copy.sentWith)}`,
  })
  const text = [
    enGB.heading(gifts.length),
    enGB.intro,
    ...lines.map(({ says, url }) => `${says}:\n${url}`),
    enGB.keep,
    enGB.notYou,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.join('\n\n') }
}

/** Where a recipient is written to: by number, or by an address of their own or a colleague's. */
const recipientAddress = (recipientId: ReturnType<typeof sql>) => sql`(
  select case when message.channel = 'sms' then person.phone_number else coalesce(person.email, colleague.email) end as address
  from recipient as person left join app_user as colleague on colleague.id = person.user_id and colleague.deactivated_at is null
  where person.id = ${recipientId})`

/** Everything may have changed since: gifts are listed that can still be used, and whose recipient has the message's address still. */
async function loadGifts({ db, clock }: Posy, messages: readonly QueuedMessage<Detail>[]): Promise<LinkedGift[]> {
  const now = new Date(clock.now().epochMilliseconds)
  const { rows } = await sql<LinkedGift>`
    select message.id as "messageId", huggg.shortcode, huggg.expiry_date as "expiresAt", huggg.status_id = ${Status.Fetched} as "isFetched",
      asked.address,
      coalesce(nullif(own.from_name, ''), nullif(purchase.from_name, ''), nullif(sender.send_as_name, ''), nullif(trim(sender.first_name || ' ' || sender.surname), ''), team.name) as from
    from outgoing_message as message
    cross join lateral ${recipientAddress(sql`message.recipient_id`)} as asked
    cross join lateral jsonb_array_elements_text(message.detail->'hugggIds') as listed (id)
    join huggg on huggg.id = listed.id::uuid
    cross join lateral ${recipientAddress(sql`huggg.recipient_id`)} as present
    join team on team.id = huggg.team_id join app_user as sender on sender.id = huggg.sender_id
    left join huggg_message as own on own.huggg_id = huggg.id
    left join gift_message as purchase on purchase.transaction_id = huggg.transaction_id
    left join fetched_voucher as voucher on voucher.huggg_id = huggg.id
    where lower(present.address) = lower(asked.address) and message.id = any(${messages.map(({ id }) => id)}::uuid[]) and huggg.deleted_at is null
      and ((huggg.status_id in (${Status.Created}, ${Status.Sent}, ${Status.Claimed}) and huggg.expiry_date > ${now})
        or (huggg.status_id = ${Status.Fetched} and coalesce(voucher.expires_at, 'infinity') > ${now}))
    order by huggg.created_at desc, huggg.id`.execute(db)
  return rows
}

export const giftLinkEmails: EmailFamily = { kinds: [giftLinksMessage] }
