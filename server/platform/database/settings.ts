import { z } from 'zod'

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const postgresUrl = () =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()

/** The variables about the database, as part of all settings (config.ts). */
export const databaseVariables = {
  DATABASE_URL: postgresUrl(),
  DATABASE_DIRECT_URL: postgresUrl(),
  DATABASE_READ_URL: postgresUrl(),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_POOL_SIZE: positive(20),
  DATABASE_LOCK_TIMEOUT_MS: positive(5000),
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce.number().int().positive().optional(),
  DATABASE_IDLE_IN_TRANSACTION_MS: positive(3000),
  MIGRATE_ON_START: z.stringbool().default(true),
  ALLOW_NEWER_SCHEMA: z.stringbool().default(false),
}

export interface DatabaseSettings {
  /** Past a pooler: migrations, LISTEN and locks that a session holds. */
  directUrl: string | undefined
  /** A replica that searches, lists, reports and files are read from. */
  readUrl: string | undefined
  pooler: 'none' | 'transaction'
  limits: { lockMs: number; statementMs: number; idleInTransactionMs: number }
  migrateOnStart: boolean
  allowNewerSchema: boolean
}

const Variables = z.object(databaseVariables)

/** Where people and programs wait for each answer, and where jobs read as much as there is. */
const STATEMENT_MS = { waitedFor: 15_000, elsewhere: 60_000 }

/** @param isWaitedFor the process answers requests, and does no jobs */
export const databaseSettings = (
  settings: z.output<typeof Variables>,
  { isWaitedFor }: { isWaitedFor: boolean },
): DatabaseSettings => ({
  directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
  readUrl: settings.DATABASE_READ_URL,
  pooler: settings.DATABASE_POOLER,
  limits: {
    lockMs: settings.DATABASE_LOCK_TIMEOUT_MS,
    statementMs: settings.DATABASE_STATEMENT_TIMEOUT_MS ?? STATEMENT_MS[isWaitedFor ? 'waitedFor' : 'elsewhere'],
    idleInTransactionMs: settings.DATABASE_IDLE_IN_TRANSACTION_MS,
  },
  migrateOnStart: settings.MIGRATE_ON_START,
  allowNewerSchema: settings.ALLOW_NEWER_SCHEMA,
})
