import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { type BudgetRecord, restrictionsOf } from './budget.ts'

/**
 * Makes what a budget allows hold for the teams of its participants, where every purchase is checked against it; and has
 * money that still comes to closed wallets go to the budget's wallet of today.
 */
export async function applyRestrictions({ tx, at }: Work, budget: BudgetRecord): Promise<void> {
  const { preferences, reasonCodes } = restrictionsOf(budget)
  await sql`
    update team set preferences = ${JSON.stringify(preferences)}::jsonb, reason_codes = ${reasonCodes}::text[], updated_at = ${at}
    where automation_id = ${budget.id}`.execute(tx)
  await tx
    .updateTable('wallet')
    .set({ returns_to_wallet_id: budget.wallet_id })
    .where('automation_id', '=', budget.id)
    .where('returns_to_wallet_id', 'is not', null)
    .where('returns_to_wallet_id', '<>', budget.wallet_id)
    .execute()
}
