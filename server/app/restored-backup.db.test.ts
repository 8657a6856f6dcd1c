import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/database/database.ts'
import { watchEmbedded } from '#server/platform/database-watch.ts'
import type { Posy } from '#server/platform/posy.ts'
import { demoWorld, testConfig } from '#server/testing/app.ts'
import { createFilled } from '#server/testing/databases.ts'
import { backUp, type TestDatabase } from '#server/testing/postgres.ts'
import { ManualWallClock } from '#server/testing/wall-clock.ts'
import { assemble } from './assemble.ts'
import { personCommands } from './person-commands.ts'
import { reconcile } from './reconcile.ts'

const NOW_MS = Date.parse('2026-03-02T10:00:00Z')
const PERSON = 'participant@acme.test'
const dataDir = mkdtempSync(join(tmpdir(), 'posy-restore-'))
let installation: TestDatabase
let backup: TestDatabase

beforeAll(async () => {
  installation = await createFilled(demoWorld(NOW_MS))
  backup = await backUp(installation)
})
afterAll(async () => {
  await installation?.drop()
  await backup?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** One start of the installation on a database; the files are the same each time. */
async function runOn<T>({ url }: TestDatabase, act: (posy: Posy) => Promise<T>): Promise<T> {
  const database = openPostgres(url, 5)
  const watch = watchEmbedded(database.db, new ManualWallClock(NOW_MS))
  const app = await assemble({ config: testConfig(dataDir), database, databaseUrl: url, watch })
  try {
    await app.posy.queue.start()
    return await act(app.posy)
  } finally {
    await app.close()
    await database.close()
  }
}

const person = async (posy: Posy, command: string, words: string[], values: Record<string, string | boolean> = {}) => {
  const lines: string[] = []
  const code = await personCommands[`person ${command}`]!(posy, {
    words,
    values,
    print: (line) => void lines.push(line),
  })
  return { code, said: lines.join('\n') }
}

const findAccountId = async ({ db }: Posy) =>
  (await sql<{ id: string }>`select id from app_user where email = ${PERSON}`.execute(db)).rows[0]?.id

test('a restored backup, with the list of erasures applied again, holds no erased person, and its books agree', async () => {
  const copy = join(dataDir, 'list-beside-the-backup.jsonl')

  await runOn(installation, async (posy) => {
    expect(await person(posy, 'find', [PERSON])).toMatchObject({
      code: 0,
      said: expect.stringContaining('Peter Price'),
    })
    const erased = await person(posy, 'erase', [PERSON], { reason: 'asked in writing' })
    expect(erased).toMatchObject({ code: 0, said: expect.stringMatching(/^Erased/) })
    await posy.queue.drain()
    expect(await findAccountId(posy)).toBeUndefined()
    expect(await reconcile(posy)).toEqual([])
    expect((await person(posy, 'list', [copy])).said).toBe('1 entries, as keyed hashes.')
  })

  await runOn(backup, async (posy) => {
    expect(await findAccountId(posy)).toBeDefined()
    for (const words of [[], [copy]]) {
      const { code, said } = await person(posy, 'erase', words, { reapply: true })
      expect([code, said]).toEqual([
        0,
        `1 on the list: ${words.length ? 0 : 1} erased again, 0 wait for gifts to end, ${words.length ? 1 : 0} were erased before, of 0 nothing is here.`,
      ])
    }
    await posy.queue.drain()
    expect(await findAccountId(posy)).toBeUndefined()
    const { rows } = await sql`select from app_user where first_name = 'Peter' and surname = 'Price'`.execute(posy.db)
    expect(rows).toEqual([])
    expect(await reconcile(posy)).toEqual([])
  })
})
