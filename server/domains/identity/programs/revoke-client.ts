import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'

/** A program gets no tokens from now on, or again. Tokens it holds last for at most an hour. @throws not_found (404) */
export async function setClientRevoked(
  work: Work,
  { clientId, isRevoked }: { clientId: string; isRevoked: boolean },
): Promise<void> {
  const client = found(
    await work.tx
      .updateTable('client')
      .set({ revoked_at: isRevoked ? work.at : null })
      .where('id', '=', clientId)
      .returning('team_id')
      .executeTakeFirst(),
    'client',
  )
  const action = isRevoked ? 'client.deactivated' : 'client.reactivated'
  await work.audit(action, { kind: 'client', id: clientId }, { teamId: client.team_id })
}
