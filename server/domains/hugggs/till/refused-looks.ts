import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { PageTill } from '#contract/operator/programs.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type RetentionRule, rowsAfter } from '#server/platform/retention-rule.ts'
import { firstSecret, keyFor, type Secret } from '#server/platform/sealing.ts'
import { hugggIdByVoucherKey } from '../gifts/index.ts'
import { readVoucherKey } from '../links/index.ts'
import { giftsWithCode } from '../vouchers/index.ts'

const KEPT_DAYS = 30
const SHOWN = 20
const ENDING = 4

/** The same for the same code, however it is typed, and no help in finding it; null for what is no code. */
export function lookFingerprint(secret: Secret, typed: string): Buffer | null {
  const key = readVoucherKey(typed)
  if (!key || key.kind === 'id') return null
  return createHmac('sha256', keyFor(firstSecret(secret), 'posy refused code'))
    .update(key.value.toLowerCase())
    .digest()
}

/** Looks a gift up for a till; where that is refused, support is to see that it was, and why. */
export async function notingRefusals<T>(
  posy: Posy,
  { clientId, typed }: { clientId: string; typed: string },
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429)
      await note(posy, clientId, typed, error.code)
    throw error
  }
}

/** A code that a gift has, of whichever merchant, is not kept: nor are its last letters. */
async function note(posy: Posy, clientId: string, typed: string, reason: string): Promise<void> {
  const key = readVoucherKey(typed)
  const isGift =
    (key && (await hugggIdByVoucherKey(posy.db, key)) !== undefined) ||
    (await giftsWithCode(posy, [typed.trim(), typed.replace(/[\s-]/g, '').toUpperCase()])).length > 0
  const fingerprint = isGift ? null : lookFingerprint(posy.secret, typed)
  await posy.db
    .insertInto('till_refusal')
    .values({
      ...{ client_id: clientId, at: new Date(posy.wall.nowMs()), fingerprint },
      reason: isGift && reason === 'not_found' ? 'not_this_merchant' : reason,
      ending: fingerprint && typed.replace(/[\s-]/g, '').slice(-ENDING).toUpperCase(),
    })
    .execute()
}

export const tillRefusalRetention: RetentionRule = rowsAfter({
  ...{ name: 'till-refusals', days: KEPT_DAYS, table: 'till_refusal', key: ['id'], since: 'at' },
})

/** A till of the till page with what it was refused lately; null for a program. */
export async function pageTill(db: Db, clientId: string, now: Date): Promise<PageTill | null> {
  const { rows } = await sql<{
    storeId: string
    store: string
    signedInAt: Date | null
    lastUsedAt: Date | null
    unknownToday: number
  }>`
    select store.id as "storeId", store.name as store, case when token_hash is not null then signed_in_at end as "signedInAt",
      last_used_at as "lastUsedAt", (select count(*)::int from till_refusal refusal
        where refusal.client_id = till.client_id and reason = 'not_found'
          and at >= date_trunc('day', ${now}::timestamptz at time zone 'Europe/London') at time zone 'Europe/London') as "unknownToday"
    from till_sign_in till join store on store.id = store_id where client_id = ${clientId}`.execute(db)
  if (!rows[0]) return null
  const { storeId, store, signedInAt, lastUsedAt, unknownToday } = rows[0]
  const refusals = await db
    .selectFrom('till_refusal')
    .select(['at', 'reason', 'ending'])
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    store: { id: storeId, name: store },
    ...{ signedInAt: isoOrNull(signedInAt), lastUsedAt: isoOrNull(lastUsedAt), unknownToday },
    refusals: refusals.map(({ at, ...refusal }) => ({ at: iso(at), ...refusal })),
  }
}
