import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { lockBalances, postTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { allowancesChanged } from '../budget/events.ts'
import { lockBudgetInScope, participantsByIds } from '../budget/queries.ts'

/**
 * Money of participants' wallets goes back into the budget's, in one transfer: an amount of each, or all that is unspent. The
 * budget's row is held.
 * @returns what came back of each wallet, in pence
 * @throws insufficient_funds (402) for more than a wallet has
 */
export async function returnFunds(
  work: Work,
  budget: BudgetRecord,
  {
    kind,
    walletIds,
    participantId = null,
    executionId = null,
    amountsPence,
  }: {
    kind: 'withdrawal' | 'removal' | 'stop' | 'undo'
    walletIds: readonly string[]
    participantId?: string | null
    /** The run that is undone. */
    executionId?: string | null
    /** Of each wallet; else all it has. */
    amountsPence?: readonly Pence[]
  },
): Promise<Pence[]> {
  const { tx, at, actor } = work
  const accounts = [budget.wallet_id, ...walletIds].map((wallet) => ({ wallet, kind: 'available' as const }))
  const [, ...balances] = await lockBalances(tx, accounts, budget.currency)
  const amounts = amountsPence ?? balances
  const total = amounts.reduce((sum, each) => sum + each, 0)
  if (balances.some((balance, place) => balance < amounts[place]!))
    throw new Problem('insufficient_funds', 'The participant has less than that to spend.', {
      help: 'Take less. No money has moved.',
    })
  if (total === 0) return [...amounts]
  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'budget-unlock',
    key: `budget-return/${id}`,
    reference: { kind: 'budget_return', id },
    currency: budget.currency,
    at,
    entries: [
      { account: accounts[0]!, amountPence: total },
      ...walletIds.map((wallet, place) => ({
        account: { wallet, kind: 'available' as const },
        amountPence: -amounts[place]!,
      })),
    ],
  })
  await tx
    .insertInto('automated_budget_return')
    .values({
      id,
      budget_id: budget.id,
      participant_id: participantId,
      execution_id: executionId,
      kind,
      amount: total,
      transfer_id: transferId,
      user_id: actor.kind === 'user' ? actor.id : null,
      created_at: at,
    })
    .execute()
  return [...amounts]
}

/**
 * Takes unspent money of one participant back.
 * @throws not_found (404), insufficient_funds (402), wrong_state (409) for someone who has no wallet yet
 */
export async function withdraw(
  work: Work,
  caller: Principal,
  { budgetId, participantId, amountPence }: { budgetId: string; participantId: string; amountPence: Pence },
): Promise<void> {
  const budget = await lockBudgetInScope(work.tx, caller, budgetId)
  const [participant] = await participantsByIds(work.tx, budgetId, [participantId])
  if (!participant!.wallet_id) throw new Problem('wrong_state', 'The participant has not accepted yet.')
  await returnFunds(work, budget, {
    kind: 'withdrawal',
    walletIds: [participant!.wallet_id],
    participantId,
    amountsPence: [amountPence],
  })
  await work.emit(allowancesChanged, {
    budgetId,
    cause: 'withdrawn',
    changeId: newId(),
    people: [{ participantId, amountPence }],
  })
  await work.audit(
    'automated-budget.withdrawn',
    { kind: 'participant', id: participantId },
    { teamId: budget.team_id, detail: { budgetId, amountPence } },
  )
}
