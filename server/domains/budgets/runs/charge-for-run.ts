import type { Pence } from '#kit/money.ts'
import { chargeStoredCard, declineKind } from '#server/domains/payments/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord, ExecutionRecord } from '../budget/budget.ts'
import { executionFor, recordFailure, toRunReference } from './execution.ts'
import { declinedAs, RunFailure } from './problems.ts'

/** What a card must bring before a run can continue. */
export interface RunChargeRequest {
  budgetId: string
  executionId: string
  cardId: string
  teamId: string
  amountPence: Pence
  currency: 'GBX' | 'EUX'
  /** Again with it finds the first charge: a worker that was killed while it asked does not charge twice. */
  key: string
}

const ASK_AGAIN_MS = 30_000

/** Writes down, before the card is asked, that a run waits for it. The budget's row is held. */
export async function requestCharge(
  { tx, at }: Work,
  budget: BudgetRecord,
  execution: ExecutionRecord,
  amountPence: Pence,
): Promise<RunChargeRequest> {
  // A reservation that has become too small is left to lapse; a larger one is a try of its own.
  const attempts = execution.charge_id ? execution.attempts + 1 : execution.attempts
  await tx
    .updateTable('automated_budget_execution')
    .set({ status: 'running', attempts, charge_id: null, started_at: execution.started_at ?? at, updated_at: at })
    .where('id', '=', execution.id)
    .execute()
  await tx
    .updateTable('automated_budget')
    .set({
      sub_status: budget.sub_status === 'stopping' ? 'stopping' : 'running',
      // Should this worker die, another one asks.
      due_at: new Date(at.getTime() + ASK_AGAIN_MS),
      updated_at: at,
    })
    .where('id', '=', budget.id)
    .execute()
  return {
    budgetId: budget.id,
    executionId: execution.id,
    cardId: budget.card_id!,
    teamId: budget.team_id,
    amountPence,
    currency: budget.currency as 'GBX' | 'EUX',
    key: `budget-run/${execution.id}/${attempts}`,
  }
}

/**
 * Asks the card, outside any transaction, and writes down what came of it.
 * @returns whether the run can continue now; not while the provider has yet to answer
 */
export async function chargeForRun(posy: Posy, request: RunChargeRequest): Promise<boolean> {
  const { cardId, teamId, amountPence, currency, key } = request
  let charge: Awaited<ReturnType<typeof chargeStoredCard>> | null = null
  let failure: RunFailure | null = null
  try {
    charge = await chargeStoredCard(posy, { cardId, teamId, amountPence, currency, key })
    if (charge.state === 'declined') failure = new RunFailure(declinedAs[declineKind(charge.error_code)], amountPence)
    else if (charge.state !== 'authorised' && charge.state !== 'requested')
      failure = new RunFailure('CARD_UNKNOWN', amountPence)
  } catch (error) {
    // The card was taken away, or its last month is over.
    if (!(error instanceof Problem)) throw error
    failure = new RunFailure(await whyNotChargeable(posy, cardId), amountPence)
  }
  return asSystem(posy, async (work) => {
    const budget = await work.tx
      .selectFrom('automated_budget')
      .selectAll()
      .where('id', '=', request.budgetId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const execution = await executionFor(work, budget, { trigger: 'manual', executionId: request.executionId })
    if (execution.status !== 'running') return true
    if (failure) {
      await recordFailure(work, budget, toRunReference(execution), failure)
      return true
    }
    if (charge?.state !== 'authorised') return false
    await work.tx
      .updateTable('automated_budget_execution')
      .set({ charge_id: charge.id, updated_at: work.at })
      .where('id', '=', execution.id)
      .execute()
    return true
  })
}

async function whyNotChargeable(posy: Posy, cardId: string): Promise<'CARD_EXPIRED' | 'CARD_UNKNOWN'> {
  const card = await posy.db
    .selectFrom('card')
    .select(['status', 'expires_at'])
    .where('id', '=', cardId)
    .executeTakeFirst()
  const isOver = card && card.expires_at.getTime() <= posy.clock.now().epochMilliseconds
  return card?.status === 'expired' || isOver ? 'CARD_EXPIRED' : 'CARD_UNKNOWN'
}
