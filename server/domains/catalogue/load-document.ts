import { createHash } from 'node:crypto'
import type { Work } from '#server/platform/posy.ts'
import { importCatalogue } from './import-catalogue.ts'

/**
 * Imports a document that belongs to the installation, such as the starter catalogue, unless its text is the same as when
 * it was imported last: a start costs nothing, and what the operator has changed since stays.
 * @throws Error naming the first wrong row
 */
export async function loadCatalogueDocument(work: Work, { name, text }: { name: string; text: string }): Promise<void> {
  const checksum = createHash('sha256').update(text).digest('hex')
  const loaded = await work.tx
    .selectFrom('catalogue_document')
    .select('checksum')
    .where('name', '=', name)
    .executeTakeFirst()
  if (loaded?.checksum === checksum) return
  const { errors } = await importCatalogue(work, JSON.parse(text), { dryRun: false })
  if (errors.length) throw new Error(`${name}: ${errors[0]!.path} ${errors[0]!.message}`)
  await work.tx
    .insertInto('catalogue_document')
    .values({ name, checksum, loaded_at: work.at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ checksum, loaded_at: work.at }))
    .execute()
}
