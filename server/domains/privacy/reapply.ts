import { sql } from 'kysely'
import { erasedKey } from '#server/platform/personal-data.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { askErasure, carryOutErasure } from './erase-person.ts'
import type { ErasedEntry } from './erased-list.ts'
import { loadPersonRecords } from './find-person.ts'

const PAGE = 5000

export interface Reapplied {
  /** Done before this backup was made. */
  known: number
  erased: number
  /** With gifts that run in the restored database. */
  waiting: number
  /** Of whom nothing is there. */
  absent: number
}

interface Lead {
  userId: string | null
  emails: string[]
  phones: string[]
}

/**
 * After a backup was restored: erases again everyone who had been erased since it was made. Hashes cannot be turned back, so every
 * address of the database is hashed and looked up.
 */
export async function reapplyErasures(posy: Posy, entries: readonly ErasedEntry[]): Promise<Reapplied> {
  const done = await posy.db.selectFrom('person_erasure').select('id').where('state', '=', 'erased').execute()
  const known = new Set(done.map(({ id }) => id))
  const missing = entries.filter(({ id }) => !known.has(id))
  const leads = await leadsTo(posy, missing)
  const result: Reapplied = { known: entries.length - missing.length, erased: 0, waiting: 0, absent: 0 }
  for (const entry of missing) {
    const lead = leads.get(entry.id)
    if (!lead) {
      await noteAbsent(posy, entry)
      result.absent += 1
      continue
    }
    await transact(posy, { actor: operatorActor }, async (work) => {
      await work.tx.deleteFrom('person_erasure').where('id', '=', entry.id).execute()
      const person = await loadPersonRecords(work.tx, lead)
      await askErasure(work, { id: entry.id, person, liveGifts: entry.liveGifts, operator: null })
    })
    await carryOutErasure(posy, entry.id)
    const { state } = await posy.db
      .selectFrom('person_erasure')
      .select('state')
      .where('id', '=', entry.id)
      .executeTakeFirstOrThrow()
    result[state === 'erased' ? 'erased' : 'waiting'] += 1
  }
  return result
}

/** Nothing of them is in the restored database: noted, so that the next look is short. */
const noteAbsent = (posy: Posy, { id, keys, liveGifts, erasedAt }: ErasedEntry) =>
  sql`
    insert into person_erasure (id, state, live_gifts, keys, asked_at, look_after, ended_at, files_removed_at)
    values (${id}, 'erased', ${liveGifts}, ${keys}, ${erasedAt}, ${erasedAt}, ${erasedAt}, ${erasedAt}) on conflict (id) do nothing`.execute(
    posy.db,
  )

/** Goes through every column with addresses, and the accounts. */
async function leadsTo(posy: Posy, entries: readonly ErasedEntry[]): Promise<Map<string, Lead>> {
  const entryByKey = new Map(entries.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)))
  const leads = new Map<string, Lead>()
  const note = (kind: 'email' | 'phone' | 'account', value: string) => {
    const id = entryByKey.get(erasedKey(posy, kind, value))
    if (id === undefined) return
    const lead = leads.get(id) ?? { userId: null, emails: [], phones: [] }
    leads.set(id, lead)
    if (kind === 'account') lead.userId = value
    else lead[kind === 'email' ? 'emails' : 'phones'].push(value.toLowerCase())
  }
  if (entries.length === 0) return leads
  for (const { table, column, kind } of posy.hooks.personalData.flatMap(({ addresses }) => addresses))
    for await (const value of distinctValues(posy, table, column)) note(kind, value)
  for await (const value of distinctValues(posy, 'app_user', 'id')) note('account', value)
  return leads
}

/** Page by page: a table of millions is never in memory. */
async function* distinctValues(posy: Posy, table: string, column: string): AsyncGenerator<string> {
  const value = sql`lower(${sql.ref(column)}::text)`
  for (let after = ''; ; ) {
    const { rows } = await sql<{ value: string }>`
      select distinct ${value} as value from ${sql.table(table)} where ${value} > ${after} order by value limit ${PAGE}`.execute(
      posy.db,
    )
    yield* rows.map((row) => row.value)
    if (rows.length < PAGE) return
    after = rows.at(-1)!.value
  }
}
