import { sql } from 'kysely'
import { z } from 'zod'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, type Instant, Temporal } from '#kit/time.ts'
import { choiceLeftOver } from '#server/domains/hugggs/change/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { findGiftSender, peopleToTell } from './gift-sender.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { nextSummaryAt } from './reaction-summary.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  changeReturned: {
    subject: (money: string) => `${money} left over from your gifts has been returned`,
    preheader: 'Recipients chose gifts that cost less.',
    heading: (money: string) => `${money} has been returned`,
    intro: (gifts: number, day: string) =>
      gifts === 1
        ? `On ${day}, someone chose a gift that costs less than what you gave. This was left over:`
        : `On ${day}, ${gifts.toLocaleString('en-GB')} people chose gifts that cost less than what you gave. This was left over:`,
    line: (gift: string, gifts: number, money: string) =>
      gifts === 1 ? `${gift}: ${money}` : `${gift}, ${gifts.toLocaleString('en-GB')} gifts: ${money}`,
    more: (purchases: number, money: string) =>
      purchases === 1
        ? `One other purchase: ${money}`
        : `${purchases.toLocaleString('en-GB')} other purchases: ${money}`,
    where: (toWallet: string, toInvoice: string) =>
      !toInvoice
        ? `${toWallet} has been returned to where the gifts were paid from. There is nothing to do.`
        : toWallet
          ? `${toInvoice} has been taken off what you owe. The rest, ${toWallet}, has been returned to where the gifts were paid from. There is nothing to do.`
          : `${toInvoice} has been taken off what you owe. There is nothing to do.`,
    action: 'See the purchase',
    actionOfSeveral: 'See your purchases',
    why: 'You get this once a day at most. You can switch it off in your profile, with receipts and invoices.',
  },
}

interface Returned {
  messageId: string
  transactionId: string
  giftName: string
  gifts: number
  currency: string
  pence: Pence
  /** The part of it that reduced what is owed on an invoice. */
  toDebtPence: Pence
}

/**
 * What choices of the day that each notice speaks of left over of its sender's gifts, by notice and purchase. What a repair gave back
 * of earlier choices is told by the repair.
 */
async function loadReturned({ db }: Posy, notices: readonly { id: string }[]): Promise<Map<string, Returned[]>> {
  const { rows } = await sql<Returned>`
    select notice.id as "messageId", transaction.id as "transactionId", coalesce(nullif(transaction.title, ''), product.name, '') as "giftName",
      count(*)::int as gifts, huggg.currency, sum(huggg.change_pence)::bigint as pence, coalesce(sum(to_debt.pence), 0)::bigint as "toDebtPence"
    from outgoing_message as notice
    join gift_change as change on change.team_id = notice.team_id and change.day = (notice.detail->>'day')::date
    join huggg on huggg.id = change.huggg_id and huggg.sender_id = (notice.detail->>'senderId')::uuid
      and (huggg.chosen_at at time zone 'Europe/London')::date = change.day
    join transaction on transaction.id = huggg.transaction_id
    left join product on product.id = transaction.product_id
    cross join lateral (
      select sum(entry.amount) as pence
      from ledger_transfer as transfer join ledger_entry as entry on entry.transfer_id = transfer.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
      where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind = 'change'
    ) as to_debt
    where notice.id = any(${notices.map(({ id }) => id)}::uuid[])
    group by notice.id, transaction.id, product.name, huggg.currency order by sum(huggg.change_pence) desc, transaction.id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

const SHOWN = 10

/** To the sender: what recipients left over who chose gifts that cost less, and where that money went. */
const changeReturnedEmail = userEmail({
  template: 'change-returned',
  /** A day in London. */
  detail: z.object({ day: z.string(), senderId: z.string() }),
  load: loadReturned,
  write({ id, reader, detail: { day } }, returned) {
    if (!reader.wantsReceipts) return cancelled('not wanted')
    const purchases = returned.get(id)
    if (!purchases) return cancelled('nothing was left over')
    const words = enGB.changeReturned
    const many = purchases.reduce((sum, { gifts }) => sum + gifts, 0)
    const total = formatSums(purchases, ({ pence }) => pence)
    const hidden = purchases.slice(SHOWN)
    const hiddenSum = formatSums(hidden, ({ pence }) => pence)
    const toDebt = formatSums(purchases, ({ toDebtPence }) => toDebtPence)
    const toWallet = formatSums(purchases, ({ pence, toDebtPence }) => pence - toDebtPence)
    const isOne = purchases.length === 1
    return {
      ...words,
      subject: words.subject(total),
      heading: words.heading(total),
      body: [
        hello(reader),
        words.intro(many, copy.day(new Date(`${day}T12:00:00Z`))),
        ...purchases
          .slice(0, SHOWN)
          .map(({ giftName, gifts, pence, currency }) =>
            words.line(inline(giftName), gifts, copy.money(pence, currency)),
          ),
        hidden.length > 0 && words.more(hidden.length, hiddenSum),
        words.where(toWallet, toDebt),
      ],
      action: isOne ? words.action : words.actionOfSeveral,
      path: isOne ? `/activity/${purchases[0]!.transactionId}` : '/activity',
    }
  },
})

/** Sums of each currency: `£6.40`, or `£6.40 and €2.00`; empty for nothing. */
function formatSums(purchases: readonly Returned[], readPence: (one: Returned) => number): string {
  return [...Map.groupBy(purchases, ({ currency }) => currency)]
    .map(([currency, group]) => ({ currency, pence: group.reduce((sum, one) => sum + readPence(one), 0) }))
    .filter(({ pence }) => pence > 0)
    .map(({ currency, pence }) => copy.money(pence, currency))
    .join(' and ')
}

const endOfDay = (day: string): Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant()

/** In one email for all of a London day, at nine the next morning. */
async function notifyReturnedChange(work: Work, hugggId: string): Promise<void> {
  const change = await work.tx
    .selectFrom('gift_change')
    .select(sql<string>`day::text`.as('day'))
    .where('huggg_id', '=', hugggId)
    .executeTakeFirst()
  const { day } = jobRecord(change, 'change of a gift')
  const at = nextSummaryAt(endOfDay(day))
  const waitMs = at.epochMilliseconds - work.posy.clock.now().epochMilliseconds
  const sender = await findGiftSender(work.tx, hugggId)
  const { teamId, senderId } = sender
  for (const userId of await peopleToTell(work, sender))
    await queueMessage(work, changeReturnedEmail, {
      dedupeKey: `change-returned/${teamId}/${senderId}/${day}/${userId}`,
      teamId,
      userId,
      detail: { day, senderId },
      notBefore: new Date(work.posy.wall.nowMs() + Math.max(waitMs, 0)),
    })
}

export const changeReturnedEmails: EmailFamily = {
  kinds: [changeReturnedEmail],
  subscribe(posy) {
    onEvent(posy, choiceLeftOver, (work, { hugggId }) => notifyReturnedChange(work, hugggId))
  },
}
