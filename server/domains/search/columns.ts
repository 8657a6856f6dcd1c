import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The joins a table's columns may need, by alias, in an order in which each can be made. */
export type Relations = { table: string; joins: Record<string, string> }

/** An expression over a table and its relations. */
export interface SearchColumn {
  expression: RawBuilder<unknown>
  /** Aliases of the relations it looks at. */
  needs: readonly string[]
}

export interface Condition {
  holds: RawBuilder<SqlBool>
  needs: readonly string[]
}

const aliasesIn = (text: string, { joins }: Relations) =>
  Object.keys(joins).filter((alias) => new RegExp(`\\b${alias}\\.`).test(text))

/** A column from our own SQL text; never from a caller's. */
export const qualifiedColumn = (relations: Relations, text: string): SearchColumn => ({
  expression: sql.raw(text),
  needs: aliasesIn(text, relations),
})

/** A condition on the table itself. */
export const plain = (holds: RawBuilder<SqlBool>): Condition => ({ holds, needs: [] })

/** The table with no more relations than are looked at: each costs time to plan, and some to read. What has no join is in the table. */
export function fromClause(relations: Relations, parts: readonly { needs: readonly string[] }[]): RawBuilder<unknown> {
  const needed = new Set(parts.flatMap(({ needs }) => needs))
  const withTheirs = (alias: string): string[] => [
    ...aliasesIn(relations.joins[alias]!.split(' on ')[1]!, relations).flatMap((each) =>
      each === alias ? [] : withTheirs(each),
    ),
    alias,
  ]
  const wanted = new Set([...needed].filter((alias) => alias in relations.joins).flatMap(withTheirs))
  const joins = Object.entries(relations.joins).flatMap(([alias, join]) => (wanted.has(alias) ? [join] : []))
  return sql.raw([relations.table, ...joins].join(' '))
}
