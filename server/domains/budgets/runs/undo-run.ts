import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { lockBalances } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { allowancesChanged } from '../budget/events.ts'
import { type ExecutionWithErrors, loadExecution, lockBudgetInScope } from '../budget/queries.ts'
import { returnFunds } from '../participants/return-funds.ts'

/** What a run gave someone who still takes part. */
interface Given {
  participantId: string
  walletId: string
  deltaPence: Pence
}

const givenBy = async (db: Db | Tx, executionId: string): Promise<Given[]> => {
  const { rows } = await sql<Given>`
    select p.id as "participantId", p.wallet_id as "walletId", o.delta_pence as "deltaPence"
    from automated_budget_outcome o join automated_budget_participant p on p.id = o.participant_id
    where o.execution_id = ${executionId} and o.delta_pence > 0 and p.status <> 'deleted' order by p.id`.execute(db)
  return rows
}

/** Of what a run gave, only what is there can come back: never what someone had besides. */
const unspentPence = ({ deltaPence }: Given, availablePence: Pence): Pence =>
  Math.max(0, Math.min(deltaPence, availablePence))

/** Money has been given since, or the run is undone already: which of what is left came from it cannot be told. */
async function whyNotUndone(
  db: Db | Tx,
  { id, budget_id, status, undoneAt }: ExecutionWithErrors,
): Promise<string | null> {
  if (status !== 'succeeded') return 'This run paid no one.'
  if (undoneAt) return 'This run has been undone.'
  const later = await db
    .selectFrom('automated_budget_execution')
    .select('id')
    .where('budget_id', '=', budget_id)
    .where('id', '>', id)
    .where('status', 'in', ['succeeded', 'running', 'pending'])
    .limit(1)
    .executeTakeFirst()
  return later ? 'Another run was made since.' : null
}

/** What undoing a run would take back, and from how many; null where it cannot be undone. */
export async function undoable(
  db: Db,
  execution: ExecutionWithErrors,
): Promise<{ people: number; amount: Pence } | null> {
  if (await whyNotUndone(db, execution)) return null
  const { rows } = await sql<{ people: number; amount: Pence }>`
    select count(*)::int as people, coalesce(sum(least(o.delta_pence, account.balance)), 0)::bigint as amount
    from automated_budget_outcome o join automated_budget_participant p on p.id = o.participant_id
    join ledger_account account on account.wallet_id = p.wallet_id and account.kind = 'available'
    join automated_budget b on b.id = o.budget_id
    where o.execution_id = ${execution.id} and o.delta_pence > 0 and account.balance > 0 and p.status <> 'deleted'
      and b.status = 'live' and b.sub_status is distinct from 'stopping'`.execute(db)
  const [found] = rows
  return found && found.amount > 0 ? found : null
}

/**
 * Takes back what a run gave its participants and they have not spent, in one transfer into the budget's wallet. The run
 * stays on record, and the schedule as it is.
 * @throws not_found (404); wrong_state (409) for a run that paid no one, was undone, came before another, or is all spent
 */
export async function undoRun(
  work: Work,
  caller: Principal,
  { budgetId, executionId }: { budgetId: string; executionId: string },
): Promise<ExecutionWithErrors> {
  const { tx } = work
  const budget = await lockBudgetInScope(tx, caller, budgetId)
  const execution = await loadExecution(tx, budgetId, executionId)
  if (budget.status !== 'live' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', 'The budget has ended.', { help: 'What was not spent has gone back.' })
  const why = await whyNotUndone(tx, execution)
  if (why)
    throw new Problem('wrong_state', why, {
      help: 'No money has moved. Take money back from each participant instead.',
    })
  const given = await givenBy(tx, executionId)
  const accounts = [budget.wallet_id, ...given.map(({ walletId }) => walletId)].map((wallet) => ({
    wallet,
    kind: 'available' as const,
  }))
  const [, ...balances] = await lockBalances(tx, accounts, budget.currency)
  const taken = given
    .map((each, place) => ({ ...each, amountPence: unspentPence(each, balances[place]!) }))
    .filter(({ amountPence }) => amountPence > 0)
  if (taken.length === 0)
    throw new Problem('wrong_state', 'Everything that this run gave has been spent.', { help: 'No money has moved.' })
  const returned = await returnFunds(work, budget, {
    kind: 'undo',
    executionId,
    walletIds: taken.map(({ walletId }) => walletId),
    amountsPence: taken.map(({ amountPence }) => amountPence),
  })
  await work.emit(allowancesChanged, {
    budgetId,
    cause: 'undone',
    changeId: executionId,
    people: taken.map(({ participantId, amountPence }) => ({ participantId, amountPence })),
  })
  await work.audit(
    'automated-budget.run-undone',
    { kind: 'automatedBudget', id: budgetId },
    {
      teamId: budget.team_id,
      detail: { executionId, returnedPence: returned.reduce((sum, each) => sum + each, 0), participants: taken.length },
    },
  )
  return loadExecution(tx, budgetId, executionId)
}
