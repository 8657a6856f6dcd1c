import { BUSINESS_ZONE } from '#kit/time.ts'
import { formatDay, formatFull } from '#web/ui/format.ts'

/** 3 March 2026, by the business clock, wherever it is looked at from. */
export const runDay = (when: string): string => formatDay(when, BUSINESS_ZONE)
/** 3 March 2026 at 14:05. */
export const runFull = (when: string): string => formatFull(when, BUSINESS_ZONE)
