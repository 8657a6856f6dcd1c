import type { Selectable } from 'kysely'
import { Temporal } from '#kit/time.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type BillingPeriod, type PlanPeriod, periodAt, startOfDay } from './period.ts'
import type { Billed } from './quote.ts'

type Row = Selectable<Database['plan_subscription']>
export type PlanRequestRecord = Selectable<Database['plan_request']>

/** A team that is billed for its plan. */
export interface Subscription {
  teamId: string
  plan: PlanRecord
  userId: string
  currency: string
  anchor: Temporal.PlainDate
  billingPeriod: BillingPeriod
  periodsInvoiced: number
  /** The period that was invoiced last. */
  period: PlanPeriod
  startedOn: Temporal.PlainDate
  nextInvoiceAt: Date
}

/** A calendar date as the database has it, whatever the driver makes of it. */
export const civil = (value: string | Date): Temporal.PlainDate =>
  Temporal.PlainDate.from(typeof value === 'string' ? value.slice(0, 10) : value.toISOString().slice(0, 10))

export async function findSubscription(db: Db | Tx, teamId: string): Promise<Subscription | null> {
  const row = await db.selectFrom('plan_subscription').selectAll().where('team_id', '=', teamId).executeTakeFirst()
  return row ? toSubscription(db, row) : null
}

async function toSubscription(db: Db | Tx, row: Row): Promise<Subscription> {
  const anchor = civil(row.anchor)
  const billingPeriod = row.billing_period as BillingPeriod
  return {
    teamId: row.team_id,
    plan: await loadPlan(db, row.plan_id),
    userId: row.user_id,
    currency: row.currency,
    anchor,
    billingPeriod,
    periodsInvoiced: row.periods_invoiced,
    period: periodAt(anchor, billingPeriod, row.periods_invoiced - 1),
    startedOn: civil(row.started_on),
    nextInvoiceAt: row.next_invoice_at,
  }
}

/** What a quote for another plan starts from. */
export const billedUntil = (subscription: Subscription | null): Billed | null =>
  subscription && {
    plan: subscription.plan,
    anchor: subscription.anchor,
    billingPeriod: subscription.billingPeriod,
    period: subscription.period,
  }

/** Writes what a team is billed for from now on: whatever it was before is replaced. */
export async function saveSubscription(
  { tx, at }: { tx: Tx; at: Date },
  wanted: {
    teamId: string
    plan: Pick<PlanRecord, 'id' | 'billingPeriod'>
    userId: string
    currency: string
    anchor: Temporal.PlainDate
    periodsInvoiced: number
    startedOn: Temporal.PlainDate
  },
): Promise<void> {
  const next = periodAt(wanted.anchor, wanted.plan.billingPeriod, wanted.periodsInvoiced).from
  const values = {
    plan_id: wanted.plan.id,
    user_id: wanted.userId,
    currency: wanted.currency,
    anchor: wanted.anchor.toString(),
    billing_period: wanted.plan.billingPeriod,
    periods_invoiced: wanted.periodsInvoiced,
    started_on: wanted.startedOn.toString(),
    next_invoice_at: startOfDay(next),
    updated_at: at,
  }
  await tx
    .insertInto('plan_subscription')
    .values({ team_id: wanted.teamId, created_at: at, ...values })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(values))
    .execute()
}

export const endSubscription = async (tx: Tx, teamId: string): Promise<void> => {
  await tx.deleteFrom('plan_subscription').where('team_id', '=', teamId).execute()
}

/** The wish of a team that is still open: at most one. */
export const openRequest = (db: Db | Tx, teamId: string): Promise<PlanRequestRecord | undefined> =>
  db
    .selectFrom('plan_request')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('approved_at', 'is', null)
    .executeTakeFirst()

/** When teams leave their plan, of those that have a day for it. */
export async function plannedEnds(db: Db | Tx, teamIds: readonly string[]): Promise<Map<string, Date>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('plan_request')
    .select(['team_id', 'effective_at'])
    .where('team_id', 'in', [...teamIds])
    .where('status', '=', 'scheduled')
    .execute()
  return new Map(rows.map(({ team_id, effective_at }) => [team_id, effective_at!]))
}

/** Closes a wish. */
export async function closeRequest(
  { tx, at }: { tx: Tx; at: Date },
  id: string,
  status: 'done' | 'withdrawn',
  reason: string | null = null,
): Promise<void> {
  await tx.updateTable('plan_request').set({ status, reason, approved_at: at }).where('id', '=', id).execute()
}
