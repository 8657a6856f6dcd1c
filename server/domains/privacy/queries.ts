import { sql } from 'kysely'
import type { PersonErasure, PersonExport } from '#contract/operator/people.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { innerPage } from '#server/platform/http/page.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'

interface ErasureRow {
  id: string
  state: PersonErasure['state']
  live_gifts: PersonErasure['liveGifts']
  waits_for: number
  problem: string | null
  asked_by: string | null
  asked_at: Date
  ended_at: Date | null
}

const isOpen = sql`state in ('pending', 'blocked')`

/** Erasures that are not carried out yet: the law gives a month. */
export const waitingErasures = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select asked_at as at from person_erasure where ${isOpen}`)

interface Asked {
  exportsPage: number
  erasuresPage: number
  per_page: number
}

export async function requestPages(db: Db, { exportsPage, erasuresPage, per_page }: Asked) {
  const { rows: counts } = await sql<{ exports: number; erasures: number }>`
    select (select count(*)::int from person_export where state <> 'gone') as exports, (select count(*)::int from person_erasure) as erasures`.execute(
    db,
  )
  const { rows: erasures } = await sql<ErasureRow>`
    select id, state, live_gifts, coalesce(cardinality(waits_for), 0) as waits_for, problem, asked_by, asked_at, ended_at
    from person_erasure order by (${isOpen}) desc, asked_at desc, id desc
    limit ${per_page} offset ${(erasuresPage - 1) * per_page}`.execute(db)
  const exports = await db
    .selectFrom('person_export')
    .select(['id', 'state', 'asked_by', 'asked_at', 'expires_at'])
    .where('state', '<>', 'gone')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(per_page)
    .offset((exportsPage - 1) * per_page)
    .execute()
  const total = counts[0]!
  return {
    exports: exports.map(serializeExport),
    erasures: erasures.map(serializeErasure),
    pages: {
      exports: innerPage(total.exports, { page: exportsPage, per_page }),
      erasures: innerPage(total.erasures, { page: erasuresPage, per_page }),
    },
  }
}

export const serializeExport = (row: {
  id: string
  state: PersonExport['state']
  asked_by: string | null
  asked_at: Date
  expires_at: Date
}): PersonExport => ({
  id: row.id,
  state: row.state,
  askedBy: row.asked_by,
  askedAt: iso(row.asked_at),
  expiresAt: iso(row.expires_at),
})

const serializeErasure = (row: ErasureRow): PersonErasure => ({
  id: row.id,
  state: row.state,
  liveGifts: row.live_gifts,
  waitsFor: row.waits_for,
  problem: row.problem,
  askedBy: row.asked_by,
  askedAt: iso(row.asked_at),
  endedAt: isoOrNull(row.ended_at),
})
