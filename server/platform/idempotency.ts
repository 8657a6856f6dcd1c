import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Tx } from './database/database.ts'

export interface IdempotencyScope {
  /** Who sent it: a user in a team, or a client. */
  caller: string
  endpoint: string
  key: string
  /** Everything that makes the request what it is: path, query and body. */
  request: string
  /** The same as it came, letter by letter: by this a release before knew it. */
  requestAsSent: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const sealingKey = ({ caller, endpoint, key }: IdempotencyScope) =>
  Buffer.from(hkdfSync('sha256', key, `${caller} ${endpoint}`, 'posy idempotent answer', 32))

function seal(scope: IdempotencyScope, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(scope), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(scope: IdempotencyScope, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(scope), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/**
 * Answers a repeated request with its first answer. The record is part of the command's own transaction: it is there
 * exactly when the effect is, and a failed command leaves none. A concurrent twin waits on the row until the first
 * one ends. The stored answer can only be read by anyone who holds the key, so no personal data lies here in clear.
 * @param onReplay told where the answer is that of an earlier request
 * @throws idempotency_key_reused (409) when the key came with another request before
 */
export async function once<T>(
  tx: Tx,
  scope: IdempotencyScope,
  { command, onReplay }: { command: () => Promise<T>; onReplay: () => void },
): Promise<T> {
  const row = { caller: scope.caller, endpoint: scope.endpoint, key_hash: sha256(scope.key) }
  const requestHash = sha256(scope.request)
  const inserted = await tx
    .insertInto('idempotency_record')
    .values({ ...row, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const where = tx
    .selectFrom('idempotency_record')
    .where('caller', '=', row.caller)
    .where('endpoint', '=', row.endpoint)
    .where('key_hash', '=', row.key_hash)
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const first = await where.select(['request_hash', 'sealed_response']).executeTakeFirst()
    if (!first?.sealed_response)
      throw new Problem('conflict', 'The first request with this Idempotency-Key is still under way.')
    if (first.request_hash !== requestHash && first.request_hash !== sha256(scope.requestAsSent))
      throw new Problem('idempotency_key_reused', 'This Idempotency-Key came with a different request before.')
    onReplay()
    return JSON.parse(unseal(scope, Buffer.from(first.sealed_response))) as T
  }
  const answer = await command()
  await tx
    .updateTable('idempotency_record')
    .set({ status: 200, sealed_response: seal(scope, JSON.stringify(answer)) })
    .where('caller', '=', row.caller)
    .where('endpoint', '=', row.endpoint)
    .where('key_hash', '=', row.key_hash)
    .execute()
  return answer
}
