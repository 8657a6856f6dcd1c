import type { Cell } from '#server/platform/sheets/cells.ts'
import { BYTE_ORDER_MARK, csvRows } from '#server/platform/sheets/csv.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'

/** A list as one CSV file of an archive, read page after page as the archive is written. */
export function csvEntry(name: string, head: readonly string[], pages: () => AsyncIterable<Cell[][]>): ZipEntry {
  return {
    name,
    content: (async function* () {
      yield Buffer.from(BYTE_ORDER_MARK + csvRows([[...head]]))
      for await (const page of pages()) yield Buffer.from(csvRows(page))
    })(),
  }
}

/** A few lines for who opens the archive. */
export const textEntry = (name: string, lines: readonly string[]): ZipEntry => ({
  name,
  content: (async function* () {
    yield Buffer.from(lines.join('\r\n'))
  })(),
})

/** Rows after rows, each page beginning behind the last row of the one before. @param read rows behind an id, in its order */
export async function* pagesById<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await read(after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

/** A name that every system can unpack: what a folder must not be called is left out of it. */
export const fileName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 60) || 'unnamed'
