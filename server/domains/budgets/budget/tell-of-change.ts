import { newId } from '#kit/ids.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, type ParticipantRecord, participantAmountPence } from './budget.ts'
import { allowancesChanged } from './events.ts'
import { listCurrentParticipants } from './queries.ts'

/**
 * A live budget was changed so that people may lose what they have, or no longer do: they are told while they can still use it. So
 * are those who get more from the next run on.
 */
export async function tellOfChange(work: Work, before: BudgetRecord, after: BudgetRecord): Promise<void> {
  const isSooner = after.ends_at !== null && (before.ends_at === null || after.ends_at < before.ends_at)
  const isLater = before.ends_at !== null && (after.ends_at === null || after.ends_at > before.ends_at)
  const isLess = after.budget_amount < before.budget_amount || after.is_variable !== before.is_variable
  const toReset = after.unspent_action === 'reset' && before.unspent_action !== 'reset'
  const isMore = after.budget_amount > before.budget_amount
  if (!isSooner && !isLater && !toReset && !isMore && !(isLess && after.unspent_action === 'reset')) return
  const active = (await listCurrentParticipants(work.tx, after.id)).filter(({ status }) => status === 'active')
  if (toReset) await tell(work, after, 'resets', active)
  else if (isLess && after.unspent_action === 'reset')
    await tell(work, after, 'resets', await withMoreThanTheirAmount(work, after, active))
  const raised = active.filter((each) => participantAmountPence(after, each) > participantAmountPence(before, each))
  if (!toReset) await tell(work, after, 'raised', raised)
  if (isSooner) await tell(work, after, 'ends', active)
  else if (isLater) await tell(work, after, 'continues', active)
}

async function withMoreThanTheirAmount({ tx }: Work, budget: BudgetRecord, active: readonly ParticipantRecord[]) {
  const balances = await loadBalances(
    tx,
    active.flatMap(({ wallet_id }) => wallet_id ?? []),
  )
  return active.filter(
    (each) => (balances.get(each.wallet_id ?? '')?.available ?? 0) > participantAmountPence(budget, each),
  )
}

async function tell(
  work: Work,
  budget: BudgetRecord,
  cause: 'resets' | 'raised' | 'ends' | 'continues',
  participants: readonly ParticipantRecord[],
): Promise<void> {
  if (participants.length === 0 || ((cause === 'resets' || cause === 'raised') && !budget.next_run_at)) return
  await work.emit(allowancesChanged, {
    budgetId: budget.id,
    cause,
    changeId: newId(),
    people: participants.map((each) => ({ participantId: each.id, amountPence: participantAmountPence(budget, each) })),
  })
}
