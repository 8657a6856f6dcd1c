import { sql } from 'kysely'
import { countsForVat, taxPoint } from '#server/domains/purchases/invoices/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaperRow } from './accounts-bills.ts'

/**
 * The papers of teams by which they are charged, with their tax points between two days, as bills read them. What a credit
 * note lessened of an invoice's debt, and what an invoice of gifts charged again added to one, is the ledger's word.
 */
export async function papersBetween(
  tx: Tx,
  {
    teamIds,
    currency,
    from,
    until,
    since,
  }: { teamIds: readonly string[]; currency: string; from: string; until: string; since: Date },
): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    select document.kind, document.number, dated.day::text as "taxPoint", document.plan_invoice_id is not null as "isPlan",
      jsonb_build_object('dates', document.content->'dates', 'lines', document.content->'lines') as content,
      coalesce(owed.pence, 0)::bigint as "owedPence"
    from document
    cross join lateral (select ${taxPoint} as day) as dated
    left join lateral (
      select abs(sum(entry.amount)) as pence
      from (
        select transfer.id from credited_gift as credited
        join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = credited.huggg_id::text
          and transfer.kind in ('cancellation', 'expiry') and transfer.reverses_transfer_id is null
        where credited.document_id = document.id
        union all select transfer.id from gift_change
        join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = gift_change.huggg_id::text and transfer.kind = 'change'
        where gift_change.document_id = document.id
        union all select transfer.id from plan_credit
        join ledger_transfer as transfer on transfer.reference_kind = 'plan_credit' and transfer.reference_id = plan_credit.id::text
        where plan_credit.plan_invoice_id = document.plan_invoice_id and plan_credit.created_at = document.issued_at
        union all select again.reversal_id from recharged_gift as again where again.document_id = document.id
      ) as moved
      join ledger_entry as entry on entry.transfer_id = moved.id
      join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
    ) as owed on document.kind in ('credit-note', 'supplementary-invoice')
    where document.team_id = any(${[...teamIds]}::uuid[]) and document.currency = ${currency} and ${countsForVat}
      and document.issued_at >= ${since} and dated.day >= ${from}::date and dated.day < ${until}::date
    order by dated.day, document.issued_at, document.number`.execute(tx)
  return rows
}
