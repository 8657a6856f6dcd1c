import { sql } from 'kysely'
import type { OperatorBudget, OperatorWallet } from '#contract/operator/money.ts'
import { toDate } from '#kit/time.ts'
import { budgetForOperators } from '#server/domains/budgets/index.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { isOfSupport } from '#server/domains/teams/rights/index.ts'
import { latestMovements } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { newestEventsAbout } from './customer-lists.ts'
import { nameOfUser } from './queries.ts'

const SHOWN = 25

interface BudgetFacts {
  customer: OperatorBudget['customer']
  wallet: OperatorBudget['wallet']
  madeBy: string
  isSupport: boolean
}

/** @throws not_found (404) */
export async function budgetPage(
  { clock }: Posy,
  db: Db,
  { id, person }: { id: string; person: string | undefined },
): Promise<OperatorBudget> {
  const shown = await budgetForOperators(db, id, { now: toDate(clock.now()), person: person?.trim() })
  const { rows } = await sql<BudgetFacts>`
    select jsonb_build_object('id', team.id, 'name', team.name) as customer, ${nameOfUser('maker')} as "madeBy",
      jsonb_build_object('id', wallet.id, 'name', wallet.name) as wallet, ${isOfSupport(sql`team.plan_id`)} as "isSupport"
    from automated_budget budget join team on team.id = budget.team_id join wallet on wallet.id = budget.wallet_id
    join app_user maker on maker.id = budget.user_id where budget.id = ${id}`.execute(db)
  return { ...shown, ...rows[0]!, events: await newestEventsAbout(db, { kind: 'automatedBudget', id }, SHOWN) }
}

interface WalletFacts
  extends Pick<OperatorWallet, 'name' | 'reference' | 'currency' | 'isClosed' | 'customer' | 'budget' | 'isSupport'> {}

/** @throws not_found (404) */
export async function walletPage(db: Db, id: string): Promise<OperatorWallet> {
  const { rows } = await sql<WalletFacts>`
    select wallet.name, wallet.reference, wallet.currency, wallet.closed_at is not null as "isClosed",
      jsonb_build_object('id', team.id, 'name', team.name) as customer, ${isOfSupport(sql`team.plan_id`)} as "isSupport",
      case when budget.id is not null then jsonb_build_object('id', budget.id, 'name', budget.name) end as budget
    from wallet join team on team.id = wallet.team_id left join automated_budget budget on budget.id = wallet.automation_id
    where wallet.id = ${id}`.execute(db)
  const facts = found(rows[0], 'wallet')
  const balances = (await loadBalances(db, [id])).get(id)
  const movements = await latestMovements(db, [{ id }], SHOWN)
  return {
    id,
    ...facts,
    availablePence: balances?.available ?? 0,
    committedPence: balances?.committed ?? 0,
    movements: movements.map(({ id: movement, at, description, effect }) => ({
      ...{ id: movement, at, description },
      ...{ availablePence: effect.available, committedPence: effect.committed + effect.locked },
    })),
    events: await newestEventsAbout(db, { kind: 'wallet', id }, SHOWN),
  }
}
