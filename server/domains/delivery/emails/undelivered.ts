import { sql } from 'kysely'
import { z } from 'zod'
import type { ReturnPlace } from '#contract/core/return-place.ts'
import type { Pence } from '#kit/money.ts'
import { codeGivenUp } from '#server/domains/hugggs/change/index.ts'
import { bookedElsewhere, type RefundWallet, returnPlace } from '#server/domains/hugggs/money/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { deliveryFailed } from '../messages/events.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { copy, count } from './copy.en-GB.ts'
import { firstLines, type GiftSender, giftSender, peopleToTell, enGB as toSender } from './gift-sender.ts'
import { inline, oneLine } from './html.ts'
import { loadPurchases } from './purchases.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const it = (many: number) => (many === 1 ? 'it' : 'them')

const enGB = {
  giftsUndelivered: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift could not be delivered: ${gift}` : `${count(many)} gifts could not be delivered: ${gift}`,
    heading: (many: number) =>
      many === 1 ? 'A gift could not be delivered' : `${count(many)} gifts could not be delivered`,
    intro: (many: number) =>
      many === 1
        ? 'Our message about this gift did not get through:'
        : 'Our messages about these gifts did not get through:',
    line: (recipient: string, price: string) => `${recipient} · ${price}`,
    whatToDo: (many: number) =>
      many === 1
        ? 'The gift is not lost. Correct the address or number, and it is sent again, under a new link. You can also pass its link on yourself.'
        : 'The gifts are not lost. Correct an address or number, and its gift is sent again, under a new link. You can also pass the links on yourself.',
    ifCancelled: {
      wallet: (many: number, money: string) => `If you cancel ${it(many)}, ${money} is returned to the wallet.`,
      allowance: (many: number, money: string, budget: string) =>
        `If you cancel ${it(many)}, ${money} is returned to the allowance that paid for ${it(many)}: ${budget}.`,
      budget: (many: number, money: string, budget: string) =>
        `If you cancel ${it(many)}, ${money} goes to the budget, ${budget}, not back to the allowance that paid for ${it(many)}.`,
      invoice: (many: number, money: string) =>
        `If you cancel ${it(many)}, ${money} is taken off the invoice, or returned to the wallet where it was paid.`,
    },
    action: 'Put it right',
  },
  giftsRefunded: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift was refunded: ${gift}` : `${count(many)} gifts were refunded: ${gift}`,
    heading: (many: number) => (many === 1 ? 'A gift was refunded' : `${count(many)} gifts were refunded`),
    intro: (many: number) =>
      many === 1
        ? 'Its recipient accepted the gift, but the shop could not give us a code for it. We kept asking, then cancelled the gift.'
        : 'Their recipients accepted the gifts, but the shop could not give us codes for them. We kept asking, then cancelled the gifts.',
    toBudget: (money: string, budget: string) =>
      `${money} has gone back to the budget, ${budget}, with the fee: the allowance that paid is over, or was set again since.`,
    money: (toWallet: string | null, toInvoice: string | null) =>
      toInvoice === null
        ? `${toWallet} has been returned, with the fee. It is available in your wallet now.`
        : toWallet === null
          ? `${toInvoice} has been taken off what you owe, with the fee.`
          : `${toInvoice} has been taken off what you owe. The rest, ${toWallet}, has been returned, and is available in your wallet now.`,
    forWhom: 'Sent to:',
    whatToDo: 'The gift’s page tells its recipient that you have been refunded. You may want to send something else.',
    action: 'See the purchase',
  },
  giftAskedFor: {
    subject: (gift: string) => `A gift has not arrived: ${gift}`,
    heading: 'A gift has not arrived',
    intro: 'Its recipient told us that your gift did not reach them:',
    sent: 'We have sent it to the same address again.',
    notSent: 'We have not sent it again: one is on its way already, or your team no longer sends to this address.',
    whatToDo:
      'If the address is wrong, correct it: the gift then goes out under a new link. No money moves. You can also pass its link on yourself.',
    action: 'See the gift',
  },
}

/** Gifts of a purchase that fail in the same span of the wall clock are told together: a bad list is one email, not fifty. */
const TOLD_TOGETHER_SECONDS = { undelivered: 120, refunded: 600 }
/** For events of the span that are handled a little late. */
const GRACE_SECONDS = 30

/** The end of the span whose gifts it tells of, as an ISO instant, and how long it is: ten minutes where it is not said. */
const span = z.object({ until: z.string(), seconds: z.number().optional() })
/** When the span of a row `notice` began. */
const spanStart = sql`(notice.detail->>'until')::timestamptz - coalesce((notice.detail->>'seconds')::int, 600) * interval '1 second'`

/** To the sender: which of their gifts did not arrive, what they cost, and what to do. One that was corrected or cancelled meanwhile is not spoken of. */
export const giftsUndeliveredEmail = userEmail({
  template: 'gifts-undelivered',
  detail: span,
  load: async (posy, messages) => ({
    purchases: await loadPurchases(posy, messages),
    gifts: await loadUndelivered(posy, messages),
  }),
  write({ id, transactionId }, { purchases, gifts }) {
    const undelivered = gifts.get(id)
    const purchase = purchases.get(transactionId)
    if (!undelivered) return cancelled('all are on their way again, or cancelled')
    if (!purchase) return
    const words = enGB.giftsUndelivered
    const many = undelivered.length
    const [first] = undelivered
    const gift = inline(purchase.giftName)
    const money = (pence: number) => copy.money(pence, first!.currency)
    const { shown, more } = firstLines(
      undelivered.map(({ recipient, pence }) => words.line(recipient, `${gift}, ${money(pence)}`)),
    )
    const sum = money(undelivered.reduce((total, { pence }) => total + pence, 0))
    const place = first!.isInvoiced ? 'invoice' : first!.place
    return {
      ...words,
      subject: words.subject(many, gift),
      preheader: shown[0]!,
      heading: words.heading(many),
      body: [
        words.intro(many),
        { quote: shown },
        more,
        words.whatToDo(many),
        words.ifCancelled[place](many, sum, inline(first!.budgetName ?? '')),
      ],
      path: many === 1 ? `/activity/gifts/${first!.hugggId}` : `/activity/${transactionId}`,
      why: toSender.why,
    }
  },
})

/** To the sender: gifts could not be made, and their money is back. */
export const giftsRefundedEmail = userEmail({
  template: 'gifts-refunded',
  detail: span,
  load: async (posy, messages) => ({
    purchases: await loadPurchases(posy, messages),
    refunds: await loadRefunded(posy, messages),
  }),
  write({ id, transactionId }, { purchases, refunds }) {
    const gifts = refunds.get(id)
    const purchase = purchases.get(transactionId)
    if (!gifts || !purchase) return
    const words = enGB.giftsRefunded
    const many = gifts.length
    const toInvoicePence = gifts.reduce((sum, gift) => sum + gift.toDebtPence, 0)
    const toWalletPence = gifts.reduce((sum, gift) => sum + gift.refundedPence, 0) - toInvoicePence
    const money = (pence: number) => (pence > 0 ? copy.money(pence, gifts[0]!.currency) : null)
    const toBudgetPence = gifts.reduce((sum, gift) => sum + gift.toBudgetPence, 0)
    const rest = [money(toWalletPence - toBudgetPence), money(toInvoicePence)] as const
    const toBudget = money(toBudgetPence)
    const where = [
      toBudget && words.toBudget(toBudget, inline(gifts[0]!.budgetName ?? '')),
      (toBudget === null || rest.some(Boolean)) && words.money(...rest),
    ].filter((line) => typeof line === 'string')
    const { shown, more } = firstLines(gifts.flatMap(({ address }) => address ?? []))
    return {
      ...words,
      subject: words.subject(many, inline(purchase.giftName)),
      preheader: where[0]!,
      heading: words.heading(many),
      body: [
        words.intro(many),
        ...where,
        shown.length > 0 && { label: words.forWhom, quote: shown },
        more,
        words.whatToDo,
      ],
      path: `/activity/${transactionId}`,
      why: toSender.why,
    }
  },
})

/** To the sender: a gift did not reach its recipient, who says so. */
export const giftAskedForEmail = userEmail({
  template: 'gift-asked-for',
  /** Whether it was sent there again. */
  detail: z.object({ isSent: z.boolean() }),
  load: loadAskedFor,
  write({ hugggId, detail: { isSent } }, gifts) {
    const gift = gifts.get(hugggId)
    if (!gift) return
    if (!gift.askedFrom) return cancelled('recipient no longer has an address')
    const words = enGB.giftAskedFor
    const done = isSent ? words.sent : words.notSent
    return {
      ...words,
      subject: words.subject(inline(gift.giftName)),
      preheader: done,
      body: [words.intro, { quote: [oneLine(gift.askedFrom)] }, done, words.whatToDo],
      path: `/activity/gifts/${hugggId}`,
      why: toSender.why,
    }
  },
})

const noticeIds = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

interface UndeliveredGift {
  hugggId: string
  /** By name, where one is known, and address. */
  recipient: string
  pence: Pence
  currency: string
  isInvoiced: boolean
  /** Whose allowance paid for it: its wallet is named after it. Null for any other wallet. */
  budgetName: string | null
  /** Where its money goes when it is cancelled. */
  place: ReturnPlace
}

/**
 * The gifts whose message failed in a notice's span, that have had none since, and that are neither cancelled nor opened by a
 * link that was passed on; by notice.
 */
async function loadUndelivered(
  { db }: Posy,
  messages: readonly { id: string }[],
): Promise<Map<string, UndeliveredGift[]>> {
  const { rows } = await sql<
    Omit<UndeliveredGift, 'place'> & RefundWallet & { messageId: string; isAllowance: boolean; purchasedAt: Date }
  >`
    select notice.id as "messageId", huggg.id as "hugggId", huggg.currency, bought.payment_method = 'invoice' as "isInvoiced",
      concat_ws(', ', coalesce(nullif(recipient.name, ''), nullif(trim(colleague.first_name || ' ' || colleague.surname), '')),
        case when gift.channel = 'sms' then recipient.phone_number else coalesce(recipient.email, colleague.email) end) as recipient,
      huggg.face_pence - huggg.change_pence + huggg.fee_pence + huggg.fee_vat_pence as pence,
      bought.created_at as "purchasedAt", wallet.automation_id is not null as "isAllowance", case when wallet.automation_id is not null then wallet.name end as "budgetName", wallet.returns_to_wallet_id,
      wallet.period_started_at, wallet.earlier_returns_to_wallet_id
    from outgoing_message as notice
    join outgoing_message as gift on gift.transaction_id = notice.transaction_id and gift.template = 'gift'
      and gift.failed_at < (notice.detail->>'until')::timestamptz and gift.failed_at >= ${spanStart}
    join huggg on huggg.id = gift.huggg_id and huggg.recipient_id = gift.recipient_id and huggg.status_id in (1, 2)
    join transaction as bought on bought.id = huggg.transaction_id
    join wallet on wallet.id = huggg.wallet_id
    join recipient on recipient.id = gift.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds(messages)}::uuid[]) and coalesce(recipient.email, recipient.phone_number, colleague.email) is not null
      and not exists (
        select from outgoing_message as later where later.huggg_id = gift.huggg_id and later.template = 'gift'
          and (later.created_at, later.id) > (gift.created_at, gift.id))
    order by gift.created_at, gift.id`.execute(db)
  const told = rows.map(({ isAllowance, purchasedAt, ...gift }) => ({
    ...gift,
    place: returnPlace({ purchased_at: purchasedAt }, isAllowance ? gift : null),
  }))
  return Map.groupBy(told, ({ messageId }) => messageId)
}

interface RefundedGift {
  messageId: string
  refundedPence: Pence
  currency: string
  /** The part of it that reduced the debt on their invoice. */
  toDebtPence: Pence
  /** The part that went to the budget, and not back to the allowance that paid. */
  toBudgetPence: Pence
  /** Whose allowance paid for it: its wallet is named after it. Null for any other wallet. */
  budgetName: string | null
  address: string | null
}

/** The gifts of a purchase that were given up in a notice's span; by notice. */
async function loadRefunded({ db }: Posy, messages: readonly { id: string }[]): Promise<Map<string, RefundedGift[]>> {
  const { rows } = await sql<RefundedGift>`
    select notice.id as "messageId", huggg.refunded_pence as "refundedPence", huggg.currency,
      coalesce((
        select sum(entry.amount)
        from ledger_transfer as transfer
        join ledger_entry as entry on entry.transfer_id = transfer.id
        join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
        where transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text and transfer.kind = 'cancellation'
      ), 0)::bigint as "toDebtPence",
      case when wallet.automation_id is not null then ${bookedElsewhere('huggg')} else 0 end::bigint as "toBudgetPence", case when wallet.automation_id is not null then wallet.name end as "budgetName",
      coalesce(recipient.email, colleague.email, recipient.phone_number) as address
    from outgoing_message as notice
    join transaction on transaction.id = notice.transaction_id
    join huggg on huggg.transaction_id = transaction.id
    join wallet on wallet.id = huggg.wallet_id
    join awaited_code as awaited on awaited.huggg_id = huggg.id
      and awaited.given_up_at < (notice.detail->>'until')::timestamptz
      and awaited.given_up_at >= ${spanStart}
    left join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds(messages)}::uuid[])
    order by huggg.ordinal`.execute(db)
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

/** The gifts that were asked for, and the addresses or numbers they were sent to. */
async function loadAskedFor({ db }: Posy, messages: readonly UserMessage<unknown>[]) {
  const ids = messages.flatMap(({ hugggId }) => hugggId ?? [])
  const gifts = await db
    .selectFrom('huggg')
    .innerJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .innerJoin('product', 'product.id', 'huggg.product_id')
    .leftJoin('app_user as colleague', 'colleague.id', 'recipient.user_id')
    .select(['huggg.id', 'product.name as giftName'])
    .select(sql<string | null>`coalesce(recipient.email, recipient.phone_number, colleague.email)`.as('askedFrom'))
    .where('huggg.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map<string | null, (typeof gifts)[number]>(gifts.map((gift) => [gift.id, gift]))
}

/** Of a gift whose message never will arrive: its sender, and when the last attempt failed. */
const undeliveredGift = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('outgoing_message as message')
    .innerJoin('transaction', 'transaction.id', 'message.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'transaction.user_id')
    .select([...giftSender, 'message.failed_at as failedAt', 'message.id as messageId', 'transaction.quantity'])
    .where('message.huggg_id', '=', hugggId)
    .where('message.template', '=', 'gift')
    .where('message.failed_at', 'is not', null)
    .orderBy('message.created_at', 'desc')
    .executeTakeFirst()

/** Of a gift whose code could not be had: its sender, and when it was given up. */
const refundedGift = (db: Db | Tx, hugggId: string) =>
  db
    .selectFrom('awaited_code')
    .innerJoin('huggg', 'huggg.id', 'awaited_code.huggg_id')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'transaction.user_id')
    .select([...giftSender, 'awaited_code.given_up_at as givenUpAt'])
    .where('awaited_code.huggg_id', '=', hugggId)
    .executeTakeFirst()

interface Together {
  sender: GiftSender
  failedAt: Date
  now: Date
  seconds: number
  /** It is all that can fail: it is told at once, each time that it fails. */
  only?: string | undefined
}

/** One email for all that fails in one span. */
async function notifyTogether(
  work: Work,
  email: typeof giftsUndeliveredEmail | typeof giftsRefundedEmail,
  { sender, failedAt, now, seconds, only }: Together,
): Promise<void> {
  const failedIn = Math.floor(failedAt.getTime() / 1000 / seconds)
  const until = new Date((failedIn + 1) * seconds * 1000)
  const waitMs = only ? 0 : until.getTime() - failedAt.getTime() + GRACE_SECONDS * 1000
  const { id, teamId } = sender
  for (const userId of await peopleToTell(work, sender)) {
    await queueMessage(work, email, {
      dedupeKey: `${email.template}/${id}/${only ?? failedIn}/${userId}`,
      teamId,
      userId,
      transactionId: id,
      detail: { until: until.toISOString(), seconds },
      notBefore: new Date(now.getTime() + waitMs),
    })
  }
}

export const undeliveredEmails: EmailFamily = {
  kinds: [giftsUndeliveredEmail, giftsRefundedEmail, giftAskedForEmail],
  subscribe(posy) {
    onEvent(posy, deliveryFailed, async (work, { hugggId }) => {
      const gift = await undeliveredGift(work.tx, hugggId)
      // Otherwise it has been corrected and is on its way again.
      if (!gift?.failedAt) return
      const { failedAt, messageId, quantity, ...sender } = gift
      const only = quantity === 1 ? messageId : undefined
      await notifyTogether(work, giftsUndeliveredEmail, {
        ...{ sender, failedAt, now: failedAt, only },
        seconds: TOLD_TOGETHER_SECONDS.undelivered,
      })
    })
    onEvent(posy, codeGivenUp, async (work, { hugggId }) => {
      const gift = await refundedGift(work.tx, hugggId)
      if (!gift?.givenUpAt) return
      const { givenUpAt: failedAt, ...sender } = gift
      const now = new Date(posy.wall.nowMs())
      await notifyTogether(work, giftsRefundedEmail, {
        ...{ sender, failedAt, now },
        seconds: TOLD_TOGETHER_SECONDS.refunded,
      })
    })
  },
}
