import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** When everyone was last paid: by the last run that went through, those for joiners aside. */
export async function lastRunAt(db: Db, budgetId: string): Promise<Date | null> {
  const run = await db
    .selectFrom('automated_budget_execution')
    .select('started_at')
    .where('budget_id', '=', budgetId)
    .where('status', '=', 'succeeded')
    .where('trigger', '<>', 'joiner')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.started_at ?? null
}

/** What was changed since a moment, as the audit trail names it, with what it was before the first such change. */
export async function changedFields(db: Db, budgetId: string, since: Date): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ field: string; before: unknown }>`
    select distinct on (changed.key) changed.key as field, changed.value->'from' as before
    from audit_event as event, jsonb_each(event.detail->'changed') as changed
    where event.subject_kind = 'automatedBudget' and event.subject_id = ${budgetId}
      and event.action = 'automated-budget.changed' and event.at > ${since}
    order by changed.key, event.id`.execute(db)
  return new Map(rows.map(({ field, before }) => [field, before]))
}
