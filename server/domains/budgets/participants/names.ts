import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { ParticipantRecord } from '../budget/budget.ts'

/** What participants are called, by their user's id: those who have accepted have one. */
export async function participantNames(
  db: Db | Tx,
  participants: readonly Pick<ParticipantRecord, 'user_id'>[],
): Promise<Map<string, string>> {
  const ids = participants.flatMap(({ user_id }) => user_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user')
    .select(['id', personName('app_user').as('name')])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
