import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, Temporal, toDate } from '#kit/time.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Closed } from './vat-periods.ts'

/** What one paper says of one rate; credit notes below zero. */
export interface VatLine {
  documentId: string
  date: string
  late: boolean
  countsOn: string
  kind: 'receipt' | 'invoice' | 'supplementary-invoice' | 'credit-note' | 'period-invoice' | 'period-credit-note'
  number: string
  transactionId: string | null
  budgetInvoiceId: string | null
  planInvoiceId: string | null
  teamName: string
  basisPoints: number | null
  net: number
  vat: number
  gross: number
}

/**
 * Whether a `document` counts for VAT: a budget's invoices and credit notes of its periods do, in the place of the receipts
 * that they bill.
 */
export const countsForVat = sql<boolean>`(document.kind in ('invoice', 'supplementary-invoice', 'credit-note', 'period-invoice', 'period-credit-note')
  or document.kind = 'receipt' and not exists (
    select from transaction as billed join wallet on wallet.id = billed.wallet_id
    where billed.id = document.transaction_id and wallet.automation_id is not null and billed.payment_method <> 'invoice'))`

/**
 * The London day on which a `document` counts: the tax point it prints. A credit note that prints none is of a time when
 * none did: it counts when the money of its gifts moved.
 */
export const taxPoint = sql<string>`coalesce(
  (select printed->>'date' from jsonb_array_elements(document.content->'dates') as printed where printed->>'label' = 'Tax point' limit 1)::date,
  (select max(london_day(transfer.occurred_at))
    from (select huggg_id, document_id from credited_gift union all select huggg_id, credit_id from recharged_gift) as credited
    join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = credited.huggg_id::text
    where credited.document_id = document.id and transfer.kind in ('cancellation', 'expiry')
      and transfer.reverses_transfer_id is null and transfer.occurred_at <= document.issued_at),
  london_day(document.issued_at))`

/**
 * The papers of teams that no period holds yet, from a day on that none is older than: `day` is the tax
 * point, `late` whether that lies in what is closed.
 */
export const openPapers = (teamIds: readonly string[], closed: Closed | null, since: Date | string) => sql`(
  select document.id as document_id, dated.day, coalesce(dated.day between ${closed?.from ?? null}::date and ${closed?.until ?? null}::date, false) as late
  from document cross join lateral (select ${taxPoint} as day) as dated
  where document.team_id = any(${[...teamIds]}::uuid[]) and ${countsForVat} and document.issued_at >= ${since}
    and not exists (select from vat_period_paper as held where held.document_id = document.id)
)`

/**
 * Of a team, its subteams and its budgets, by the day they count on; one more than are asked for, where there are as
 * many. What a closed period holds counts there; what is late, from the day after.
 */
export async function vatLines(
  db: Db,
  {
    teamId,
    currency,
    from,
    until,
    closed,
    most,
  }: { teamId: string; currency: string; from: string; until: string; closed: Closed | null; most: number },
): Promise<VatLine[]> {
  const teamIds = await loadTeamTree(db, teamId)
  const { rows } = await sql<VatLine>`
    with counted as (
      select paper.document_id, paper.tax_point as day, paper.tax_point < period.from_day as late, greatest(paper.tax_point, period.from_day) as counts_on
      from vat_period as period join vat_period_paper as paper on paper.period_id = period.id
      where period.team_id = ${closed?.teamId ?? null} and period.until_day >= ${from}::date and period.from_day <= ${until}::date
      union all
      select open.document_id, open.day, open.late, case when open.late then ${closed?.nextFrom ?? null}::date else open.day end
      from ${openPapers(teamIds, closed, issuedSince({ from, until }, closed))} as open
    )
    select document.id as "documentId", counted.day::text as date, counted.late, counted.counts_on::text as "countsOn", document.kind, document.number,
      document.transaction_id as "transactionId", document.budget_invoice_id as "budgetInvoiceId",
      (select billed.id from document as billed where billed.plan_invoice_id = document.plan_invoice_id and billed.kind = 'invoice') as "planInvoiceId", team.name as "teamName", (line->>'vatBasisPoints')::int as "basisPoints",
      sum(sign * (line->>'netPence')::bigint)::bigint as net, sum(sign * (line->>'vatPence')::bigint)::bigint as vat,
      sum(sign * ((line->>'netPence')::bigint + (line->>'vatPence')::bigint))::bigint as gross
    from counted
    join document on document.id = counted.document_id
    join team on team.id = document.team_id
    cross join lateral jsonb_array_elements(document.content->'lines') as line
    cross join lateral (select ${signOfPaper} as sign) as direction
    where document.team_id = any(${teamIds}::uuid[]) and document.currency = ${currency}
      and counted.counts_on >= ${from}::date and counted.counts_on <= ${until}::date
    group by document.id, counted.day, counted.late, counted.counts_on, team.name, sign, line->>'vatBasisPoints'
    order by counted.counts_on, sign desc, document.issued_at, document.id, "basisPoints" desc nulls last
    limit ${most + 1}`.execute(db)
  return rows
}

/** Credit notes count below zero. */
export const signOfPaper = sql`case when document.kind in ('credit-note', 'period-credit-note') then -1 else 1 end`

/** What counts between two days and is in no closed period was not issued before this: no paper is issued before its tax point. */
function issuedSince({ from, until }: { from: string; until: string }, closed: Closed | null): Date {
  const first = startOfBusinessDay(from)
  // Whatever is late came after the last closing, but for what was being issued during it.
  const holdsLate = closed !== null && from <= closed.nextFrom && closed.nextFrom <= until
  return holdsLate ? new Date(Math.min(first.getTime(), closed.at.getTime() - DAY_MS)) : first
}

const DAY_MS = 86_400_000

/** Its first moment in London. */
export const startOfBusinessDay = (date: string): Date =>
  toDate(Temporal.PlainDate.from(date).toZonedDateTime(BUSINESS_ZONE).toInstant())

export interface DaysOfTeam {
  teamId: string
  currency: string
  from: Date
  until: Date
}

/** What was charged (below zero: given back) in a range and is on no paper yet. */
export interface Unpapered {
  count: number
  grossPence: Pence
  vatPence: Pence
}

/** Of purchases whose receipt or invoice is not made yet, of gifts that no credit note holds, and of those charged again. */
export async function unpapered(db: Db, { teamId, currency, from, until }: DaysOfTeam): Promise<Unpapered> {
  const teams = await loadTeamTree(db, teamId)
  const { rows } = await sql<Unpapered>`
    select count(*)::int as count, coalesce(sum(gross), 0)::bigint as "grossPence", coalesce(sum(vat), 0)::bigint as "vatPence"
    from (
      select purchase.quantity * (face_pence + fee_pence + fee_vat_pence) as gross, purchase.quantity * (face_vat_pence + fee_vat_pence) as vat
      from transaction as purchase join wallet on wallet.id = purchase.wallet_id
      where purchase.team_id = any(${teams}::uuid[]) and purchase.currency = ${currency} and purchase.awaits_document
        and purchase.created_at >= ${from} and purchase.created_at < ${until} and (wallet.automation_id is null or purchase.payment_method = 'invoice')
      union all
      select -gift.refunded_pence, moved.vat
      from huggg as gift
      join transaction as purchase on purchase.id = gift.transaction_id
      join wallet on wallet.id = purchase.wallet_id
      join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = gift.id::text
        and transfer.kind in ('cancellation', 'expiry') and transfer.occurred_at >= ${from} and transfer.occurred_at < ${until}
      cross join lateral (
        select coalesce(sum(entry.amount), 0) as vat from ledger_entry as entry
        join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = transfer.id
      ) as moved
      where gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency} and gift.refunded_pence > 0 and gift.updated_at >= ${from}
        and (wallet.automation_id is null or purchase.payment_method = 'invoice')
        and not exists (select from credited_gift where huggg_id = gift.id)
      union all
      select again.pence, (
        select coalesce(sum(entry.amount), 0) from ledger_entry as entry
        join ledger_account as account on account.id = entry.account_id and account.kind = 'vat' where entry.transfer_id = again.reversal_id)
      from recharged_gift as again join huggg as gift on gift.id = again.huggg_id
      where again.document_id is null and gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency} and again.at >= ${from} and again.at < ${until}
      union all
      select -gift.change_pence, -gift.change_vat_pence
      from gift_change join huggg as gift on gift.id = gift_change.huggg_id
      join transaction as purchase on purchase.id = gift.transaction_id
      join wallet on wallet.id = purchase.wallet_id
      where gift_change.awaits_credit and gift.team_id = any(${teams}::uuid[]) and gift.currency = ${currency}
        and gift.chosen_at >= ${from} and gift.chosen_at < ${until}
        and (wallet.automation_id is null or purchase.payment_method = 'invoice')
    ) as open`.execute(db)
  return rows[0]!
}

/** What is on none of the papers by which budgets are invoiced by the month. */
export type UnbilledReader = (db: Db, range: DaysOfTeam) => Promise<Unpapered>

/** Whose month each record of a budget's months is, by its id. */
export type PeriodBudgetsReader = (db: Db, invoiceIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    unbilled: UnbilledReader
    budgetsOfPeriods: PeriodBudgetsReader
  }
}
