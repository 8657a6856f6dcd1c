import { type CsvError, parse } from 'csv-parse/sync'

/** A row of a table, with the line of the text that it ends on (from 1). */
interface CsvRecord {
  line: number
  cells: string[]
}

export type CsvTable = { records: CsvRecord[] } | { error: { message: string; line?: number } }

/**
 * Reads a table as people paste and upload it: RFC 4180 in UTF-8, rows of any length, empty rows left out, cells
 * trimmed. Quotes go before line ends and delimiters.
 * @param options.delimiter found in the first line unless given: a tab, a semicolon or a comma
 * @param options.relaxQuotes takes a quotation mark inside a cell for itself
 * @param options.mostRecords reads no further
 */
export function readCsv(
  text: string,
  {
    delimiter = detectDelimiter(text),
    relaxQuotes = false,
    mostRecords,
  }: { delimiter?: string; relaxQuotes?: boolean; mostRecords?: number } = {},
): CsvTable {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relaxColumnCount: true,
      relaxQuotes,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      // What follows a closing quotation mark belongs to the cell, where marks are taken as they come.
      trim: !relaxQuotes,
      ...(mostRecords === undefined ? {} : { to: mostRecords }),
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return { records: rows.map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) })) }
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    const message = 'is no table: a quotation mark is not closed or stands inside a field'
    return { error: { message, ...(lines ? { line: lines } : {}) } }
  }
}

/** Excel pastes tabs; where a comma is the decimal sign it saves semicolons. */
function detectDelimiter(text: string): string {
  const firstLine = text.slice(0, text.search(/\r?\n|$/))
  return ['\t', ';', ','].find((candidate) => firstLine.includes(candidate)) ?? ','
}
