import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** When everyone was last paid, by the audit trail, and its place there; runs for joiners aside. */
export async function lastRun(db: Db, budgetId: string): Promise<{ id: number; at: Date } | null> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select id, at from audit_event
    where subject_kind = 'automatedBudget' and subject_id = ${budgetId} and action = 'automated-budget.ran'
      and detail->>'trigger' <> 'joiner'
    order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** What was changed after a place of the audit trail, with what it was before the first such change. */
export async function changedFields(
  db: Db,
  budgetId: string,
  after: { id: number; at: Date },
): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ field: string; before: unknown }>`
    select distinct on (changed.key) changed.key as field, changed.value->'from' as before
    from audit_event as event, jsonb_each(event.detail->'changed') as changed
    where event.subject_kind = 'automatedBudget' and event.subject_id = ${budgetId}
      and event.action = 'automated-budget.changed' and event.id > ${after.id} and event.at >= ${after.at}
    order by changed.key, event.id`.execute(db)
  return new Map(rows.map(({ field, before }) => [field, before]))
}
