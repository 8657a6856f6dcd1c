import { isoCurrency } from '#kit/currency.ts'
import { BUSINESS_ZONE, iso } from '#kit/time.ts'
import { produceDocument } from '#server/domains/documents/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Cell, day, money } from '#server/platform/sheets/cells.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'
import { csvEntry } from './archive-sheet.ts'
import type { ExportRecord } from './export-request.ts'
import { type ArchivedPaper, archivedPapers } from './queries.ts'

export const paperPath = ({ kind, number }: Pick<ArchivedPaper, 'kind' | 'number'>): string =>
  `documents/${kind}/${number}.pdf`

/** Every paper that was issued to a team, as a list, and their PDFs: those that no one has opened yet are drawn now. */
export async function archivedDocuments(posy: Posy, { team_ids }: ExportRecord): Promise<ZipEntry[]> {
  const papers = await archivedPapers(posy.db, team_ids)
  return [
    csvEntry(
      'documents.csv',
      ['Number', 'Kind', 'Issued', 'Net', 'VAT', 'Total', 'Currency', 'File', 'Purchase id'],
      () => list(papers),
    ),
    ...papers.map((paper) => pdfEntry(posy, paper)),
  ]
}

async function* list(papers: readonly ArchivedPaper[]): AsyncGenerator<Cell[][]> {
  yield papers.map((paper) => [
    ...[paper.number, paper.kind, day(iso(paper.issuedAt), BUSINESS_ZONE)],
    ...[money(paper.net), money(paper.vat), money(paper.total), isoCurrency(paper.currency) ?? null],
    ...[paperPath(paper), paper.purchaseId],
  ])
}

export const pdfEntry = (posy: Posy, paper: Pick<ArchivedPaper, 'id' | 'kind' | 'number'>): ZipEntry => ({
  name: paperPath(paper),
  content: (async function* () {
    const stored = await posy.providers.files.read(await produceDocument(posy, paper.id))
    // An archive that lacks a paper is none: it is tried again.
    if (!stored) throw new Error(`the PDF of ${paper.number} is gone`)
    yield* stored.stream() as unknown as AsyncIterable<Uint8Array>
  })(),
})
