import { looksLikeFormula } from '#kit/formula.ts'
import type { Cell } from './cells.ts'
import { type ZipEntry, zip } from './zip.ts'

/** Rows of one sheet: well within the format's limit of 1,048,576, and its file within 4 GiB. */
export const SHEET_ROWS = 500_000

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Style 1 tells a spreadsheet that a cell is text whatever it begins with; 2 is the head's, 3 a moment's, 4 a day's and 5 an amount's: two decimals, whatever they are. */
const STYLES = `${DECLARATION}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf quotePrefix="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** Characters that XML has no place for, and halves of surrogate pairs. */
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** `_x000D_` is how workbooks write a character by its number: one that someone typed has its own underscore so written. */
const escapeXml = (text: string) =>
  text
    .replace(UNPRINTABLE, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => escaped[mark]!)

/** Rows of a sheet, wherever in it they stand. Text is typed as text: no cell is ever calculated. */
export const xlsxRows = (rows: readonly Cell[][], style = ''): string =>
  rows.map((row) => `<row>${row.map((cell) => cellXml(cell, style)).join('')}</row>`).join('')

function cellXml(cell: Cell, style: string): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'object' && 'date' in cell)
    return `<c s="${cell.date.length > 10 ? 3 : 4}"><v>${serialDate(cell.date)}</v></c>`
  if (typeof cell === 'object')
    return 'money' in cell ? `<c s="5"><v>${cell.money}</v></c>` : `<c><v>${cell.number}</v></c>`
  const kept = looksLikeFormula(cell) ? ' s="1"' : style
  return `<c t="inlineStr"${kept}><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

/** A day or moment of a wall clock as workbooks count it: days since 30 December 1899. */
const serialDate = (date: string): number =>
  Number(
    (
      (Date.parse(`${date.replace(' ', 'T')}${date.length > 10 ? ':00' : 'T00:00:00'}Z`) - SERIAL_EPOCH) /
      86_400_000
    ).toFixed(8),
  )
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)

export interface Sheet {
  name: string
  head: readonly string[]
  /** Letters that each column shows; as many as its heading has, and a few more, unless told. */
  widths?: readonly number[]
  /** What `xlsxRows` made. */
  rows: AsyncIterable<Uint8Array>
}

/** A workbook as it is made, sheet after sheet. */
export const xlsx = (sheets: readonly Sheet[]): AsyncIterable<Uint8Array> => zip(zipEntries(sheets))

function* zipEntries(sheets: readonly Sheet[]): Generator<ZipEntry> {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }))
  const each = (line: (sheet: (typeof numbered)[number]) => string) => numbered.map(line).join('')
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  yield text(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
  )
  yield text(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield text(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${each(({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  )
  yield text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  yield { name: 'xl/styles.xml', content: once(STYLES) }
  for (const sheet of numbered) yield { name: `xl/worksheets/sheet${sheet.number}.xml`, content: sheetXml(sheet) }
}

const text = (name: string, xml: string): ZipEntry => ({ name, content: once(DECLARATION + xml) })

async function* once(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

const LEAST_WIDTH = 12
const columnWidths = ({ head, widths }: Pick<Sheet, 'head' | 'widths'>): string =>
  head
    .map((name, index) => {
      const width = widths?.[index] ?? Math.max(LEAST_WIDTH, name.length + 3)
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')

async function* sheetXml({ head, widths, rows }: Sheet): AsyncGenerator<Uint8Array> {
  // The head stays in sight.
  yield Buffer.from(
    `${DECLARATION}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnWidths({ head, ...(widths && { widths }) })}</cols><sheetData>${xlsxRows([[...head]], ' s="2"')}`,
  )
  yield* rows
  yield Buffer.from('</sheetData></worksheet>')
}
