import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'

/**
 * A program's secret is another from now on, and can be read here only. Tokens that were got by the one before last for at most
 * an hour. @throws not_found (404)
 */
export async function renewClientSecret(
  { tx, audit }: Work,
  clientId: string,
): Promise<{ id: string; secret: string }> {
  const secret = randomSecret()
  const client = found(
    await tx
      .updateTable('client')
      .set({ secret_hash: hashSecret(secret) })
      .where('id', '=', clientId)
      .returning('team_id')
      .executeTakeFirst(),
    'client',
  )
  await audit('client.secret-renewed', { kind: 'client', id: clientId }, { teamId: client.team_id })
  return { id: clientId, secret }
}
