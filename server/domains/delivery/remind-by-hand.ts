import { sql } from 'kysely'
import { toInstant } from '#kit/time.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { lockTransaction } from '#server/domains/purchases/record/index.ts'
import { requireDelivery, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { giftReminderMessage } from './emails/gift.ts'
import { heldReasons, whyHeld } from './leave-rules.ts'
import { blockedAddresses } from './messages/contact-address.ts'
import { queueMessage } from './messages/queue-message.ts'

/** No one hears of one gift more often than this, however often their sender presses. */
const COOLDOWN_HOURS = 24

interface Unopened {
  id: string
  recipientId: string
  address: string
  lastSaidAt: Date | null
  isStopped: boolean
}

export interface Reminded {
  changed: number
  refused: { hugggId: string; why: string }[]
}

interface OfPurchase {
  transactionId: string
  teamId: string
  /** Some gifts of the purchase; all of them unless told. */
  hugggIds?: readonly string[]
}

/**
 * Reminds, by email, everybody of a purchase who has not opened their gift. The caller has found it in their scope.
 * @throws restricted where the team sends nothing by email
 */
export async function remindUnopened(work: Work, { transactionId, teamId, hugggIds }: OfPurchase): Promise<Reminded> {
  const { preferences } = found(await teamById(work.tx, teamId), 'team')
  requireDelivery(preferences, { method: 'email', email: undefined, path: 'id' })
  // Two presses at once follow one another, and the second sees what the first has said.
  await lockTransaction(work.tx, transactionId)
  const gifts = await listUnopened(work, transactionId, hugggIds)
  const blocked = await blockedAddresses(
    work.posy,
    work.tx,
    'email',
    gifts.map(({ address }) => address),
  )
  const unopened = new Set(gifts.map(({ id }) => id))
  const refused: Reminded['refused'] = (hugggIds ?? [])
    .filter((id) => !unopened.has(id))
    .map((hugggId) => ({ hugggId, why: 'it is not an unopened gift sent by email' }))
  const held = await whyHeld(
    work,
    gifts.map(({ id }) => id),
  )
  let changed = 0
  for (const gift of gifts) {
    const rule = held.get(gift.id)
    const why = rule ? heldReasons[rule] : whyNot(gift, work.at, blocked.has(gift.address))
    if (why) {
      refused.push({ hugggId: gift.id, why })
      continue
    }
    await queueMessage(work, giftReminderMessage, {
      dedupeKey: `gift-reminder/${gift.id}/${gift.recipientId}/${work.at.toISOString()}`,
      teamId,
      recipientId: gift.recipientId,
      hugggId: gift.id,
      transactionId,
      detail: {},
    })
    changed += 1
  }
  return { changed, refused }
}

function whyNot({ isStopped, lastSaidAt }: Unopened, at: Date, isBlocked: boolean): string | null {
  if (isStopped) return 'its recipient wants no reminders'
  if (isBlocked) return 'no email reaches its address'
  if (lastSaidAt && toInstant(at).since(toInstant(lastSaidAt)).total('hours') < COOLDOWN_HOURS)
    return `its recipient had an email about it in the last ${COOLDOWN_HOURS} hours`
  return null
}

/** Gifts on their way by email that no one has opened, each held until the transaction ends. */
async function listUnopened(
  { tx }: Work,
  transactionId: string,
  hugggIds: OfPurchase['hugggIds'],
): Promise<Unopened[]> {
  const { rows } = await sql<Unopened>`
    select huggg.id, recipient.id as "recipientId", coalesce(recipient.email, colleague.email) as address,
      (select max(coalesce(message.sent_at, message.created_at)) from outgoing_message as message
        where message.huggg_id = huggg.id and message.recipient_id = recipient.id and message.status <> 'cancelled') as "lastSaidAt",
      coalesce((select reminder.stopped from gift_reminder as reminder where reminder.huggg_id = huggg.id), false) as "isStopped"
    from huggg join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id and colleague.deactivated_at is null
    where huggg.transaction_id = ${transactionId} and huggg.status_id = ${Status.Sent} and huggg.deleted_at is null
      and (${hugggIds === undefined} or huggg.id = any(${(hugggIds ?? []) as string[]}::uuid[]))
      and coalesce(recipient.email, colleague.email) is not null
    order by huggg.id for no key update of huggg`.execute(tx)
  return rows
}
