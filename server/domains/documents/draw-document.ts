import { cachedFormatter } from '#kit/cached-formatter.ts'
import { formatMoney } from '#kit/money.ts'
import { drawWhole, INK, MUTED, openPdf, type Pdf, WASH } from '#server/platform/pdf/pdf.ts'
import { type DocumentContent, type DocumentLine, documentTotals, formatRate, kindNames, vatTable } from './document.ts'
import {
  BOTTOM,
  drawFooters,
  drawHead,
  drawNotes,
  drawParties,
  LEFT,
  PAGE,
  type Paper,
  RIGHT,
  roomFor,
  rule,
  type Style,
  textHeight,
  WIDTH,
  write,
} from './draw-paper.ts'

export interface DrawnDocument extends Paper {
  content: DocumentContent
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
      cachedFormatter('quantity', () => new Intl.NumberFormat('en-GB')).format(line.quantity),
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
