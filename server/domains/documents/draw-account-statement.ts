import { formatMoney, type Pence } from '#kit/money.ts'
import { drawWhole, INK, MUTED, openPdf, type Pdf, WASH } from '#server/platform/pdf/pdf.ts'
import { formatDate, kindNames } from './document.ts'
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

export interface DrawnStatement extends Omit<Paper, 'kind' | 'logo'> {
  currency: string
  lines: readonly { date: string; description: string; number: string | null; amount: Pence; balance: Pence }[]
  /** Under the lines, the last one large. */
  sums: readonly { label: string; pence: Pence }[]
  notes: readonly string[]
}

const FIGURE = 84
const COLUMNS = [
  { title: 'Date', width: 96, align: 'left' },
  { title: 'What', width: WIDTH - 96 - 88 - 2 * FIGURE - 8, align: 'left' },
  { title: 'Number', width: 88, align: 'left' },
  { title: 'Amount', width: FIGURE, align: 'right' },
  { title: 'Owed then', width: FIGURE, align: 'right' },
] as const
const GAP = 6

/** A statement of account on A4 pages: it has no number and is kept nowhere, for the ledger says the same again. */
export function drawAccountStatement(statement: DrawnStatement): Promise<Buffer> {
  const { issuedAt, number, content, notes } = statement
  const paper: Paper = { ...statement, kind: 'account-statement', logo: null }
  const title = `${kindNames[paper.kind].title}, ${number}`
  const pdf = openPdf({ title, author: content.seller.name, at: issuedAt }, { bufferPages: true })
  return drawWhole(pdf, () => {
    let y = drawHead(pdf, paper)
    y = drawParties(pdf, paper, y + 26)
    y = drawLines(pdf, statement, y + 26)
    y = drawSums(pdf, statement, y + 18)
    drawNotes(pdf, notes, y + 24)
    drawFooters(pdf, paper)
  })
}

/** From left to right, so that the text reads in order for anyone who hears it. */
function drawCells(pdf: Pdf, texts: readonly string[], y: number, style: Style): void {
  let x = LEFT + 8
  COLUMNS.forEach(({ width, align }, index) => {
    write(pdf, texts[index]!, x, y, { ...style, width: width - GAP, align })
    x += width
  })
}

function drawTableHead(pdf: Pdf, y: number): number {
  pdf.rect(LEFT, y, WIDTH, 22).fillColor(WASH).fill()
  const titles = COLUMNS.map(({ title }) => title)
  drawCells(pdf, titles, y + 6, { size: 8.5, weight: 'medium', colour: MUTED })
  return y + 22
}

function drawLines(pdf: Pdf, { lines, currency }: DrawnStatement, top: number): number {
  let y = drawTableHead(pdf, roomFor(pdf, top, 60))
  for (const { date, description, number, amount, balance } of lines) {
    const texts = [
      ...[formatDate(date), description, number ?? ''],
      ...[formatMoney(amount, currency), formatMoney(balance, currency)],
    ]
    const style = { size: 9 }
    const heights = texts.map((text, index) => textHeight(pdf, text, { ...style, width: COLUMNS[index]!.width - GAP }))
    const height = 10 + Math.max(...heights)
    if (y + height > BOTTOM) {
      pdf.addPage()
      y = drawTableHead(pdf, PAGE.margin)
    }
    drawCells(pdf, texts, y + 5, style)
    y += height
    rule(pdf, y)
  }
  return lines.length > 0 ? y : write(pdf, 'Nothing happened in this time.', LEFT + 8, y + 8, { colour: MUTED })
}

function drawSums(pdf: Pdf, { sums, currency }: DrawnStatement, top: number): number {
  let y = roomFor(pdf, top, 30 + sums.length * 17)
  const [labelX, valueX] = [RIGHT - 250, RIGHT - 128]
  const value = { width: 120, align: 'right' } as const
  for (const [index, { label, pence }] of sums.entries()) {
    const isLast = index === sums.length - 1
    if (isLast) rule(pdf, y + 3, { from: labelX, colour: INK, thickness: 1 })
    const style: Style = isLast ? { size: 12, weight: 'bold' } : {}
    y += isLast ? 11 : 0
    write(pdf, label, labelX, y, isLast ? style : { colour: MUTED })
    write(pdf, formatMoney(pence, currency), valueX, y, { ...style, ...value })
    y += 17
  }
  return y
}
