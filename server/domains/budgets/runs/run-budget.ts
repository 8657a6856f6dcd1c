import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { type Entry, lockBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { spendChargeAsSystem } from '#server/domains/payments/index.ts'
import { holdWallets, startPeriod } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import {
  type BudgetRecord,
  type ExecutionRecord,
  nextRunTimes,
  participantAmountPence,
  runDeltaPence,
} from '../budget/budget.ts'
import { budgetRan } from '../budget/events.ts'
import { participantsToFund } from '../budget/queries.ts'
import { cutShares, holdPersonLimit } from '../limits/person-limit.ts'
import { RunFailure } from './problems.ts'
import { warnOfInvites } from './warn-of-low-funds.ts'

/** Longest that a run waits for someone else's purchase or transfer to be over. */
const LOCK_TIMEOUT = '10s'

/** The wallet is short, and a card is to bring the rest before the run continues. */
export interface NeedsCharge {
  shortfallPence: Pence
}

interface Share {
  participantId: string
  walletId: string
  amountPence: Pence
  beforePence: Pence
  deltaPence: Pence
  /** What a limit per person kept back. */
  cutPence: Pence
}

/**
 * Carries out a run in the transaction that holds the budget's row: what everybody gets is worked out with their balances
 * locked, and moves in one transfer, or nothing does.
 * @returns null when it is done, or what a card must bring first
 * @throws RunFailure when the wallet is short and no card pays; whatever the ledger refuses
 */
export async function runOnce(
  work: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
): Promise<NeedsCharge | null> {
  const { tx } = work
  const joinerOccurrence = execution.trigger === 'joiner' ? execution.occurrence : null
  const participants = await participantsToFund(tx, budget.id, joinerOccurrence)
  const source = { wallet: budget.wallet_id, kind: 'available' as const }
  const accounts = [source, ...participants.map(({ wallet_id }) => ({ wallet: wallet_id, kind: 'available' as const }))]
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx)
  const limited = await holdPersonLimit(work, budget.team_id)
  const walletIds = participants.map(({ wallet_id }) => wallet_id)
  const isReset = budget.unspent_action === 'reset'
  if (isReset) await holdWallets(work, walletIds)
  const [availablePence = 0, ...balances] = await lockBalances(tx, accounts, budget.currency)
  const wanted = participants.map((participant, place) => {
    const amountPence = participantAmountPence(budget, participant)
    const beforePence = balances[place]!
    return {
      participantId: participant.id,
      walletId: participant.wallet_id,
      amountPence,
      beforePence,
      deltaPence: runDeltaPence(budget.unspent_action, amountPence, beforePence),
    }
  })
  const shares = await cutShares(work, budget, limited, wanted)
  const costPence = shares.reduce((sum, { deltaPence }) => sum + deltaPence, 0)
  const shortfallPence = costPence - availablePence
  if (shortfallPence > 0) {
    const needs = await coverByCard(work, budget, execution, shortfallPence)
    if (needs) return needs
  }
  const transferId = await transferShares(work, budget, execution, shares, costPence)
  if (isReset) await startPeriod(work, walletIds, budget.wallet_id)
  await recordOutcomes(work, budget, execution, shares)
  await recordSuccess(work, budget, execution, { transferId, shares })
  return null
}

async function coverByCard(
  work: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
  shortfallPence: Pence,
): Promise<NeedsCharge | null> {
  if (budget.billing_type !== 'card') throw new RunFailure('WALLET_INSUFCCIENT_FUNDS', shortfallPence)
  if (!execution.charge_id) return { shortfallPence }
  const { amount } = await work.tx
    .selectFrom('charge')
    .select('amount')
    .where('id', '=', execution.charge_id)
    .executeTakeFirstOrThrow()
  if (amount < shortfallPence) return { shortfallPence }
  await spendChargeAsSystem(work, {
    chargeId: execution.charge_id,
    amountPence: shortfallPence,
    walletId: budget.wallet_id,
    transactionId: execution.id,
    key: `budget-run/${execution.id}`,
  })
  return null
}

/** @returns the transfer, or null where there was nothing to move */
async function transferShares(
  work: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
  shares: readonly Share[],
  costPence: Pence,
): Promise<string | null> {
  const entries: Entry[] = shares
    .filter(({ deltaPence }) => deltaPence !== 0)
    .map(({ walletId, deltaPence }) => ({ account: { wallet: walletId, kind: 'available' }, amountPence: deltaPence }))
  if (entries.length === 0) return null
  return postTransfer(work.tx, {
    kind: 'budget-run',
    key: `budget-run/${execution.id}`,
    reference: { kind: 'budget_execution', id: execution.id },
    currency: budget.currency,
    at: work.at,
    entries: [{ account: { wallet: budget.wallet_id, kind: 'available' }, amountPence: -costPence }, ...entries],
  })
}

async function recordOutcomes(
  { tx, at }: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
  shares: readonly Share[],
): Promise<void> {
  if (shares.length === 0) return
  const column = <T>(of: (share: Share) => T) => shares.map(of)
  await sql`
    with share as materialized (
      select * from unnest(${column(({ participantId }) => participantId)}::uuid[], ${column(({ amountPence }) => amountPence)}::bigint[],
        ${column(({ beforePence }) => beforePence)}::bigint[], ${column(({ deltaPence }) => deltaPence)}::bigint[],
        ${column(({ cutPence }) => cutPence)}::bigint[]) as share (participant_id, amount_pence, before_pence, delta_pence, cut_pence)
    ), recorded as (
      insert into automated_budget_outcome (execution_id, participant_id, budget_id, occurrence, amount_pence, before_pence, delta_pence, cut_pence)
      select ${execution.id}, participant_id, ${budget.id}, ${execution.occurrence}, amount_pence, before_pence, delta_pence, cut_pence from share
    )
    update automated_budget_participant p
    set total_funds_received = total_funds_received + greatest(share.delta_pence, 0),
      joins_occurrence = case when ${execution.trigger === 'manual'} then joins_occurrence end, updated_at = ${at}
    from share where p.id = share.participant_id`.execute(tx)
}

async function recordSuccess(
  work: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
  { transferId, shares }: { transferId: string | null; shares: readonly Share[] },
): Promise<void> {
  const { tx, at } = work
  const total = (sign: 1 | -1) =>
    shares.reduce((sum, { deltaPence }) => sum + (deltaPence * sign > 0 ? deltaPence * sign : 0), 0)
  await tx
    .updateTable('automated_budget_execution')
    .set({
      status: 'succeeded',
      transfer_id: transferId,
      paid_pence: total(1),
      returned_pence: total(-1),
      cut_pence: shares.reduce((sum, { cutPence }) => sum + cutPence, 0),
      participant_count: shares.length,
      attempts: execution.attempts + 1,
      started_at: execution.started_at ?? at,
      ended_at: at,
      updated_at: at,
    })
    .where('id', '=', execution.id)
    .execute()
  const after = afterSuccess(budget, execution)
  await tx
    .updateTable('automated_budget')
    .set({
      ...after,
      ...nextRunTimes({ ...budget, ...after }, at, {
        warned: execution.trigger !== 'scheduled' && budget.warn_at === null,
      }),
      due_at: at,
      updated_at: at,
    })
    .where('id', '=', budget.id)
    .execute()
  await work.emit(budgetRan, { executionId: execution.id })
  if (execution.trigger !== 'manual') await warnOfInvites(work, { ...budget, ...after })
  await work.audit(
    'automated-budget.ran',
    { kind: 'automatedBudget', id: budget.id },
    {
      teamId: budget.team_id,
      detail: { executionId: execution.id, trigger: execution.trigger, transferId, participants: shares.length },
    },
  )
}

/** Only a scheduled run counts, and leads to the next occurrence. */
function afterSuccess(budget: BudgetRecord, execution: ExecutionRecord) {
  if (execution.trigger === 'manual') return {}
  if (execution.trigger === 'joiner') return { join_retry_at: null }
  return {
    next_index: execution.occurrence! + 1,
    runs_executed: budget.runs_executed + 1,
    retry_at: null,
    join_retry_at: null,
  }
}
