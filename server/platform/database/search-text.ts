import { type RawBuilder, sql } from 'kysely'
import { asciiDigits, withoutMarks } from '#kit/clean-text.ts'
import { personKey } from '#kit/person-key.ts'
import type { Db } from '#server/platform/database/database.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

const MOST_WORDS = 10

/**
 * The words of a text as the database indexes them, each once; an address is one. Digits with the marks of a telephone number are one word.
 * @throws invalid_fields for more than ten
 */
export async function splitSearchText(db: Db, text: string | undefined, path = 'query.text'): Promise<string[]> {
  if (!text?.trim()) return []
  const number = phoneDigits(text)
  if (number) return [number]
  const { rows } = await sql<{ words: string[] }>`select wanted_words(${text}) as words`.execute(db)
  const words = [...new Set(rows[0]!.words.map((word) => [...word].slice(0, 60).join('')))]
  if (words.length > MOST_WORDS)
    throw invalidFields([{ path, message: `at most ${MOST_WORDS} words`, code: 'too_big' }])
  return words
}

/** A number of a telephone as it is indexed, whichever way its country is written; null for other words. */
function phoneDigits(text: string): string | null {
  const plain = asciiDigits(withoutMarks(text)).trim()
  const digits = plain.replace(/\D/g, '')
  if (digits.length < 7 || !/^[\d\s()+.-]+$/.test(plain)) return null
  // Shorter ones may be a reference that begins with zeros.
  const isWhole = plain.startsWith('+') || (digits.startsWith('00') && digits.length >= 13)
  return isWhole ? personKey(plain).replace(/\D/g, '') : digits
}

const quoted = (lexeme: string) => `'${lexeme.replace(/[\\']/g, (mark) => mark + mark)}'`
/** A single letter stands for itself, two or more for every word they begin. */
const prefix = (lexeme: string, word: string, shortest = 2) => quoted(lexeme) + (word.length >= shortest ? ':*' : '')

/** What finds a word among `team_words`, in the order of the database: each team's are apart. */
export const teamQuery = (teamIds: readonly string[], word: string): RawBuilder<unknown> =>
  sql`${teamIds.map((id) => prefix(id.slice(-12) + word, word)).join(' | ') || quoted('-')}::tsquery`

/** What finds all of some words among `plain_words`; shorter ones than `shortest` stand for themselves. */
export const plainQuery = (words: readonly string[], shortest?: number): RawBuilder<unknown> =>
  sql`${words.map((word) => prefix(word, word, shortest)).join(' & ')}::tsquery`

/** Whether a column holds all of some words: for rows that an index has found, or few. */
export const matchesWords = (column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`plain_words(coalesce(${column}, '')) @@ ${plainQuery(words)}`

/** The indexed expression of a user's words. */
export const userText = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`plain_words(${column('first_name')} || ' ' || ${column('surname')} || ' ' || coalesce(${column('send_as_name')}, '') || ' ' || ${column('email')})`
}
