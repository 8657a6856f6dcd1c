import { createHash } from 'node:crypto'
import { newId } from '#kit/ids.ts'
import { readTextFile } from '#kit/text-file.ts'
import { toDate } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { differenceDigest } from './difference.ts'
import { type ImportResult, importCatalogue } from './import-catalogue.ts'

const KEPT_MS = 24 * 3_600_000

/** Keeps a catalogue file to be looked at, for a day; those of the days before go. @throws invalid_fields (422) for what is no JSON */
export async function stageCatalogue(
  { tx, at }: Work,
  { fileName, bytes, operator }: { fileName: string; bytes: Uint8Array; operator: string },
): Promise<string> {
  const read = readTextFile(bytes)
  if ('problem' in read) throw invalidFields([{ path: 'file', message: 'is not valid JSON: it is no text' }])
  const { text } = read
  readJson(text)
  await tx
    .deleteFrom('catalogue_staged')
    .where('staged_at', '<', new Date(at.getTime() - KEPT_MS))
    .execute()
  const id = newId()
  const sha256 = createHash('sha256').update(text).digest('hex')
  await tx
    .insertInto('catalogue_staged')
    .values({ id, file_name: fileName.slice(0, 200), document: text, sha256, staged_by: operator, staged_at: at })
    .execute()
  return id
}

function readJson(text: string): unknown {
  // The database takes no NUL, and no name holds one.
  if (!text.includes('\u0000'))
    try {
      return JSON.parse(text)
    } catch {
      // Told below: a parser's own words are for programmers.
    }
  throw invalidFields([
    { path: 'file', message: 'is no JSON document: choose the file that the catalogue was saved as' },
  ])
}

export interface StagedCatalogue {
  fileName: string
  sha256: string
  result: ImportResult
  /** Of the difference as it is now. */
  digest: string
}

/** @throws not_found (404) for one that was imported, or is older than a day */
async function staged(posy: Posy, db: Db | Tx, id: string) {
  const oldest = new Date(toDate(posy.clock.now()).getTime() - KEPT_MS)
  return found(
    await db
      .selectFrom('catalogue_staged')
      .selectAll()
      .where('id', '=', id)
      .where('staged_at', '>=', oldest)
      .executeTakeFirst(),
    'catalogue file for review',
  )
}

/** What a file would change now; nothing is changed. */
export async function previewCatalogue(posy: Posy, id: string): Promise<StagedCatalogue> {
  const file = await staged(posy, posy.db, id)
  const document = readJson(file.document)
  const result = await transact(posy, { actor: operatorActor }, (work) =>
    importCatalogue(work, document, { dryRun: true, compare: true }),
  )
  return { fileName: file.file_name, sha256: file.sha256, result, digest: differenceDigest(result.difference) }
}

/**
 * Imports a file as it was looked at, and forgets it.
 * @param digest of the difference that was seen
 * @throws not_found (404); wrong_state (409) where it would change something else by now; invalid_fields (422) where it
 *   cannot be imported
 */
export async function importStaged(work: Work, { id, digest }: { id: string; digest: string }): Promise<ImportResult> {
  // Anyone who imports the same file waits here, and then finds it gone.
  await work.tx.selectFrom('catalogue_staged').select('id').where('id', '=', id).forUpdate().execute()
  const file = await staged(work.posy, work.tx, id)
  const result = await importCatalogue(work, readJson(file.document), { dryRun: false, compare: true })
  if (result.errors.length)
    throw invalidFields(result.errors.slice(0, 50).map(({ path, message }) => ({ path: `file.${path}`, message })))
  if (differenceDigest(result.difference) !== digest)
    throw new Problem('wrong_state', 'The catalogue has changed since you looked.', {
      help: 'Check what the file would change now. Nothing was changed.',
    })
  await work.tx.deleteFrom('catalogue_staged').where('id', '=', id).execute()
  return result
}
