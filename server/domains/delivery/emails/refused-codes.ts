import { sql } from 'kysely'
import { z } from 'zod'
import { refusalReasonLabels } from '#contract/core/status-labels.ts'
import type { RefusalOutcome, RefusalReason } from '#contract/hugggs/code-refusals.ts'
import { codeRefusalSettled, codeRefused } from '#server/domains/hugggs/change/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { readChannels } from './channels.ts'
import { findGiftSender, peopleToTell, recipientNamed, enGB as toSender } from './gift-sender.ts'
import { inline, oneLine } from './html.ts'
import { renderLetter } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  refused: {
    subject: (gift: string) => `A shop refused a gift’s code: ${gift}`,
    preheader: 'We are asking the shop. No money has moved.',
    heading: 'A shop refused a gift’s code',
    intro: (whose: string) => `${whose || 'Its recipient'} told us that the shop would not take the code of your gift.`,
    said: 'They wrote:',
    next: 'We are asking the shop, and will tell you what comes of it. No money has moved, and you need do nothing.',
    action: 'See the gift',
  },
  settled: {
    subject: (gift: string) => `The refused code is dealt with: ${gift}`,
    heading: 'The refused code is dealt with',
    whose: (whose: string) => `This is the gift for ${whose}.`,
    outcomes: {
      issuer: 'The shop has put it right: the same code works. We have told the recipient. No money has moved.',
      'new-code': 'The gift has a new code, on the same page. We have told the recipient. You pay nothing for it.',
      refund:
        'The code could not be put right, so the gift is cancelled. What you paid has been returned, with the fee: to your wallet, or taken off what you owe.',
    } satisfies Record<RefusalOutcome, string>,
    action: 'See the gift',
  },
  toRecipient: {
    subject: (from: string) => `Your gift from ${from}: try it again`,
    heading: 'Try your gift again',
    outcomes: {
      issuer: 'You told us that a shop would not take your code. We have asked the shop, and the code works now.',
      'new-code':
        'You told us that a shop would not take your code. Your gift has a new code. Use that one: the one before no longer counts.',
    },
    action: 'Show my code',
    why: 'You get this because you told us about it on your gift’s page.',
  },
}

const about = z.object({ refusalId: z.string() })
type About = z.infer<typeof about>

/** To the sender: a shop would not take the code, as the recipient says. */
const codeRefusedEmail = userEmail({
  template: 'code-refused',
  detail: about,
  load: loadRefusals,
  write({ hugggId, detail: { refusalId } }, refusals) {
    const refusal = refusals.get(refusalId)
    if (!refusal) return
    if (refusal.outcome) return cancelled('it is settled')
    const words = enGB.refused
    const quote = [refusalReasonLabels[refusal.reason], refusal.shop, refusal.words].flatMap((line) =>
      line ? oneLine(line) : [],
    )
    return {
      ...words,
      subject: words.subject(inline(refusal.giftName)),
      body: [words.intro(inline(refusal.recipientName ?? '')), { label: words.said, quote }, words.next],
      path: `/activity/gifts/${hugggId}`,
      why: toSender.why,
    }
  },
})

/** To the sender: what came of it. */
const codeRefusalSettledEmail = userEmail({
  template: 'code-refusal-settled',
  detail: about,
  load: loadRefusals,
  write({ hugggId, detail: { refusalId } }, refusals) {
    const refusal = refusals.get(refusalId)
    if (!refusal?.outcome) return
    const words = enGB.settled
    const outcome = words.outcomes[refusal.outcome]
    return {
      ...words,
      subject: words.subject(inline(refusal.giftName)),
      preheader: outcome,
      body: [...(refusal.recipientName ? [words.whose(inline(refusal.recipientName))] : []), outcome],
      path: `/activity/gifts/${hugggId}`,
      why: toSender.why,
    }
  },
})

/** To the recipient who said so, where we have an email address: the code can be tried again. */
const tryCodeAgainMessage = messageKind({ template: 'try-code-again', detail: about, compose: composeTryAgain })

async function composeTryAgain(posy: Posy, messages: readonly QueuedMessage<About>[]) {
  const refusals = await loadRefusals(posy, messages)
  const addressed = [...refusals.values()].map(({ address }) => ({ channel: 'email', address }) as const)
  const channels = await readChannels(posy, addressed)
  return writeEach(posy, messages, ({ detail: { refusalId } }) => {
    const refusal = refusals.get(refusalId)
    if (!refusal?.outcome || refusal.outcome === 'refund') return
    if (!refusal.address) return cancelled('recipient no longer has an address')
    const blocked = channels.whyBlocked({ channel: 'email', address: refusal.address })
    if (blocked) return blocked
    const words = enGB.toRecipient
    const outcome = words.outcomes[refusal.outcome]
    const letter = {
      ...words,
      subject: words.subject(inline(refusal.from)),
      preheader: outcome,
      body: [outcome],
      path: `/g/${refusal.shortcode}`,
      showsLink: true,
    }
    return mailTo(refusal.address, renderLetter(letter, posy.config.publicUrl))
  })
}

interface RefusalFacts {
  id: string
  reason: RefusalReason
  shop: string | null
  words: string | null
  outcome: RefusalOutcome | null
  giftName: string
  recipientName: string | null
  shortcode: string
  from: string
  address: string | null
}

async function loadRefusals(
  { db }: Posy,
  messages: readonly Pick<UserMessage<About>, 'detail'>[],
): Promise<Map<string, RefusalFacts>> {
  const ids = messages.map(({ detail }) => detail.refusalId)
  const { rows } = await sql<RefusalFacts>`
    select refusal.id, refusal.said as reason, refusal.shop, refusal.words, refusal.settled_as as outcome, product.name as "giftName",
      huggg.shortcode, coalesce(recipient.email, colleague.email) as address, ${recipientNamed} as "recipientName",
      coalesce(nullif(message.from_name, ''), nullif(purchase.from_name, ''), nullif(sender.send_as_name, ''), nullif(trim(sender.first_name || ' ' || sender.surname), ''), team.name) as from
    from code_refusal as refusal join huggg on huggg.id = refusal.huggg_id join team on team.id = huggg.team_id
    join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id) join app_user as sender on sender.id = huggg.sender_id
    left join huggg_message as message on message.huggg_id = huggg.id
    left join gift_message as purchase on purchase.transaction_id = huggg.transaction_id
    left join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id and colleague.deactivated_at is null
    where refusal.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const requireRefusal = async (work: Work, id: string) =>
  jobRecord(
    await work.tx.selectFrom('code_refusal').select('id').where('id', '=', id).executeTakeFirst(),
    'word of a refused code',
  )

type Refused = { hugggId: string; refusalId: string }

async function notifySender(
  work: Work,
  email: typeof codeRefusedEmail | typeof codeRefusalSettledEmail,
  { hugggId, refusalId }: Refused,
): Promise<void> {
  await requireRefusal(work, refusalId)
  const sender = await findGiftSender(work.tx, hugggId)
  for (const userId of await peopleToTell(work, sender))
    await queueMessage(work, email, {
      dedupeKey: `${email.template}/${refusalId}/${userId}`,
      teamId: sender.teamId,
      userId,
      hugggId,
      transactionId: sender.id,
      detail: { refusalId },
    })
}

const recipientId = async (db: Db | Tx, hugggId: string) =>
  (await db.selectFrom('huggg').select('recipient_id').where('id', '=', hugggId).executeTakeFirstOrThrow()).recipient_id

async function notifySettled(work: Work, { hugggId, refusalId }: Refused): Promise<void> {
  await notifySender(work, codeRefusalSettledEmail, { hugggId, refusalId })
  const recipient = await recipientId(work.tx, hugggId)
  if (recipient === null) return
  await queueMessage(work, tryCodeAgainMessage, {
    dedupeKey: `${tryCodeAgainMessage.template}/${refusalId}`,
    recipientId: recipient,
    hugggId,
    detail: { refusalId },
  })
}

export const refusedCodeEmails: EmailFamily = {
  kinds: [codeRefusedEmail, codeRefusalSettledEmail, tryCodeAgainMessage],
  subscribe(posy) {
    onEvent(posy, codeRefused, (work, refused) => notifySender(work, codeRefusedEmail, refused))
    onEvent(posy, codeRefusalSettled, notifySettled)
  },
}
