import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'

/** Forgets who recipients were. Their rows stay, for what refers to them. */
export async function eraseRecipients({ tx, at }: Pick<Work, 'tx' | 'at'>, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('recipient')
    .set({ email: null, phone_number: null, user_id: null, name: null, notes: null, erased_at: at })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}
