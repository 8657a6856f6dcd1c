import type { Receiver } from '#contract/orders/purchase.ts'
import { Temporal, toDate } from '#kit/time.ts'
import { queueGiftMessages } from '#server/domains/delivery/index.ts'
import { assignRecipients, holdSpendCap, scheduleHugggs, spendCapFacts } from '#server/domains/hugggs/sender/index.ts'
import { requireDelivery, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { addRecipients, lockTransaction, transactionInScope } from '../record/index.ts'
import {
  addressColumns,
  addressedRows,
  addressesOfTeamUsers,
  capProblems,
  purchaseFields,
  readAddress,
  receiverProblems,
  refuse,
  teamRules,
} from '../request/index.ts'
import { unassignedHugggs } from './queries.ts'

/**
 * Gives gifts of a purchase that no one has yet to receivers, one each, and sends them: on `sendDate`, or at once, or where
 * the gifts are scheduled at their time.
 * @returns how many were given
 * @throws invalid_fields or restricted with every wrong row, or for a date in the past; wrong_state when fewer gifts are left
 *   than receivers, or when one would be sent after its last day
 */
export async function sendToReceivers(
  work: Work,
  caller: Principal,
  transactionId: string,
  { receivers, sendDate }: { receivers: Receiver[]; sendDate?: string | undefined },
): Promise<number> {
  const { tx } = work
  const transaction = await transactionInScope(tx, caller, transactionId)
  if (transaction.superhuggg_id)
    throw new Problem('wrong_state', 'These gifts are claimed at their shared link.', {
      help: 'Pass the link on, or buy gifts by email.',
    })
  await holdSpendCap(work, transaction.team_id)
  await lockTransaction(tx, transactionId)
  const deliveryMethod = transaction.delivery_method === 'sms' ? 'sms' : 'email'
  requirePermission(caller, deliveryMethod === 'sms' ? 'send-sms' : 'send-email')
  const userIds = receivers.flatMap((receiver) => receiver.user_id ?? [])
  const record = await teamById(tx, transaction.team_id)
  requireDelivery(record.preferences, { method: deliveryMethod, path: 'receivers' })
  const team = teamRules(record)
  const addresses = await addressesOfTeamUsers(tx, caller.teamIds, userIds)
  const people = { ...addresses, team, permissions: caller.permissions }
  const asked = { receivers, deliveryMethod, names: { ...purchaseFields, receivers: 'receivers' } } as const
  const spendCap = await spendCapFacts(tx, work.at, {
    ...{ teamId: transaction.team_id, currency: transaction.currency },
    addresses: addressedRows(asked, people).map(({ address }) => address),
  })
  refuse([
    ...receiverProblems(asked, people),
    ...(spendCap?.cap.mode === 'block'
      ? capProblems(asked, { ...people, spendCap, pence: transaction.face_pence })
      : []),
  ])
  const hugggs = await unassignedHugggs(tx, { transactionId, at: work.at, limit: receivers.length })
  if (hugggs.length < receivers.length) {
    throw new Problem('wrong_state', `Only ${hugggs.length} gifts of this purchase are still free.`, {
      help: 'Send to fewer receivers, or buy more gifts.',
    })
  }
  const recipients = receivers.map((receiver, index) => ({
    ordinal: hugggs[index]!.ordinal,
    ...addressColumns(readAddress(receiver, addresses, { method: deliveryMethod, territory: team.territory })),
    user_id: receiver.user_id ?? null,
    name: receiver.name ?? null,
    notes: receiver.notes ?? null,
  }))
  const recipientIds = await addRecipients(work, { id: transactionId, teamId: transaction.team_id }, recipients)
  const hugggIds = hugggs.map((huggg) => huggg.id)
  await assignRecipients(
    work,
    hugggIds.map((hugggId, index) => ({ hugggId, recipientId: recipientIds[index]! })),
  )
  if (sendDate) await scheduleAll(work, caller, { hugggIds, sendAt: toDate(Temporal.Instant.from(sendDate)) })
  // What is scheduled is left out here, and sent when its time comes.
  await queueGiftMessages(work, { transactionId, hugggIds })
  await work.audit(
    'transaction.sent',
    { kind: 'transaction', id: transactionId },
    { teamId: transaction.team_id, detail: { count: hugggIds.length } },
  )
  return hugggIds.length
}

/** All of them or none. @throws wrong_state for one that would be sent after its last day; invalid_fields for the date */
async function scheduleAll(work: Work, caller: Principal, wanted: { hugggIds: string[]; sendAt: Date }): Promise<void> {
  const { refused } = await scheduleHugggs(work, caller, wanted)
  if (refused[0]) throw new Problem('wrong_state', `A gift cannot be sent then: ${refused[0].why}.`)
}
