import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database/database.ts'
import type { Database } from './database/schema.ts'
import type { Posy, Work } from './posy.ts'
import { firstSecret, keyFor } from './sealing.ts'

/** A person, by all that leads to what is held about them. */
export interface KnownPerson {
  /** Of an account. */
  userId: string | null
  /** Lower case. */
  emails: readonly string[]
  /** E.164. */
  phones: readonly string[]
  /** Whole names they are known by; never a first name alone, which others have too. */
  names: readonly string[]
}

interface AddressColumn {
  table: keyof Database
  column: string
  kind: 'email' | 'phone'
}

/** What one domain holds about people. */
export interface PersonalData {
  /** Every column of the domain’s tables with people’s addresses or numbers. */
  addresses: readonly AddressColumn[]
  /** What is told to the person, by what it is called: one query each. */
  sections(person: KnownPerson): Record<string, RawBuilder<unknown>>
  /** Why they cannot be erased; nothing has been written yet. */
  blocks?(tx: Tx, person: KnownPerson): Promise<string[]>
  /** Forgets who they were. Rows stay where others refer to them; run again, it changes nothing. */
  erase(work: Work, person: KnownPerson): Promise<void>
  /** Files that nothing leads to now; after the transaction, as often as need be. */
  removeFiles?(posy: Posy): Promise<void>
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    /** Of every domain, lowest floor first. */
    personalData: readonly PersonalData[]
  }
}

/** What stands in the place of an erased address, where something must: nothing is ever sent to it. */
export const erasedAddress = (id: string): string => `erased-${id}@erased.invalid`
export const ERASED_DOMAIN = '@erased.invalid'

/** An address as the list of the erased knows it: it tells whether someone is on it, and no one who they are. */
export const erasedKey = ({ config, secret }: Posy, kind: 'email' | 'phone' | 'account', value: string): string =>
  createHmac(
    'sha256',
    keyFor(config.addressKey ? Buffer.from(config.addressKey) : firstSecret(secret), 'posy erased person'),
  )
    .update(`${kind} ${value.toLowerCase()}`)
    .digest('hex')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern (PostgreSQL and JavaScript read it alike) of every mention of a person; null where nothing leads to them. */
export function mentionPattern({ emails, phones, names }: KnownPerson): string | null {
  const local = phones.flatMap((phone) => (phone.startsWith('+44') ? [phone, `0${phone.slice(3)}`] : [phone]))
  const all = [...emails, ...local, ...names].filter((text) => text.length >= 5)
  return all.length ? all.map(escaped).join('|') : null
}

/**
 * A list of people as it was typed (`{rows: […]}` in a column), without someone's lines and without mentions of them in those of
 * others. Their number is known however it was typed.
 * @param place the column, and the cell of a line that has its address or number
 */
export function typedListWithout(person: KnownPerson, place: { column: string; cell: string }) {
  const pattern = mentionPattern(person)
  if (pattern === null) return null
  const column = sql.ref(place.column)
  const ends = person.phones.map((phone) => phone.slice(-10))
  const isOfOthers = sql`concat_ws(' ', line ->> ${place.cell}, line ->> 'name') !~* ${pattern}
    and right(regexp_replace(line ->> ${place.cell}, '\\D', '', 'g'), 10) <> all (${ends}::text[])`
  const lines = sql`jsonb_array_elements(${column} -> 'rows') with ordinality as each (line, place)`
  return {
    isAbout: sql<boolean>`(${column}::text ~* ${pattern} or exists (select from ${lines} where not (${isOfOthers})))`,
    rest: sql`regexp_replace(jsonb_set(${column}, '{rows}', (
      select coalesce(jsonb_agg(line order by place), '[]') from ${lines} where ${isOfOthers}))::text, ${pattern}, '…', 'gi')::jsonb`,
  }
}
