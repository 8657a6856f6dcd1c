import { newId } from '#kit/ids.ts'
import { isoOrNull } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'

const SHOWN_MS = 86_400_000

export type SignInStep = 'password' | 'code' | 'link'

/** Notes a sign-in to the console that failed, for its first screen. Where it came from is in the log, as a keyed hash. */
export async function noteFailure(
  { db, wall }: Posy,
  { operatorId, step }: { operatorId: string | null; step: SignInStep },
): Promise<void> {
  await db
    .insertInto('operator_sign_in_failure')
    .values({ id: newId(), operator_id: operatorId, step, at: new Date(wall.nowMs()) })
    .execute()
}

/** What failed in the last day: in all, and by whose address was given, the most first. */
export async function failedSignIns({ db, wall }: Posy) {
  const rows = await db
    .selectFrom('operator_sign_in_failure as failure')
    .leftJoin('operator', 'operator.id', 'failure.operator_id')
    .select(['operator.id as operatorId', 'operator.name', 'operator.email'])
    .select((eb) => [eb.fn.countAll<number>().as('failed'), eb.fn.max('failure.at').as('lastAt')])
    .where('failure.at', '>', new Date(wall.nowMs() - SHOWN_MS))
    .groupBy(['operator.id', 'operator.name', 'operator.email'])
    .orderBy('failed', 'desc')
    .execute()
  return rows.map(({ failed, lastAt, ...of }) => ({ ...of, failed: Number(failed), lastAt: isoOrNull(lastAt)! }))
}
