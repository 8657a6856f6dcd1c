import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** What each transfer did to what suppliers are owed. */
const owed = sql`(
  select transfer_id, currency, sum(amount)::bigint as pence from ${posted} as posted where account = 'supplier-payable' group by transfer_id, currency
)`

/** Statements that neither were paid nor are carried on to another. */
const unpaid = sql`(
  select * from merchant_statement as statement
  where transfer_id is null and not exists (select from merchant_statement_line where carried_id = statement.id)
)`

/** Merchants' statements and payments against redemptions and the ledger: each selects what is wrong. */
export const settlementChecks = {
  /** A line is what the ledger moved for its redemption, code or correction, or what an earlier statement left over. */
  'statement-line': sql`
    select statement.number || ' line ' || line.ordinal as subject, coalesce(owed.pence, carried.total, 0) || ' ' || statement.currency as expected,
      line.amount || ' ' || coalesce(owed.currency, carried.currency, 'for nothing') as found
    from merchant_statement_line as line
    join merchant_statement as statement on statement.id = line.statement_id
    left join redemption on redemption.id = line.redemption_id
    left join fetched_voucher as code on code.huggg_id = line.huggg_id
    left join merchant_correction as correction on correction.id = line.correction_id
    left join merchant_statement as carried on carried.id = line.carried_id
    left join ${owed} as owed on owed.transfer_id = coalesce(redemption.transfer_id, code.transfer_id, correction.transfer_id)
    where line.amount <> coalesce(owed.pence, carried.total, 0)
      or statement.currency is distinct from coalesce(owed.currency, carried.currency, case when line.amount = 0 then statement.currency end)`,

  /** A statement is the sum of its lines. */
  'statement-total': sql`
    select statement.number as subject, format('%s in %s lines', coalesce(sum(line.amount), 0), count(line.ordinal)) as expected, format('%s in %s lines', total, lines) as found
    from merchant_statement as statement left join merchant_statement_line as line on line.statement_id = statement.id
    group by statement.id having coalesce(sum(line.amount), 0) <> total or count(line.ordinal) <> lines`,

  /** Settled is what stands on a statement, and nothing else: redemptions and supplied codes. */
  'settled-on-statement': sql`
    select redemption.id as subject, case when is_settled then 'a line' else 'no line' end as expected, case when line.ordinal is null then 'none' else 'a line' end as found
    from redemption left join merchant_statement_line as line on line.redemption_id = redemption.id
    where is_settled <> (line.ordinal is not null)
    union all
    select code.huggg_id, case when is_settled then 'a line' else 'no line' end, case when line.ordinal is null then 'none' else 'a line' end
    from fetched_voucher as code left join merchant_statement_line as line on line.huggg_id = code.huggg_id
    where is_settled <> (line.ordinal is not null)`,

  /** What was paid is one transfer of its statements' totals, out of the bank. */
  'statement-paid': sql`
    select coalesce(paid.transfer_id, moved.transfer_id) as subject, format('supplier-payable %s, bank-clearing %s', -paid.pence, paid.pence) as expected,
      format('supplier-payable %s, bank-clearing %s', moved.supplier, moved.bank) as found
    from (select transfer_id, sum(total) as pence from merchant_statement where transfer_id is not null group by transfer_id) as paid
    full join (
      select posted.transfer_id, sum(amount) filter (where account = 'supplier-payable') as supplier, sum(amount) filter (where account = 'bank-clearing') as bank
      from ${posted} as posted
      where posted.kind = 'supplier-payment' and not exists (
        select from ledger_transfer as undo where undo.reverses_transfer_id is not null and posted.transfer_id in (undo.id, undo.reverses_transfer_id))
      group by posted.transfer_id
    ) as moved on moved.transfer_id = paid.transfer_id
    where (moved.supplier, moved.bank) is distinct from (-paid.pence, paid.pence)`,

  /** A payment file is what its statements add up to, unless it was discarded. */
  'payment-file': sql`
    select file.number as subject, format('%s in %s payments', file.total, payments) as expected, format('%s in %s payments', coalesce(sum(statement.total), 0), count(statement.id)) as found
    from merchant_payment_file as file left join merchant_statement as statement on statement.file_id = file.id
    where file.discarded_at is null
    group by file.id having coalesce(sum(statement.total), 0) <> file.total or count(statement.id) <> payments`,

  /** All that merchants are owed is on a statement to pay, or waits for the next; the rest is owed to issuers and to awards' rails. */
  'merchants-owed': sql`
    select currency as subject, sum(expected) as expected, sum(found) as found
    from (
      select currency, total as expected, 0 as found from ${unpaid} as unpaid
      union all
      select owed.currency, owed.pence, 0 from redemption join ${owed} as owed on owed.transfer_id = redemption.transfer_id
      where undone_at is null and not exists (select from merchant_statement_line where redemption_id = redemption.id)
      union all
      select owed.currency, owed.pence, 0 from fetched_voucher as code join ${owed} as owed on owed.transfer_id = code.transfer_id
      where source <> 'pool' or not exists (select from merchant_statement_line where huggg_id = code.huggg_id)
      union all
      select currency, amount, 0 from merchant_correction as correction
      where not exists (select from merchant_statement_line where correction_id = correction.id)
      union all
      select currency, paid_pence + earlier_pence, 0 from award
      union all
      select currency, 0, pence from ${owed} as owed
    ) as compared group by currency having sum(expected) <> sum(found)`,
} satisfies Record<string, RawBuilder<unknown>>
