import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Something in the books that the database should never have let in. */
export interface Violation {
  check: LedgerCheck
  /** The transfer or account concerned. */
  subject: string
  expected: string
  found: string
}

/** Each selects what is wrong as subject, expected, found. */
export const ledgerChecks = {
  'unbalanced-transfer': sql`
    select transfer_id as subject, '0' as expected, sum(amount) as found
    from ledger_entry group by transfer_id having sum(amount) <> 0`,

  'transfer-without-entries': sql`
    select id as subject, 'entries' as expected, 'none' as found
    from ledger_transfer where not exists (select from ledger_entry where transfer_id = ledger_transfer.id)`,

  'missing-entry': sql`
    select transfer_id as subject, 'entries 1 to ' || count(*) as expected, min(ordinal) || ' to ' || max(ordinal) as found
    from ledger_entry group by transfer_id having min(ordinal) <> 1 or max(ordinal) <> count(*)`,

  'unknown-transfer': sql`
    select entry.transfer_id as subject, 'transfer number ' || entry.transfer_number as expected,
      coalesce('number ' || transfer.number, 'none') as found
    from ledger_entry as entry left join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where transfer.number is distinct from entry.transfer_number`,

  'unknown-account': sql`
    select entry.transfer_id as subject, 'account ' || entry.account_id as expected, 'none' as found
    from ledger_entry as entry left join ledger_account as account on account.id = entry.account_id
    where account.id is null`,

  'mixed-currency': sql`
    select entry.transfer_id as subject, transfer.currency as expected, entry.currency || ' in an account of ' || account.currency as found
    from ledger_entry as entry
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    join ledger_account as account on account.id = entry.account_id
    where entry.currency <> transfer.currency or entry.currency <> account.currency`,

  'balance-differs': sql`
    select account.id as subject, case when account.platform then 'none' else coalesce(sum(entry.amount), 0)::text end as expected,
      coalesce(account.balance::text, 'none') as found
    from ledger_account as account left join ledger_entry as entry on entry.account_id = account.id
    group by account.id
    having account.balance is distinct from case when not account.platform then coalesce(sum(entry.amount), 0) end`,

  'running-balance-broken': sql`
    select account_id || ' at transfer ' || transfer_id as subject, coalesce(expected::text, 'none') as expected,
      coalesce(balance_after::text, 'none') as found
    from (
      select entry.account_id, entry.transfer_id, entry.balance_after,
        case when not account.platform
          then sum(entry.amount) over (partition by entry.account_id order by entry.transfer_number) end as expected
      from ledger_entry as entry join ledger_account as account on account.id = entry.account_id
    ) as running
    where balance_after is distinct from expected`,

  // By kind, not by the account's own permission: that could have been tampered with too.
  'forbidden-negative': sql`
    select account_id as subject, '0 or more' as expected, min(running) as found
    from (
      select entry.account_id, sum(entry.amount) over (partition by entry.account_id order by entry.transfer_number) as running
      from ledger_entry as entry join ledger_account as account on account.id = entry.account_id
      where account.kind in ('available', 'committed', 'locked')
    ) as balances
    group by account_id having min(running) < 0`,

  'reversal-differs': sql`
    select distinct reversal.id as subject, 'the opposite of ' || reversal.reverses_transfer_id as expected, 'other entries' as found
    from ledger_transfer as reversal
    cross join lateral (
      select account_id, sum(amount) from ledger_entry
      where transfer_id in (reversal.id, reversal.reverses_transfer_id) group by account_id having sum(amount) <> 0
    ) as difference
    where reversal.reverses_transfer_id is not null`,
} satisfies Record<string, RawBuilder<unknown>>

type LedgerCheck = keyof typeof ledgerChecks

/**
 * Works everything out again from the entries, trusting neither the materialised balances nor the rules that guard them,
 * and returns what does not add up: nothing, unless someone went around the database's own refusals.
 */
export async function recomputeLedger(db: Db): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [check, found] of Object.entries(ledgerChecks)) {
    const { rows } = await sql<Omit<Violation, 'check'>>`
      select subject::text, expected::text, found::text from (${found}) as violation order by subject`.execute(db)
    violations.push(...rows.map((row) => ({ check: check as LedgerCheck, ...row })))
  }
  return violations
}
