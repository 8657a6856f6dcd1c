import type { Cell } from '#server/platform/sheets/cells.ts'
import { BYTE_ORDER_MARK, csvRows } from '#server/platform/sheets/csv.ts'
import { xlsx, xlsxRows } from '#server/platform/sheets/xlsx.ts'

export interface ReportTable {
  title: string
  head: string[]
  rows: Cell[][]
}
export type ReportFormat = 'csv' | 'xlsx'

export const numberCell = (value: number): Cell => ({ number: String(value) })

export const listTable = <Row>(
  title: string,
  rows: readonly Row[],
  columns: [head: string, cell: (row: Row) => Cell][],
): ReportTable => ({
  title,
  head: columns.map(([head]) => head),
  rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
})

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as a file, made whole: the longest has a row for each person. */
export async function tableFile(name: string, { title, head, rows }: ReportTable, format: ReportFormat) {
  const bytes =
    format === 'csv'
      ? Buffer.from(BYTE_ORDER_MARK + csvRows([head, ...rows]))
      : await collect(xlsx([{ name: title, head, rows: once(xlsxRows(rows)) }]))
  return { fileName: `${name}.${format}`, contentType: contentTypes[format], content: bytes.toString('base64') }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}
