import { toInstant } from '#kit/time.ts'
import { whyUnreachable } from '#server/domains/hugggs/sender/index.ts'
import { sendableStatuses, statusName } from '#server/domains/hugggs/states/index.ts'
import { requireDelivery, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { fieldSentence, found, Problem } from '#server/platform/problem/problem.ts'
import { ASK_COOLDOWN_HOURS } from './ask-for-gifts.ts'
import { requireMayLeave } from './leave-rules.ts'
import type { Channel } from './messages/contact-address.ts'
import { queueAgain } from './queue-again.ts'

/**
 * Sends a gift's message once more, to the address its recipient has now. A message that is still on its way is tried at
 * once instead of being joined by a second one. The caller has found it in their scope.
 * @throws not_found · wrong_state for a gift that is not to be sent (again), was just sent again, has no recipient with an address, or
 *   one that nothing reaches · restricted where the team does not send in this way, or to this domain
 */
export async function resend(work: Work, caller: Principal, hugggId: string): Promise<void> {
  const gift = found(
    await work.tx
      .selectFrom('huggg')
      .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
      .leftJoin('app_user as colleague', 'colleague.id', 'recipient.user_id')
      .select([
        'huggg.status_id',
        'huggg.team_id',
        'huggg.transaction_id',
        'huggg.recipient_id',
        'recipient.email',
        'recipient.phone_number',
        'recipient.user_id',
        'colleague.email as colleagueEmail',
      ])
      .where('huggg.id', '=', hugggId)
      .forNoKeyUpdate('huggg')
      .executeTakeFirst(),
    'huggg',
  )
  if (!sendableStatuses.includes(gift.status_id))
    throw new Problem('wrong_state', `A gift that is ${statusName(gift.status_id)} cannot be sent again.`)
  if (!gift.recipient_id || !(gift.email || gift.phone_number || gift.user_id))
    throw new Problem('wrong_state', 'This gift has no recipient with an address or a number.')
  const { preferences } = await teamById(work.tx, gift.team_id)
  const method = isText(gift) ? 'sms' : 'email'
  requireDelivery(preferences, { method, email: gift.email ?? undefined, path: 'receiver' })
  await requireMayLeave(work, [hugggId], 'receiver')
  requirePermission(caller, isText(gift) ? 'send-sms' : 'send-email')
  await requireReachable(work, { channel: method, address: (gift.email ?? gift.phone_number ?? gift.colleagueEmail)! })
  await requirePause(work, { hugggId, recipientId: gift.recipient_id })
  await queueAgain(work, {
    hugggId,
    teamId: gift.team_id,
    transactionId: gift.transaction_id,
    recipientId: gift.recipient_id,
    channel: method,
  })
}

/** @throws wrong_state for an address that a message would not be sent to */
async function requireReachable(work: Work, to: { channel: Channel; address: string }): Promise<void> {
  const why = await whyUnreachable(work, to)
  if (!why) return
  const what = to.channel === 'sms' ? 'number' : 'address'
  throw new Problem('wrong_state', fieldSentence({ path: 'receiver', message: why.message }), {
    help: `Correct the ${what} where the gift has not been opened, or pass its link on yourself. If the ${what} is right, write to support.`,
    details: [{ path: 'receiver', code: 'blocked', ...why }],
  })
}

/** @throws wrong_state for what has been sent again, and left, a little while ago */
async function requirePause(work: Work, gift: { hugggId: string; recipientId: string }): Promise<void> {
  const left = await work.tx
    .selectFrom('outgoing_message')
    .select('created_at')
    .where('huggg_id', '=', gift.hugggId)
    .where('recipient_id', '=', gift.recipientId)
    .where('template', '=', 'gift')
    .where('status', 'in', ['sent', 'delivered'])
    .orderBy('created_at', 'desc')
    .execute()
  const [latest] = left
  if (!latest || left.length === 1) return
  if (toInstant(work.at).since(toInstant(latest.created_at)).total('hours') >= ASK_COOLDOWN_HOURS) return
  throw new Problem('wrong_state', 'This gift was sent again less than an hour ago.', {
    help: 'Wait a little, or pass its link on yourself.',
  })
}

const isText = ({ email, phone_number }: { email: string | null; phone_number: string | null }): boolean =>
  phone_number !== null && email === null
