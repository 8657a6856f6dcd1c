import { sql } from 'kysely'
import { ledgerChecks } from '#server/domains/ledger/index.ts'
import type { ReconcileChecks } from '#server/domains/reconciliation/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { bankChecks } from './reconcile-bank.ts'
import { budgetInvoiceChecks } from './reconcile-budget-invoices.ts'
import { budgetChecks } from './reconcile-budgets.ts'
import { cardChecks } from './reconcile-cards.ts'
import { documentChecks } from './reconcile-documents.ts'
import { giftChecks } from './reconcile-gifts.ts'
import { grantChecks } from './reconcile-grants.ts'
import { moneyChecks } from './reconcile-money.ts'
import { planChecks } from './reconcile-plans.ts'
import { settlementChecks } from './reconcile-settlements.ts'
import { vatChecks } from './reconcile-vat.ts'

/** Something that the ledger and the records beside it do not agree on. */
export interface Finding {
  check: string
  /** The record or account concerned. */
  subject: string
  expected: string
  found: string
}

/** Every check: each is one query that selects what is wrong as subject, expected, found. */
export const reconcileChecks: ReconcileChecks = {
  ...ledgerChecks,
  ...moneyChecks,
  ...bankChecks,
  ...budgetChecks,
  ...budgetInvoiceChecks,
  ...cardChecks,
  ...documentChecks,
  ...giftChecks,
  ...grantChecks,
  ...planChecks,
  ...settlementChecks,
  ...vatChecks,
}

/**
 * Proves the ledger against itself, wallets, purchases, gifts, redemptions, cards and the bank: works everything out again from
 * entries and records, never from balances kept beside them. Empty when all is well. Reads one moment of the database,
 * so that it can run while the product does.
 */
export const reconcile = (posy: Posy): Promise<Finding[]> =>
  posy.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(reconcileIn)

/** As `reconcile`, in a transaction that is open. */
export async function reconcileIn(tx: Tx): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [check, query] of Object.entries(reconcileChecks)) {
    const { rows } = await sql<Omit<Finding, 'check'>>`
      select subject::text, expected::text, found::text from (${query}) as finding order by subject`.execute(tx)
    findings.push(...rows.map((row) => ({ check, ...row })))
  }
  return findings
}

const SHOWN = 200

/** `posy reconcile`: says what was found. @returns the exit code, 1 with findings */
export const printReconciliation = async (posy: Posy): Promise<0 | 1> =>
  printFindings(await reconcile(posy), 'The books are in order.')

/** @returns the exit code, 1 with findings */
export function printFindings(findings: readonly Finding[], allIsWell: string): 0 | 1 {
  for (const { check, subject, expected, found } of findings.slice(0, SHOWN)) {
    process.stdout.write(`${check} ${subject}: expected ${expected}, found ${found}\n`)
  }
  if (findings.length > SHOWN) process.stdout.write(`… and ${findings.length - SHOWN} more\n`)
  process.stdout.write(findings.length ? `${findings.length} findings.\n` : `${allIsWell}\n`)
  return findings.length ? 1 : 0
}
