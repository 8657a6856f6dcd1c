import {
  type StatementMovement,
  statementPage,
  statementPeriod,
  type WalletRecord,
} from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { statementCauses, statementReader } from './statement-causes.ts'

interface StatementQuery {
  from?: string | undefined
  to?: string | undefined
  next?: string | undefined
  previous?: string | undefined
  limit: number
  withPeriod: boolean
}

/**
 * One page of a wallet's statement, with what each movement was for as far as the caller may see it, and the period's balances
 * where they are asked for.
 * @throws bad_request (400) for a cursor that is none of ours
 */
export async function explainedStatement(
  db: Db,
  caller: Principal,
  wallet: WalletRecord,
  { withPeriod, ...query }: StatementQuery,
) {
  const [page, period] = await Promise.all([
    statementPage(db, wallet, query),
    withPeriod ? statementPeriod(db, wallet.id, query) : null,
  ])
  const reader = statementReader(caller, caller.permissions)
  const causes = await statementCauses(db, { walletId: wallet.id, reader, lines: page.data })
  const explain = (line: StatementMovement) => {
    const { counterpart, person, documents } = causes.get(line.id)!
    return { ...line, counterpart, person, documents }
  }
  return { ...page, data: page.data.map(explain), period }
}
