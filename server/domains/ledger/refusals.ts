import { explainConstraint, translateDatabaseError } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/problem/problem.ts'

explainConstraint(
  'ledger_account_overdraft',
  () => new Problem('insufficient_funds', 'There is not enough money in the wallet.'),
)
explainConstraint(
  'ledger_entry_currency',
  () => new Problem('conflict', 'The wallets and the amount are in different currencies.'),
)
explainConstraint(
  'ledger_transfer_key',
  () => new Problem('conflict', 'This has already been done with other details.'),
)
explainConstraint('ledger_transfer_reversed_once', () => new Problem('wrong_state', 'This has already been undone.'))

/** Runs a statement on the ledger; a refusal of the database that a caller can do something about becomes a Problem. */
export async function withRefusals<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw translateDatabaseError(error)
  }
}
