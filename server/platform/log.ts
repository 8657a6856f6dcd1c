import { type Logger, pino } from 'pino'

export type { Logger }

/** What of an error is worth a line: never the objects that hang on it, such as a connection with its settings. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return { type: name, message, ...(code ? { code } : {}), stack, ...(cause ? { cause: describe(cause) } : {}) }
}

/** Structured logs on standard output. Only ids and figures are ever passed in: no addresses, messages, tokens or bodies. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describe },
  })
