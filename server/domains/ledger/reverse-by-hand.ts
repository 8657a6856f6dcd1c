import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { reverseTransfer } from './post-transfer.ts'
import type { TransferKind } from './transfer.ts'

export interface HandReversal {
  transferId: string
  operator: string
  reason: string
}

/** A transfer that someone wants to reverse. */
export interface PostedTransfer {
  id: string
  kind: TransferKind
  referenceKind: string
  referenceId: string
}

/**
 * Reverses a transfer as an operator's act, and writes down who and why.
 * @param object throws a Problem where another way back exists, or a record stands on the transfer
 * @throws not_found (404), wrong_state (409) when it was reversed before, insufficient_funds (402) when its money has been spent
 */
export async function reverseByHand(
  work: Work,
  { transferId, operator, reason }: HandReversal,
  object: (work: Work, transfer: PostedTransfer) => Promise<void>,
): Promise<string> {
  const { tx, at } = work
  const transfer = found(
    await tx
      .selectFrom('ledger_transfer')
      .select(['id', 'kind', 'reference_kind as referenceKind', 'reference_id as referenceId'])
      .where('id', '=', transferId)
      .executeTakeFirst(),
    'transfer',
  )
  await object(work, transfer)
  const id = newId()
  const reversalId = await reverseTransfer(tx, {
    transferId,
    kind: 'correction',
    key: `ledger-reversal/${id}`,
    reference: { kind: 'ledger_reversal', id },
    at,
  })
  await tx
    .insertInto('ledger_reversal')
    .values({ id, transfer_id: transferId, reversal_id: reversalId, operator, reason, at })
    .execute()
  await work.audit(
    'ledger.transfer-reversed',
    { kind: 'transfer', id: transferId },
    { detail: { reversalId, operator, reason } },
  )
  return reversalId
}
