import { sql } from 'kysely'
import { teamsOpenTo } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import type { ParticipantRecord } from '../budget/budget.ts'

/** The caller as a participant, whichever team they act in. @throws not_found (404) for anyone else's */
export async function ownParticipant(
  db: Db | Tx,
  caller: Principal,
  participantId: string,
): Promise<ParticipantRecord> {
  const only = await teamsOpenTo(db, caller)
  const participant = await db
    .selectFrom('automated_budget_participant')
    .selectAll()
    .where('id', '=', participantId)
    .where('user_id', '=', member(caller).userId)
    .where(sql<boolean>`coalesce(participant_team_id = any(${only}::uuid[]), true)`)
    .executeTakeFirst()
  if (!participant) throw notFound('allowance')
  return participant
}
