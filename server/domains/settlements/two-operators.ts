import { Problem } from '#server/kit/problem.ts'

/** Who is alone with an installation waits this long before they confirm themselves. */
const ALONE_WAITS_MS = 24 * 3_600_000

/** One person under two spellings is still one. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Whether an operator confirms what others have begun, as another person.
 * @returns whether they are alone with it, which is marked
 * @throws wrong_state (409) where they began it themselves less than a day ago
 */
export function confirmsAlone(
  begun: { by: readonly string[]; at: Date },
  { operator, at, what }: { operator: string; at: Date; what: string },
): boolean {
  if (!begun.by.some((name) => isSame(name, operator))) return false
  if (at.getTime() - begun.at.getTime() >= ALONE_WAITS_MS) return true
  throw new Problem('wrong_state', `Another operator must ${what}.`, {
    help: 'Whoever is alone with this installation can do so 24 hours later. Nothing was changed.',
  })
}
