import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { checkDocument } from './check-document.ts'
import { connectedTypes, markConnected } from './connected-issuers.ts'
import { bumpVersion } from './current-index.ts'
import { differenceBetween, type RowDifference, storedRows } from './difference.ts'
import { type DocumentRowError, type Kind, kinds, readDocument } from './document.ts'
import { loadReferences } from './import-queries.ts'
import { type Counts, writeDocument } from './write-document.ts'

export type { DocumentRowError } from './document.ts'

export interface ImportResult extends Counts {
  /** The same three figures by kind of row. */
  kinds: Record<Kind, Counts>
  /** Everything wrong, in the document's order; when there is anything, nothing was written. */
  errors: DocumentRowError[]
  /** Allowed, but worth a look. */
  warnings: DocumentRowError[]
  /** Row by row, where it was asked for. */
  difference: RowDifference[]
}

const nothing = (): Counts => ({ created: 0, updated: 0, unchanged: 0 })

/**
 * Brings the catalogue in line with a document (docs/catalogue-format.md): rows are matched by id, so that importing
 * again changes nothing; what the document does not mention stays. All of it or, with any error, none of it.
 * A dry run does everything and then takes it back. What differs is compared as the database has it before and after.
 */
export async function importCatalogue(
  work: Work,
  document: unknown,
  { dryRun, compare = false }: { dryRun: boolean; compare?: boolean },
): Promise<ImportResult> {
  const { tx } = work
  const counts = Object.fromEntries(kinds.map((kind) => [kind, nothing()])) as Record<Kind, Counts>
  const read = readDocument(document)
  // Two imports at once would decide on what the other is changing.
  await sql`select pg_advisory_xact_lock(7013)`.execute(tx)
  const checked = checkDocument(
    read.document,
    read.mentioned,
    await loadReferences(tx, read.document),
    connectedTypes(work.posy),
  )
  const errors = inOrder([...read.errors, ...checked.errors])
  if (errors.length) return { ...nothing(), kinds: counts, errors, warnings: checked.warnings, difference: [] }

  const before = compare ? await storedRows(tx, read.document) : null
  await sql`savepoint catalogue_import`.execute(tx)
  Object.assign(counts, await writeDocument(tx, work.at, read.document))
  await markConnected(work)
  const difference = before ? differenceBetween(read.document, before, await storedRows(tx, read.document)) : []
  const total = sum(Object.values(counts))
  if (dryRun) await sql`rollback to savepoint catalogue_import`.execute(tx)
  else if (total.created + total.updated > 0) {
    await bumpVersion.execute(tx)
    await work.audit('catalogue.imported', { kind: 'catalogue', id: 'catalogue' }, { detail: { ...total } })
  }
  return { ...total, kinds: counts, errors: [], warnings: checked.warnings, difference }
}

const sum = (all: Counts[]): Counts => ({
  created: all.reduce((total, one) => total + one.created, 0),
  updated: all.reduce((total, one) => total + one.updated, 0),
  unchanged: all.reduce((total, one) => total + one.unchanged, 0),
})

const inOrder = (errors: DocumentRowError[]) => {
  const rank = ({ path }: DocumentRowError) => kinds.indexOf(path.split('.')[0] as Kind)
  return errors.toSorted((a, b) => rank(a) - rank(b) || (a.row ?? -1) - (b.row ?? -1))
}
