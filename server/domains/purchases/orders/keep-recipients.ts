import type { Input } from '#contract/core/endpoint.ts'
import type { putRecipientList } from '#contract/orders/recipient-list.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { isInOrder } from './order.ts'
import { lockOpenOrder } from './save-order.ts'

/**
 * Keeps recipients with a draft as they were typed, wrong ones too; none where the draft says the same.
 * @throws not_found; wrong_state when it was bought; conflict when it has changed since they were typed
 */
export async function keepRecipients(
  work: Work,
  caller: Principal,
  id: string,
  { version, ...list }: Input<typeof putRecipientList>['body'],
): Promise<void> {
  const order = await lockOpenOrder(work, caller, id)
  if (order.type === 'superhuggg')
    throw invalidFields([{ path: 'rows', message: 'no field of a superhuggg order', code: 'other_type' }])
  if (order.version !== version)
    throw new Problem('conflict', 'This order has changed since these recipients were typed.', {
      help: 'Read it again, and send its version.',
    })
  const isKept = !isInOrder(order, list)
  await work.tx
    .updateTable('basket_letter')
    .set({ typed: isKept ? JSON.stringify(list) : null, typed_at: isKept ? work.at : null })
    .where('basket_id', '=', id)
    .execute()
}
