import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#kit/ids.ts'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './database/database.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'sandbox'>

/** Where files of this machine are. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')

const markerPath = (folder: string) => join(folder, '.posy-files')

/**
 * Processes of one installation keep files in one place: a bucket, or a folder that each of them sees. The folder has the
 * number that the database holds; the first process to start gives it one.
 * @throws ConfigError where this process sees another folder: a file it wrote could not be downloaded from the others
 */
export async function requireSharedFiles(db: Db, config: Settings, role: string): Promise<void> {
  if (config.s3 || !config.databaseUrl) return
  // One process that has the demo world to itself starts again with whatever folder it is given.
  if (config.sandbox && role === 'all') return adoptFiles(db, config)
  const folder = filesFolder(config)
  await db.transaction().execute(async (tx) => {
    const id = newId()
    const first = await tx
      .insertInto('file_store')
      .values({ id })
      .onConflict((given) => given.doNothing())
      .executeTakeFirst()
    // Written before the others can read the number: they wait for this transaction.
    if (first.numInsertedOrUpdatedRows) return mark(folder, id)
    const store = await tx.selectFrom('file_store').select('id').executeTakeFirstOrThrow()
    const seen = await readFile(markerPath(folder), 'utf8').catch(() => null)
    if (seen?.trim() !== store.id)
      throw new ConfigError(
        `DATA_DIR: ${folder} is not the folder that the other processes of this installation keep files in. ` +
          'Mount that folder here, or keep files in a bucket (S3_ENDPOINT …). ' +
          'If its files are lost or were moved, say so once with “posy files adopt”.',
      )
  })
}

/** Takes this machine's folder for the one that files are in from now on. */
export async function adoptFiles(db: Db, config: Pick<Config, 'dataDir'>): Promise<void> {
  const id = newId()
  await db
    .insertInto('file_store')
    .values({ id })
    .onConflict((given) => given.column('only_row').doUpdateSet({ id }))
    .execute()
  await mark(filesFolder(config), id)
}

async function mark(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(markerPath(folder), `${id}\n`)
}
