import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { type Document, type Kind, kinds } from './document.ts'
import { documentFieldName, memberships, targets } from './write-document.ts'

export type RowChange = 'added' | 'changed' | 'retired' | 'returned'

/** What an import makes of one row, field by field. */
export interface RowDifference {
  kind: Kind
  id: string
  name: string
  change: RowChange
  fields: { field: string; before: unknown; after: unknown }[]
}

type StoredRow = Record<string, unknown>
export type StoredRows = Record<Kind, Map<string, StoredRow>>

/** The rows that a document mentions, as the database has them, with the document's own names of their fields. */
export async function storedRows(tx: Tx, document: Document): Promise<StoredRows> {
  const stored = {} as StoredRows
  for (const kind of kinds) {
    const ids = document[kind].map(({ row }) => row.id)
    const { table, columns } = targets[kind]
    const { rows } = await sql<{ id: string; row: StoredRow }>`
      select id, to_jsonb(named) - 'id' as row
      from (select ${sql.join(columns.map((column) => sql`${sql.ref(column[0])} as ${sql.ref(documentFieldName(column))}`))}
        from ${sql.table(table)} where id = any(${ids}::uuid[])) as named`.execute(tx)
    stored[kind] = new Map(rows.map(({ id, row }) => [id, row]))
  }
  for (const { kind, field, table, owner, member } of memberships)
    await addLists(
      tx,
      stored[kind],
      field,
      sql`
      select ${sql.ref(owner)} as owner, jsonb_agg(${sql.ref(member)} order by position) as list
      from ${sql.table(table)} where ${sql.ref(owner)} = any(${[...stored[kind].keys()]}::uuid[]) group by 1`,
    )
  await addLists(
    tx,
    stored.taxonomies,
    'items',
    sql`
    select taxonomy_id as owner, jsonb_agg(jsonb_build_object('id', item_id, 'type', type, 'displayType', display_type) order by position) as list
    from taxonomy_item where taxonomy_id = any(${[...stored.taxonomies.keys()]}::uuid[]) group by 1`,
  )
  return stored
}

async function addLists(tx: Tx, rows: Map<string, StoredRow>, field: string, query: ReturnType<typeof sql>) {
  for (const row of rows.values()) row[field] = []
  const lists = await query.execute(tx)
  for (const { owner, list } of lists.rows as { owner: string; list: unknown[] }[]) rows.get(owner)![field] = list
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === false || ['[]', '{}'].includes(JSON.stringify(value))

/** Every row that differs, in the document's order. */
export function differenceBetween(document: Document, before: StoredRows, after: StoredRows): RowDifference[] {
  return kinds.flatMap((kind) =>
    document[kind].flatMap(({ row: { id, name } }) => {
      const [old, now] = [before[kind].get(id), after[kind].get(id)!]
      const fields = Object.keys(now)
        .filter((field) => (old ? !isSame(old[field], now[field]) : !isEmpty(now[field])))
        .map((field) => ({ field, before: old?.[field] ?? null, after: now[field] ?? null }))
      return old && fields.length === 0 ? [] : [{ kind, id, name, change: classifyRowChange(old, now), fields }]
    }),
  )
}

function classifyRowChange(old: StoredRow | undefined, now: StoredRow): RowChange {
  if (!old) return 'added'
  if (old.active === now.active) return 'changed'
  return now.active === false ? 'retired' : 'returned'
}

/** By which a confirmation says what it saw. */
export const differenceDigest = (difference: readonly RowDifference[]): string =>
  createHash('sha256').update(JSON.stringify(difference)).digest('hex')

/** A value as one line of text. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
