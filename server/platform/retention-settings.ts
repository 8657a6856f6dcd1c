import { z } from 'zod'

const days = (fallback: number, least: number) =>
  z.coerce
    .number()
    .int()
    .default(fallback)
    .refine((value) => value === 0 || value >= least, `must be 0 (without end) or at least ${least} days`)

/** The variables about what is forgotten after its time, as part of all settings (config.ts). */
export const retentionVariables = {
  RETAIN_SESSIONS_DAYS: days(90, 1),
  RETAIN_MESSAGES_DAYS: days(400, 90),
  RETAIN_RECIPIENTS_DAYS: days(730, 30),
  // The database itself refuses anything sooner than six years.
  RETAIN_AUDIT_DAYS: days(2557, 2193),
  RETENTION_MOST_A_NIGHT: z.coerce.number().int().positive().default(100_000),
}

/** Days after the end of what is kept; 0: without end. */
export interface RetentionSettings {
  sessionsDays: number
  messagesDays: number
  recipientsDays: number
  auditDays: number
  /** Rows of one rule that one night forgets at most: a wrong setting is noticed before it has done its worst. */
  mostANight: number
}

const Variables = z.object(retentionVariables)

export const retentionSettings = (settings: z.output<typeof Variables>): RetentionSettings => ({
  sessionsDays: settings.RETAIN_SESSIONS_DAYS,
  messagesDays: settings.RETAIN_MESSAGES_DAYS,
  recipientsDays: settings.RETAIN_RECIPIENTS_DAYS,
  auditDays: settings.RETAIN_AUDIT_DAYS,
  mostANight: settings.RETENTION_MOST_A_NIGHT,
})
