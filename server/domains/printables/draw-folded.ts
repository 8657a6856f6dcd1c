import { A4, LINE, MUTED, type Pdf, WASH } from '#server/platform/pdf/pdf.ts'
import { drawBody, drawFlower, drawLetterhead, drawMark, drawOpening, mm, type PageDrawing, writeLine } from './page.ts'
import type { Flaw, Item } from './printable.ts'

/** A sheet of A4, landscape, folded in the middle. */
const HALF = { width: A4.height / 2, height: A4.width }
const MARGIN = mm(15)

/** An A5 card: the outside on one page, the inside on the next, so that both sides of one sheet make it. */
export function drawFolded(drawing: PageDrawing, item: Item): Flaw[] {
  const { pdf } = drawing
  drawBack(drawing)
  drawFront(drawing)
  drawFoldMark(pdf)
  pdf.addPage({ size: 'A4', layout: 'landscape', margin: 0 })
  drawOpening(drawing, item, { x: MARGIN, y: HALF.height - MARGIN - 108, width: HALF.width - MARGIN * 2, height: 108 })
  for (const [x, y, scale] of [
    [0.5, 0.32, 1.5],
    [0.3, 0.5, 0.8],
    [0.71, 0.47, 0.95],
  ] as const)
    drawFlower(drawing, HALF.width * x, HALF.height * y, scale, 0.22)
  const box = { x: HALF.width + MARGIN, y: MARGIN, width: HALF.width - MARGIN * 2, height: HALF.height - MARGIN * 2 }
  const flaws = drawBody(drawing, item, box, { size: 15, least: 9.5, isCentred: true })
  drawFoldMark(pdf)
  drawMark(drawing, { x: HALF.width, y: 0, ...HALF })
  return flaws
}

function drawBack(drawing: PageDrawing): void {
  drawFlower(drawing, HALF.width / 2, HALF.height - MARGIN - 34, 0.5)
  const name = drawing.design.teamName
  writeLine(drawing, `With best wishes from ${name}`, {
    x: HALF.width / 2,
    y: HALF.height - MARGIN - 10,
    size: 8.5,
    colour: MUTED,
    align: 'center',
    maxWidth: HALF.width - MARGIN * 2,
  })
}

/** Flowers over the whole front, around the team's own sign. */
function drawFront(drawing: PageDrawing): void {
  const { pdf } = drawing
  const [x, width, height] = [HALF.width, HALF.width, HALF.height]
  pdf.rect(x, 0, width, height).fillColor(WASH).fill()
  pdf.save().rect(x, 0, width, height).clip()
  const flowers = [
    [0.08, 0.1, 2.6, 0.9],
    [0.42, 0.02, 1.5, 0.55],
    [0.8, 0.08, 2.1, 0.75],
    [1, 0.34, 1.6, 0.5],
    [0, 0.4, 1.4, 0.5],
    [0.98, 0.68, 2.3, 0.8],
    [0.04, 0.72, 1.9, 0.65],
    [0.25, 0.96, 2.4, 0.9],
    [0.62, 1, 1.7, 0.55],
    [0.9, 0.97, 1.2, 0.4],
  ] as const
  for (const [left, top, scale, opacity] of flowers) drawFlower(drawing, x + width * left, height * top, scale, opacity)
  pdf.restore()
  const box = { x: x + width * 0.2, y: height * 0.36, width: width * 0.6, height: height * 0.28 }
  pdf.roundedRect(box.x, box.y, box.width, box.height, 16).fillColor('#ffffff').fill()
  drawLetterhead(drawing, { x: box.x + 24, y: box.y + 18, width: box.width - 48, height: box.height * 0.46 }, 'center')
  writeLine(drawing, 'A gift for you', {
    x: box.x + box.width / 2,
    y: box.y + box.height * 0.68,
    size: 19,
    face: 'bold',
    colour: drawing.accents.text,
    align: 'center',
  })
}

function drawFoldMark(pdf: Pdf): void {
  for (const [from, to] of [
    [mm(3), mm(6)],
    [HALF.height - mm(6), HALF.height - mm(3)],
  ] as const)
    pdf.moveTo(HALF.width, from).lineTo(HALF.width, to).lineWidth(0.4).strokeColor(LINE).stroke()
}
