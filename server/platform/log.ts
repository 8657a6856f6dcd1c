import { type Logger, pino } from 'pino'

export type { Logger }

/** The parts of an error that are worth a line: never the objects that hang on it, such as a connection with its settings. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return { type: name, message, ...(code ? { code } : {}), stack, ...(cause ? { cause: describe(cause) } : {}) }
}

/** Told of every error that is logged, with the ids beside it. */
export type OnError = (error: unknown, about: Record<string, unknown>) => void

const ERROR_LEVEL = 50

/** Structured logs on standard output. Only ids and figures are ever passed in: no addresses, messages, tokens or bodies. */
export const openLog = (level: string, onError?: OnError): Logger =>
  pino({
    hooks: {
      logMethod(args, method, lineLevel) {
        const [fields, what] = args as unknown[]
        if (lineLevel >= ERROR_LEVEL && typeof fields === 'object' && fields !== null && 'err' in fields) {
          const { err, ...about } = fields
          onError?.(err, { ...about, what })
        }
        method.apply(this, args)
      },
    },
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describe },
  })
