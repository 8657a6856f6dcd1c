import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { waiting } from './queries.ts'

/** What someone typed who looks for a line of the bank: an amount, and letters and digits that stand in it somewhere. */
interface SoughtLine {
  pence: Pence | null
  letters: string | null
}

const AMOUNT = /^[-+−]?\s*[£€]?\s*(\d{1,3}(?:[,\s]\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*[£€]?$/
const SHORTEST_PART = 4

/** `500`, `500.00`, `£1,250.5`; `hgdemo 4010`, `HGDEMO4010`. */
export function seekLine(typed: string): SoughtLine {
  const [, pounds, pence = ''] = AMOUNT.exec(typed.trim()) ?? []
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return {
    pence: pounds ? Number(pounds.replace(/\D/g, '')) * 100 + Number(pence.padEnd(2, '0')) : null,
    letters: letters.length >= SHORTEST_PART ? letters : null,
  }
}

const compact = (column: RawBuilder<unknown>) => sql`translate(upper(${column}), ' -/.,:#*_', '')`

/**
 * What lines someone looks for; null for words that no one can look for.
 * @param isTyping letters are looked for in lines that wait for someone, which are few
 */
export function linesSought(typed: string, { isTyping = false } = {}): RawBuilder<SqlBool> | null {
  const { pence, letters } = seekLine(typed)
  const ways = [
    ...(pence === null ? [] : [sql`abs(line.amount) = ${pence}`]),
    ...(letters === null
      ? []
      : [
          sql`(${isTyping ? sql`line.state = any(${[...waiting]}::text[])` : sql`true`}
            and (strpos(${compact(sql`line.text`)}, ${letters}) > 0 or strpos(${compact(sql`line.target_label`)}, ${letters}) > 0))`,
        ]),
  ]
  return ways.length ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : null
}
