/**
 * The releases before this schema was written as one: their migrations were named `NNNN_name.sql`, and a database of the last of
 * them goes over in one step (decision 430).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const OLD_LINE = 'old-line'
const isOfOldLine = (name: string) => /^\d{4}_/.test(name)

interface LastRelease {
  commit: string
  /** Of the names and checksums of all its migrations. */
  migrations: string
  /** The last of the migrations that its schema amounts to, with the bridge. */
  baseline: string
}

/** What is run and recorded, in one transaction. */
export interface Bridge {
  name: string
  text: string
  record: string
}

/** @returns null where nothing of the old line ran on this database */
export function bridgeFromOldLine(
  done: ReadonlyMap<string, string>,
  folder: string,
): { refusal: string } | { bridge: Omit<Bridge, 'record'>; baseline: string } | null {
  const names = [...done.keys()].sort()
  if (!names.some(isOfOldLine)) return null
  const last: LastRelease = JSON.parse(readFileSync(join(folder, OLD_LINE, 'release.json'), 'utf8'))
  const ran = names.map((name) => `${name} ${done.get(name)}\n`).join('')
  if (createHash('sha256').update(ran).digest('hex') !== last.migrations)
    return {
      refusal: `This database is of an earlier release: start commit ${last.commit} on it first, as docs/operations/upgrades.md says, then this release.`,
    }
  const text = readFileSync(join(folder, OLD_LINE, 'bridge.sql'), 'utf8')
  return { bridge: { name: `${OLD_LINE}/bridge.sql`, text }, baseline: last.baseline }
}

/**
 * Whether processes of the old line still work on this database. Each, of any role, keeps connections of its queue, past any
 * pooler; one of this release opens its own only once the schema is as it needs it.
 */
export async function isOldLineAtWork(session: Db): Promise<boolean> {
  const { rows } = await sql<{ atWork: boolean }>`select exists (
    select from pg_stat_activity where datname = current_database() and application_name = 'posy queue'
  ) as "atWork"`.execute(session)
  return rows[0]!.atWork
}
