import { sql } from 'kysely'
import { z } from 'zod'
import type { HeldGift } from '#contract/delivery/delivery.ts'
import { iso } from '#kit/time.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { copy, count } from './copy.en-GB.ts'
import { findGiftSender, firstLines, peopleToTell, enGB as toSender } from './gift-sender.ts'
import { inline, oneLine } from './html.ts'
import { loadPurchases } from './purchases.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  giftsHeld: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift of yours waits: ${gift}` : `${count(many)} gifts of yours wait: ${gift}`,
    heading: (many: number) => (many === 1 ? 'A gift of yours waits' : `${count(many)} gifts of yours wait`),
    intro: (many: number) =>
      many === 1
        ? 'It was due to be sent now, but your team’s rules do not allow it:'
        : 'They were due to be sent now, but your team’s rules do not allow it:',
    whatToDo: (day: string) =>
      `No money has moved. If your team’s admin changes the rule, the gifts it holds are sent within the hour. Any that still wait on ${day} are cancelled, and their price and fee are returned.`,
    action: 'See the purchase',
  },
  giftsGivenBack: {
    subject: (many: number, gift: string) =>
      many === 1
        ? `A gift was cancelled and refunded: ${gift}`
        : `${count(many)} gifts were cancelled and refunded: ${gift}`,
    heading: (many: number) =>
      many === 1 ? 'A gift was cancelled and refunded' : `${count(many)} gifts were cancelled and refunded`,
    intro: 'Your team’s rules did not allow sending in the time that gifts wait:',
    whatToDo:
      'The price and fee have been returned to where they were paid from. Recipients were told nothing. You may want to send something else.',
    action: 'See the purchase',
  },
  heldBy: {
    method: 'the team does not send in this way now',
    domain: 'the team does not send to its domain now',
    price: 'the team does not give gifts of this price now',
    category: 'the team does not give gifts of this category now',
    cap: 'its recipient has reached the limit for one person from your organisation',
  },
}

export type HeldWhy = HeldGift['why']

const HOUR_MS = 3_600_000
const HELD_DAYS = 14
/** One email for all that is held in one go, which takes several steps. */
const TOLD_AFTER_MS = 60_000

/** Whatever else happens, it goes back before its last day is over rather than being lost with it. */
export const heldUntil = ({ since, expiresAt }: { since: Date; expiresAt: Date }): Date =>
  new Date(Math.min(since.getTime() + HELD_DAYS * 24 * HOUR_MS, expiresAt.getTime() - 2 * HOUR_MS))

interface HeldRow {
  messageId: string
  why: HeldWhy
  address: string | null
  since: Date
  expiresAt: Date
}

/** The gifts that a notice speaks of, by notice: those that still wait, or those that went back in its hour. */
async function loadHeldGifts({ db }: Posy, messages: readonly { id: string }[]): Promise<Map<string, HeldRow[]>> {
  const { rows } = await sql<HeldRow>`
    select notice.id as "messageId", held.why, held.since, huggg.expiry_date as "expiresAt",
      coalesce(recipient.email, colleague.email, recipient.phone_number) as address
    from outgoing_message as notice
    join held_gift as held on held.transaction_id = notice.transaction_id
    join huggg on huggg.id = held.huggg_id
    left join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${messages.map(({ id }) => id)}::uuid[]) and case notice.template
      when 'gifts-held' then held.next_look_at is not null
      else to_char(held.given_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') = notice.detail->>'since' end
    order by huggg.ordinal`.execute(db)
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

const shared = {
  /** The hour in which it was said, `2026-03-02T09`: the gifts of an hour are told together. */
  detail: z.object({ since: z.string() }),
  load: async (posy: Posy, messages: readonly { id: string; transactionId: string | null }[]) => ({
    purchases: await loadPurchases(posy, messages),
    held: await loadHeldGifts(posy, messages),
  }),
}

const listed = (gifts: readonly HeldRow[]) =>
  firstLines(
    gifts.map(({ address, why }) => [address && oneLine(address), enGB.heldBy[why]].filter(Boolean).join(': ')),
  )

/** To the sender: the team's rules hold gifts back. */
export const giftsHeldEmail = userEmail({
  ...shared,
  template: 'gifts-held',
  write({ id, transactionId }, { purchases, held }) {
    const gifts = held.get(id)
    const purchase = purchases.get(transactionId)
    if (!purchase) return
    if (!gifts) return cancelled('none waits now')
    const words = enGB.giftsHeld
    const whatToDo = words.whatToDo(copy.day(new Date(Math.min(...gifts.map((gift) => heldUntil(gift).getTime())))))
    const { shown, more } = listed(gifts)
    return {
      ...words,
      subject: words.subject(gifts.length, inline(purchase.giftName)),
      preheader: whatToDo,
      heading: words.heading(gifts.length),
      body: [words.intro(gifts.length), { quote: shown }, more, whatToDo],
      path: `/activity/${transactionId}`,
      why: toSender.why,
    }
  },
})

/** To the sender: gifts that the rules held back went back for it. */
export const giftsGivenBackEmail = userEmail({
  ...shared,
  template: 'gifts-given-back',
  write({ id, transactionId }, { purchases, held }) {
    const gifts = held.get(id)
    const purchase = purchases.get(transactionId)
    if (!purchase) return
    if (!gifts) return cancelled('none waits now')
    const words = enGB.giftsGivenBack
    const { shown, more } = listed(gifts)
    return {
      ...words,
      subject: words.subject(gifts.length, inline(purchase.giftName)),
      preheader: words.whatToDo,
      heading: words.heading(gifts.length),
      body: [words.intro, { quote: shown }, more, words.whatToDo],
      path: `/activity/${transactionId}`,
      why: toSender.why,
    }
  },
})

/** In one email for all of a purchase within the hour. */
export async function notifyHeldGifts(
  work: Work,
  email: typeof giftsHeldEmail,
  { transactionId, hugggId }: { transactionId: string; hugggId: string },
): Promise<void> {
  const sender = await findGiftSender(work.tx, hugggId)
  const since = iso(work.at).slice(0, 13)
  for (const userId of await peopleToTell(work, sender))
    await queueMessage(work, email, {
      dedupeKey: `${email.template}/${transactionId}/${since}/${userId}`,
      teamId: sender.teamId,
      userId,
      transactionId,
      detail: { since },
      notBefore: new Date(work.posy.wall.nowMs() + TOLD_AFTER_MS),
    })
}

export const heldGiftEmails: EmailFamily = { kinds: [giftsHeldEmail, giftsGivenBackEmail] }
