import { formatMoney } from '#kit/money.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { drawParagraph, paragraphHeight } from '#server/platform/pdf/paragraph.ts'
import {
  A4,
  ACCENT,
  drawFlower,
  drawWhole,
  INK,
  LINE,
  MUTED,
  openPdf,
  type Pdf,
  WASH,
} from '#server/platform/pdf/pdf.ts'
import type { Face } from '#server/platform/pdf/text.ts'
import {
  type DocumentContent,
  type DocumentLine,
  type DrawnKind,
  documentTotals,
  formatDate,
  formatRate,
  kindNames,
  vatTable,
} from './document.ts'

const PAGE = { ...A4, margin: 48, footer: 40 }
const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const WIDTH = RIGHT - LEFT
const LOGO = { width: 150, height: 34 }
/** Nothing but the footer below this. */
const BOTTOM = PAGE.height - PAGE.margin - PAGE.footer

export interface DrawnDocument {
  kind: DrawnKind
  number: string
  issuedAt: Date
  content: DocumentContent
  /** The customer's, a PNG. The letterhead is the seller's, who issues it. */
  logo: Buffer | null
}

/** Draws a document on A4 pages, with real text. The same document gives the same pages. */
export function drawDocument(document: DrawnDocument): Promise<Buffer> {
  const { kind, number, issuedAt, content } = document
  const about = { title: `${kindNames[kind].title} ${number}`, author: content.seller.name, at: issuedAt }
  const pdf = openPdf(about, { bufferPages: true })
  return drawWhole(pdf, () => {
    let y = drawHead(pdf, document)
    y = drawParties(pdf, document, y + 26)
    y = drawLines(pdf, content, y + 26)
    y = drawSums(pdf, content, y + 18)
    drawNotes(
      pdf,
      content.notes.map((note) => note.replaceAll('{number}', number)),
      y + 24,
    )
    drawFooters(pdf, document)
  })
}

interface Style {
  size?: number
  weight?: Face
  colour?: string
  width?: number
  align?: 'left' | 'right'
}

/** Text is measured as it is set: figures of one width may wrap where others would not. */
const SETTING = { lineGap: 2, isTabular: true }

/** Writes text at a place, wrapped at its width. @returns where it ends */
function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9.5, weight: face = 'regular', colour = INK, width = WIDTH, align = 'left' } = style
  drawParagraph(pdf, text, { ...SETTING, x, y, size, face, colour, width, align })
  return y + textHeight(pdf, text, style)
}

const textHeight = (pdf: Pdf, text: string, { size = 9.5, weight: face = 'regular', width = WIDTH }: Style): number =>
  paragraphHeight(pdf, text, { ...SETTING, size, face, width })

function rule(pdf: Pdf, y: number, { from = LEFT, to = RIGHT, colour = LINE, thickness = 0.75 } = {}): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(colour).stroke()
}

/** Starts another page where so much no longer fits. @returns where to continue */
function roomFor(pdf: Pdf, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  pdf.addPage()
  return PAGE.margin
}

function drawHead(pdf: Pdf, { kind, number, content: { seller } }: DrawnDocument): number {
  const column = WIDTH / 2 - 12
  drawFlower(pdf, { x: LEFT + 13, y: PAGE.margin + 13, scale: 0.36 })
  let left = write(pdf, seller.name, LEFT + 36, PAGE.margin + 3, { size: 15, weight: 'bold', width: column - 36 })
  const titles = { width: column, align: 'right' } as const
  const right = write(pdf, kindNames[kind].title, LEFT + WIDTH / 2 + 12, PAGE.margin - 2, {
    ...titles,
    size: 24,
    weight: 'bold',
    colour: ACCENT,
  })
  write(pdf, number, LEFT + WIDTH / 2 + 12, right + 2, { ...titles, size: 11, weight: 'medium' })
  left += 8
  const company = [
    ...seller.lines,
    ...(seller.companyNumber ? [`Company number ${seller.companyNumber}`] : []),
    ...(seller.vatNumber ? [`VAT number ${seller.vatNumber}`] : []),
  ]
  for (const line of company) left = write(pdf, line, LEFT, left, { size: 8.5, colour: MUTED, width: column })
  return left
}

/** Papers that ask for no money. */
const PREPARED_FOR: readonly DrawnKind[] = ['pro-forma', 'period-report', 'merchant-statement']

function drawParties(pdf: Pdf, { issuedAt, kind, content, logo }: DrawnDocument, top: number): number {
  const { customer, dates, references } = content
  const column = WIDTH / 2 - 12
  rule(pdf, top)
  let left = write(pdf, PREPARED_FOR.includes(kind) ? 'Prepared for' : 'Billed to', LEFT, top + 14, {
    size: 8.5,
    colour: MUTED,
  })
  if (logo) {
    pdf.image(logo, LEFT, left + 5, { fit: [LOGO.width, LOGO.height], valign: 'center' } as never)
    left += LOGO.height + 8
  }
  left = write(pdf, customer.name, LEFT, left + 2, { size: 11, weight: 'bold', width: column })
  for (const line of customer.lines) left = write(pdf, line, LEFT, left, { width: column })

  const issued = { label: 'Date of issue', value: formatDate(londonDate(toInstant(issuedAt)).toString()) }
  const facts = [issued, ...dates.map(({ label, date }) => ({ label, value: formatDate(date) })), ...references]
  const [labelX, labelWidth] = [LEFT + WIDTH / 2 + 12, 96]
  let right = top + 14
  for (const { label, value } of facts) {
    const valueWidth = column - labelWidth - 8
    const underLabel = write(pdf, label, labelX, right, { size: 8.5, colour: MUTED, width: labelWidth })
    right = Math.max(
      right + 13,
      underLabel,
      write(pdf, value, labelX + labelWidth + 8, right - 0.5, { size: 9, width: valueWidth }) + 1,
    )
  }
  return Math.max(left, right)
}

/** Right edges of the columns of figures; the description takes what is left of them. */
const COLUMNS = [
  { title: 'Quantity', width: 50 },
  { title: 'Unit price', width: 72 },
  { title: 'VAT', width: 76 },
  { title: 'Net amount', width: 84 },
]
const DESCRIPTION_WIDTH = WIDTH - COLUMNS.reduce((sum, column) => sum + column.width, 0) - 8

function drawTableHead(pdf: Pdf, y: number): number {
  pdf.rect(LEFT, y, WIDTH, 22).fillColor(WASH).fill()
  const style = { size: 8.5, weight: 'medium', colour: MUTED } as const
  write(pdf, 'Description', LEFT + 8, y + 6, style)
  drawFigures(
    pdf,
    COLUMNS.map((column) => column.title),
    y + 6,
    style,
  )
  return y + 22
}

/** From left to right, so that the text reads in order for anyone who hears it. */
function drawFigures(pdf: Pdf, texts: string[], y: number, style: Style): void {
  let x = LEFT + DESCRIPTION_WIDTH
  COLUMNS.forEach(({ width }, index) => {
    write(pdf, texts[index]!, x, y, { ...style, width, align: 'right' })
    x += width
  })
}

function drawLines(pdf: Pdf, { lines, currency }: DocumentContent, top: number): number {
  let y = drawTableHead(pdf, roomFor(pdf, top, 60))
  for (const line of lines) {
    const height = lineHeight(pdf, line)
    if (y + height > BOTTOM) {
      pdf.addPage()
      y = drawTableHead(pdf, PAGE.margin)
    }
    const under = write(pdf, line.description, LEFT + 8, y + 8, { weight: 'medium', width: DESCRIPTION_WIDTH - 8 })
    if (line.detail)
      write(pdf, line.detail, LEFT + 8, under + 1, { size: 8.5, colour: MUTED, width: DESCRIPTION_WIDTH - 8 })
    const figures = [
      new Intl.NumberFormat('en-GB').format(line.quantity),
      formatMoney(line.unitNetPence, currency),
      formatRate(line.vatBasisPoints),
      formatMoney(line.netPence, currency),
    ]
    drawFigures(pdf, figures, y + 8, {})
    y += height
    rule(pdf, y)
  }
  return y
}

function lineHeight(pdf: Pdf, { description, detail }: DocumentLine): number {
  const width = DESCRIPTION_WIDTH - 8
  const text = textHeight(pdf, description, { weight: 'medium', width })
  return 16 + text + (detail ? 1 + textHeight(pdf, detail, { size: 8.5, width }) : 0)
}

/** VAT by rate on the left, the totals on the right. */
function drawSums(pdf: Pdf, { lines, currency }: DocumentContent, top: number): number {
  const rows = vatTable(lines)
  const y = roomFor(pdf, top, Math.max(92, 30 + rows.length * 16))
  const money = (pence: number) => formatMoney(pence, currency)
  const columns = [LEFT + 8, LEFT + 92, LEFT + 166]
  const width = 70
  const head = { size: 8.5, colour: MUTED } as const
  const right = { width, align: 'right' } as const
  write(pdf, 'VAT rate', columns[0]!, y, head)
  write(pdf, 'Net', columns[1]!, y, { ...head, ...right })
  write(pdf, 'VAT', columns[2]!, y, { ...head, ...right })
  let left = y + 15
  rule(pdf, left - 1, { to: LEFT + 244 })
  for (const { vatBasisPoints, netPence, vatPence } of rows) {
    write(pdf, formatRate(vatBasisPoints), columns[0]!, left + 4, { size: 9 })
    write(pdf, money(netPence), columns[1]!, left + 4, { size: 9, ...right })
    write(pdf, money(vatPence), columns[2]!, left + 4, { size: 9, ...right })
    left += 16
  }

  const { netPence, vatPence, totalPence } = documentTotals(lines)
  const [labelX, valueX] = [RIGHT - 210, RIGHT - 108]
  const sum = { width: 100, align: 'right' } as const
  write(pdf, 'Net', labelX, y, { colour: MUTED })
  write(pdf, money(netPence), valueX, y, sum)
  write(pdf, 'VAT', labelX, y + 17, { colour: MUTED })
  write(pdf, money(vatPence), valueX, y + 17, sum)
  rule(pdf, y + 38, { from: labelX, colour: INK, thickness: 1 })
  write(pdf, 'Total', labelX, y + 46, { size: 13, weight: 'bold' })
  write(pdf, money(totalPence), valueX - 40, y + 46, { size: 13, weight: 'bold', width: 140, align: 'right' })
  return Math.max(left + 6, y + 66)
}

function drawNotes(pdf: Pdf, notes: readonly string[], top: number): void {
  let y = top
  for (const note of notes) {
    y = roomFor(pdf, y, textHeight(pdf, note, { size: 9 }))
    y = write(pdf, note, LEFT, y, { size: 9, colour: INK }) + 6
  }
}

function drawFooters(pdf: Pdf, { kind, number, content: { seller } }: DrawnDocument): void {
  const { start, count } = pdf.bufferedPageRange()
  const y = PAGE.height - PAGE.margin - 12
  const words = [seller.name, `${kindNames[kind].title} ${number}`].join('  ·  ')
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    rule(pdf, y - 10)
    write(pdf, words, LEFT, y, { size: 8, colour: MUTED, width: WIDTH - 90 })
    write(pdf, `Page ${page - start + 1} of ${count}`, RIGHT - 90, y, {
      size: 8,
      colour: MUTED,
      width: 90,
      align: 'right',
    })
  }
}
