import type { Grant } from '#contract/awards/grants.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { formatDay } from '#web/ui/format.ts'

/** Why awards are no longer made out of a grant, as it follows its name; null while they are. */
export function whyGrantEnded(
  { dateClosed, untilDay }: Pick<Grant, 'dateClosed' | 'untilDay'>,
  now: Date,
): string | null {
  if (dateClosed) return 'is closed'
  return untilDay < londonDate(toInstant(now)).toString() ? `ended on ${formatDay(untilDay, 'UTC')}` : null
}
