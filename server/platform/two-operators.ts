import { Problem } from '#server/kit/problem.ts'
import type { Db, Tx } from './database/database.ts'
import type { Posy, Work } from './posy.ts'

/** Who is alone with an installation waits this long before they confirm what they asked for. */
export const ALONE_WAITS_MS = 24 * 3_600_000

/** Whether the installation knows of someone else who may confirm. */
export type OtherOperators = (db: Db | Tx, operator: string) => Promise<boolean>

const known = new WeakMap<Posy, OtherOperators>()

/** To be called when the domain that knows operators registers. */
export const provideOtherOperators = (posy: Posy, others: OtherOperators): void => void known.set(posy, others)

/** One person under two spellings is still one. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Holds an act to two operators. Whoever is alone may confirm what they asked for after 24 hours, and never where another
 * could.
 * @returns whether it is confirmed by the one who asked, which is to be marked
 * @throws forbidden (403)
 */
export async function requireSecondOperator(
  { posy, tx, at }: Work,
  { askedBy, askedAt, operator }: { askedBy: string; askedAt: Date; operator: string },
): Promise<boolean> {
  if (!isSame(askedBy, operator)) return false
  const hasOthers = (await known.get(posy)?.(tx, operator)) ?? false
  if (hasOthers || at.getTime() - askedAt.getTime() < ALONE_WAITS_MS)
    throw new Problem('forbidden', 'Another operator must confirm this.', {
      help: hasOthers
        ? 'Ask another operator with the role finance or owner. No money has moved.'
        : 'Where there is no other operator, you can 24 hours after you asked. No money has moved.',
    })
  return true
}
