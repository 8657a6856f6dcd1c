import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/platform/database/database.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { changedFields, lastRun } from './queries.ts'

const dates = ['scheduled_end_date']

/** How a live budget was at its last run, by the trail of its changes; null where it is as it was then, or is not live. */
export async function changesSinceRun(
  db: Db,
  budget: BudgetRecord,
): Promise<{ since: Date; before: BudgetRecord } | null> {
  if (budget.status !== 'live' || !budget.started_at) return null
  const since = (await lastRun(db, budget.id)) ?? { id: 0, at: budget.started_at }
  const before = Object.fromEntries(
    [...(await changedFields(db, budget.id, since))].map(([field, value]) => {
      const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return [column, dates.includes(column) && typeof value === 'string' ? new Date(value) : value]
    }),
  ) as Partial<BudgetRecord>
  const changed = Object.entries(before).some(
    ([column, value]) => !isDeepStrictEqual(value, budget[column as keyof BudgetRecord]),
  )
  return changed ? { since: since.at, before: { ...budget, ...before } } : null
}
