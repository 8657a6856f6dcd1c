import { toDate } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type ZipEntry, zip } from '#server/platform/sheets/zip.ts'
import { archivedDocuments } from './archive-documents.ts'
import { archivedLists } from './archive-lists.ts'
import { textEntry } from './archive-sheet.ts'
import { archivedStatements } from './archive-statements.ts'
import { type ExportRecord, exportFileKey } from './export-request.ts'
import { periodPapers } from './period-papers.ts'

/**
 * Writes everything that a team has, or the papers of a period, into one archive, read and stored as a stream: a page of rows or one paper is in
 * memory at a time. Killed at any point and run again, it begins again; the file is there whole or not at all.
 */
export async function writeArchive(posy: Posy, row: ExportRecord): Promise<void> {
  const entries = row.kind === 'papers' ? await periodPapers(posy, row) : await everything(posy, row)
  await posy.db
    .updateTable('export_request')
    .set({ status: 'processing', total_hits: entries.length, rows_done: 0, updated_at: toDate(posy.clock.now()) })
    .where('id', '=', row.id)
    .where('status', 'in', ['created', 'processing'])
    .execute()
  await posy.providers.files.put(exportFileKey(row), zip(counted(posy, row, entries)))
}

async function everything(posy: Posy, row: ExportRecord): Promise<ZipEntry[]> {
  const [lists, statements, documents] = await Promise.all([
    archivedLists(posy, row),
    archivedStatements(posy, row),
    archivedDocuments(posy, row),
  ])
  return [readme(row), ...lists, ...statements, ...documents]
}

/** Says how far the archive is, about once for each per cent. */
function counted(posy: Posy, { id }: ExportRecord, entries: readonly ZipEntry[]): ZipEntry[] {
  const every = Math.ceil(entries.length / 100)
  return entries.map(({ name, content }, index) => ({
    name,
    content: (async function* () {
      yield* content
      if ((index + 1) % every) return
      await posy.db
        .updateTable('export_request')
        .set({ rows_done: index + 1 })
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .execute()
    })(),
  }))
}

const readme = ({ created_at }: ExportRecord): ZipEntry =>
  textEntry('README.txt', [
    'Everything that this team and its subteams have with Posy.',
    `Asked for on ${created_at.toISOString().slice(0, 10)}.`,
    '',
    'gifts.csv         each gift, with its recipient, state and price; without links and codes, which belong to recipients',
    'purchases.csv     each purchase',
    'members.csv       who signs in, with their roles',
    'participants.csv  who has an allowance from a budget',
    'documents.csv     each receipt, invoice and credit note, with the name of its PDF',
    'documents/        their PDFs',
    'statements/       the movements of each wallet, a file for each year in London time',
    '',
    'Text is UTF-8. Amounts are in pounds or euros. These files name people: store them with care.',
  ])
