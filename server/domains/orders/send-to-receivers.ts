import type { Receiver } from '#contract/transactions.ts'
import { queueGiftMessages } from '#server/domains/delivery/index.ts'
import { assignRecipients } from '#server/domains/hugggs/index.ts'
import { teamById } from '#server/domains/teams/index.ts'
import { newId } from '#server/kit/ids.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { teamRules } from './load-facts.ts'
import { addressOf, receiverProblems, refuse } from './purchase-rules.ts'
import { emailsOfTeamUsers, lockTransaction, transactionInScope, unassignedHugggs } from './queries.ts'

/**
 * Gives gifts of a purchase that nobody has yet to receivers, one each, and sends them.
 * @returns how many were sent
 * @throws invalid_fields or restricted with every wrong row; wrong_state when fewer gifts are left than receivers
 */
export async function sendToReceivers(
  work: Work,
  caller: Principal,
  transactionId: string,
  receivers: Receiver[],
): Promise<number> {
  const { tx } = work
  const transaction = await transactionInScope(tx, caller, transactionId)
  await lockTransaction(tx, transactionId)
  const userIds = receivers.flatMap((receiver) => receiver.user_id ?? [])
  const emailOfUser = userIds.length ? await emailsOfTeamUsers(tx, caller.teamIds, userIds) : new Map<string, string>()
  refuse(
    receiverProblems(
      { receivers },
      { emailOfUser, team: teamRules(await teamById(tx, transaction.team_id)) },
      'receivers',
    ),
  )
  const hugggs = await unassignedHugggs(tx, transactionId, receivers.length)
  if (hugggs.length < receivers.length) {
    throw new Problem('wrong_state', `Only ${hugggs.length} gifts of this purchase are still free.`, {
      help: 'Send to fewer receivers, or buy more gifts.',
    })
  }
  const rows = receivers.map((receiver, index) => ({
    id: newId(),
    team_id: transaction.team_id,
    transaction_id: transactionId,
    ordinal: hugggs[index]!.ordinal,
    email: addressOf(receiver, emailOfUser)!,
    user_id: receiver.user_id ?? null,
    name: receiver.name ?? null,
    notes: receiver.notes ?? null,
  }))
  await tx.insertInto('recipient').values(rows).execute()
  const hugggIds = hugggs.map((huggg) => huggg.id)
  await assignRecipients(
    work,
    hugggIds.map((hugggId, index) => ({ hugggId, recipientId: rows[index]!.id })),
  )
  await queueGiftMessages(work, { transactionId, hugggIds })
  await work.audit(
    'transaction.sent',
    { kind: 'transaction', id: transactionId },
    { teamId: transaction.team_id, detail: { count: hugggIds.length } },
  )
  return hugggIds.length
}
