import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { databaseErrorText } from '#server/platform/database/errors.ts'

/** Each is one query that selects what is wrong as subject, expected, found; by name. */
export type ReconcileChecks = Readonly<Record<string, RawBuilder<unknown>>>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    reconcileChecks: ReconcileChecks
  }
}

export interface FirstFinding {
  subject: string
  expected: string
  found: string
}

export interface CheckAnswer {
  /** Null where it gave no answer. */
  findings: number | null
  error: string | null
  first: FirstFinding[]
}

const SHOWN = 20
/** Of the text of one finding: some name a long list. */
const LONGEST = 500
/** Shorter than the job may take. */
const LIMIT_MS = 14 * 60_000
/** It waits for no migration, and none waits long for it. */
const LOCK_LIMIT_MS = 5_000

/**
 * Asks one check in a read-only transaction of its own: a single statement, which alone sees one moment of the
 * database, so that neither locks nor a snapshot are held from check to check. Only the first findings leave the database.
 */
export async function answerCheck(db: Db, query: RawBuilder<unknown>): Promise<CheckAnswer> {
  try {
    const rows = await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql.raw(`set local statement_timeout = ${LIMIT_MS}`).execute(tx)
        await sql.raw(`set local lock_timeout = ${LOCK_LIMIT_MS}`).execute(tx)
        const answer = await sql<FirstFinding & { total: number }>`
          select left(subject::text, ${LONGEST}) as subject, left(expected::text, ${LONGEST}) as expected,
            left(found::text, ${LONGEST}) as found, (count(*) over ())::bigint as total
          from (${query}) as finding order by finding.subject::text limit ${SHOWN}`.execute(tx)
        return answer.rows
      })
    return { findings: rows[0]?.total ?? 0, error: null, first: rows.map(({ total: _, ...finding }) => finding) }
  } catch (error) {
    return { findings: null, error: databaseErrorText(error).slice(0, LONGEST), first: [] }
  }
}
