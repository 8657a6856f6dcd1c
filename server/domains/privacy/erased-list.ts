import { sql } from 'kysely'
import { z } from 'zod'
import type { LiveGiftChoice } from '#contract/operator/people.ts'
import type { Posy } from '#server/platform/posy.ts'

/** Among the files, outside of the database: a backup of the database that is restored brings erased people back. */
const LIST_KEY = 'privacy/erased.jsonl'
/** Held while the list is read and written. */
const LOCK = 'posy erased list'

const Entry = z.object({
  id: z.uuid(),
  erasedAt: z.iso.datetime(),
  liveGifts: z.enum(['wait', 'cancel']),
  keys: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
})
export interface ErasedEntry {
  id: string
  erasedAt: string
  liveGifts: LiveGiftChoice
  /** Keyed hashes of their addresses, numbers and account. */
  keys: string[]
}

/** @throws Error that names the line */
export function readList(text: string): ErasedEntry[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      try {
        return Entry.parse(JSON.parse(line))
      } catch {
        throw new Error(`line ${number} of the list of erased people is no entry of it`)
      }
    })
}

export const writeList = (entries: readonly ErasedEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

export async function storedList(posy: Posy): Promise<ErasedEntry[]> {
  const file = await posy.providers.files.read(LIST_KEY)
  return file ? readList(await new Response(file.stream()).text()) : []
}

/**
 * Adds a person, before they are erased: anyone who is erased is on the list, whatever happens in between. Entries are never
 * taken off; the same one again changes nothing.
 */
export const addToList = (posy: Posy, entry: ErasedEntry): Promise<void> =>
  posy.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx)
    const entries = await storedList(posy)
    if (entries.some(({ id }) => id === entry.id)) return
    await posy.providers.files.put(LIST_KEY, Buffer.from(writeList([...entries, entry])))
  })
