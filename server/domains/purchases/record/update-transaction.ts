import type { Input } from '#contract/core/endpoint.ts'
import type { updateTransaction as updateTransactionEndpoint } from '#contract/orders/transactions.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { transactionInScope } from './queries.ts'

type Changes = Omit<Input<typeof updateTransactionEndpoint>['body'], 'message' | 'from_name'>

/** Changes what a purchase is called and filed under. Fields that are not given stay as they are. */
export async function updateTransaction(work: Work, caller: Principal, id: string, changes: Changes): Promise<void> {
  const transaction = await transactionInScope(work.tx, caller, id)
  const { reasonCodes, preferences } = await teamById(work.tx, transaction.team_id)
  // An empty text is no code either.
  const code = changes.reason_code === '' ? null : changes.reason_code
  if (code && reasonCodes.length && !reasonCodes.includes(code))
    throw invalidFields([{ path: 'reason_code', message: `must be one of ${reasonCodes.join(', ')}` }])
  if (code === null && preferences.requireReasonCode)
    throw invalidFields([{ path: 'reason_code', message: 'the team requires a reason code' }])
  const { notes, tags, ...rest } = changes
  const fields = code === undefined ? rest : { ...rest, reason_code: code }
  await work.tx
    .updateTable('transaction')
    .set({ ...fields, ...(tags && { tags: [...new Set(tags)] }), updated_at: work.at })
    .where('id', '=', id)
    .execute()
  if (notes !== undefined) {
    await work.tx
      .insertInto('gift_message')
      .values({ transaction_id: id, team_id: transaction.team_id, notes })
      .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet({ notes }))
      .execute()
  }
  await work.audit(
    'transaction.updated',
    { kind: 'transaction', id },
    { teamId: transaction.team_id, detail: { fields: Object.keys(changes) } },
  )
}
