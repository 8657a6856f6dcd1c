import { sql } from 'kysely'
import type { Repairs } from '#contract/operator/repairs.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'

/** Asked for by one operator, for another to confirm. */
export const waitingRepairs = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select asked_at as at from repair where confirmed_at is null`)

export interface OpenRepair {
  id: string
  kind: Repairs['open'][number]['kind']
  askedBy: string
  askedAt: Date
  reason: string
  confirmedBy: string | null
  steps: number
  pence: number
}

/** Repairs that wait for another operator, or that were confirmed and not done to their end, the oldest first. */
export async function openRepairs(db: Db): Promise<OpenRepair[]> {
  const { rows } = await sql<OpenRepair>`
    select repair.id, repair.kind, asked_by as "askedBy", asked_at as "askedAt", reason, confirmed_by as "confirmedBy",
      count(step.id)::int as steps, coalesce(sum(step.pence), 0)::bigint as pence
    from repair left join repair_step step on step.repair_id = repair.id and step.state = 'asked'
    group by repair.id having confirmed_at is null or count(step.id) > 0 order by asked_at, repair.id`.execute(db)
  return rows
}

/** Purchases by invoice for which something was paid, by team. */
export async function paidInvoices(db: Db | Tx): Promise<{ id: string; teamId: string; currency: string }[]> {
  const { rows } = await sql<{ id: string; teamId: string; currency: string }>`
    select distinct purchase.id, purchase.team_id as "teamId", purchase.currency
    from invoice_payment as payment join document on document.id = payment.document_id
    join transaction as purchase on purchase.id = document.transaction_id
    where payment.reversed_at is null order by purchase.team_id, purchase.id`.execute(db)
  return rows
}
