import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { compiledOnce } from './compiled-once.ts'

test('a query compiled once answers for the values of each call, in and out of a transaction', async () => {
  let built = 0
  const longWords = compiledOnce((_, { least, words }: { least: number; words: string[] }) => {
    built++
    return sql<{
      word: string
    }>`select word from unnest(${words}::text[]) word where length(word) >= ${least} order by word`
  })
  const app = await startTestApp({ database: 'pglite' })
  try {
    const { db } = app.posy
    expect(await longWords(db, { least: 4, words: ['tea', 'cake'] })).toEqual([{ word: 'cake' }])
    expect(await longWords(db, { least: 3, words: ['tea', 'cake'] })).toEqual([{ word: 'cake' }, { word: 'tea' }])
    const inside = await db.transaction().execute((tx) => longWords(tx, { least: 1, words: ['a'] }))
    expect(inside).toEqual([{ word: 'a' }])
    expect(built).toBe(1)
  } finally {
    await app.close()
  }
})
