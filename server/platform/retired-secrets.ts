import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db } from './database/database.ts'
import { type Posy, transact } from './posy.ts'
import { operatorActor } from './principal.ts'
import { everySecret, type Secret, seal, unseal } from './sealing.ts'

const owner = (id: string) => ({ purpose: 'posy retired secret', id })
const opened = (secret: Secret, { id, sealed }: { id: string; sealed: Uint8Array }) => unseal(secret, owner(id), sealed)

/** The secrets before the present one, the latest first; null where that does not open them. */
export async function retiredSecrets(db: Db, current: Uint8Array): Promise<Uint8Array[] | null> {
  // Ids rise with time, also within one moment.
  const rows = await db.selectFrom('retired_secret').select(['id', 'sealed']).orderBy('id', 'desc').execute()
  try {
    return rows.map((row) => Buffer.from(opened({ current, retired: [] }, row), 'base64'))
  } catch {
    return null
  }
}

/**
 * Puts another secret in the place of the present one, which rests from now on sealed under it, as do those before.
 * Processes take it up when they start.
 * @throws conflict (409) where someone else changes it as well
 */
export async function rotateSecret(posy: Posy, next: Uint8Array): Promise<void> {
  const rotated: Secret = { current: next, retired: everySecret(posy.secret) }
  await transact(posy, { actor: operatorActor }, async ({ tx, audit }) => {
    await sql`lock table retired_secret in share row exclusive mode`.execute(tx)
    const kept = await tx.selectFrom('retired_secret').select(['id', 'sealed']).execute()
    if (kept.length !== posy.secret.retired.length) throw new Problem('conflict', 'The secret was changed meanwhile.')
    for (const row of kept) {
      const sealed = seal(rotated, owner(row.id), opened(posy.secret, row))
      await tx.updateTable('retired_secret').set({ sealed }).where('id', '=', row.id).execute()
    }
    const id = newId()
    const sealed = seal(rotated, owner(id), Buffer.from(posy.secret.current).toString('base64'))
    await tx
      .insertInto('retired_secret')
      .values({ id, sealed, retired_at: new Date(posy.wall.nowMs()) })
      .execute()
    await audit('secret.rotated', { kind: 'secret', id })
  })
}
