import type { OperatorBudget } from '#contract/operator/money.ts'
import type { Db } from '#server/platform/database/database.ts'
import { found } from '#server/platform/problem/problem.ts'
import { executionsPage, participantsPage } from './budget/queries.ts'
import { serializeExecution, serializeOverviews, serializeParticipantRows } from './serialize.ts'

const SHOWN_RUNS = 10
const SHOWN_PEOPLE = 50

/** A budget of whichever team. @throws not_found (404) */
export async function budgetForOperators(
  db: Db,
  id: string,
  { now, person }: { now: Date; person: string | undefined },
): Promise<Pick<OperatorBudget, 'budget' | 'runs' | 'people' | 'hasMorePeople'>> {
  const query = db.selectFrom('automated_budget').selectAll().where('id', '=', id)
  const budget = found(await query.executeTakeFirst(), 'budget')
  const people = await participantsPage(db, id, { limit: SHOWN_PEOPLE, search: person || undefined })
  const runs = await executionsPage(db, id, { limit: SHOWN_RUNS })
  return {
    budget: (await serializeOverviews(db, [budget], now))[0]!,
    runs: runs.slice(0, SHOWN_RUNS).map(serializeExecution),
    people: await serializeParticipantRows(db, people.slice(0, SHOWN_PEOPLE), now),
    hasMorePeople: people.length > SHOWN_PEOPLE,
  }
}
