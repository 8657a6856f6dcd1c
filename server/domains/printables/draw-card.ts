import { A4, LINE } from '#server/platform/pdf/pdf.ts'
import { drawBody, drawFlower, drawLetterhead, drawMark, drawOpening, mm, type PageDrawing } from './page.ts'
import type { Flaw, Item } from './printable.ts'

const CARD = { width: A4.width / 2, height: A4.height / 2 }
const MARGIN = mm(9)
/** Higher where a barcode stands in it. */
const openingHeight = (drawing: PageDrawing) => (drawing.design.type === 'huggg' ? 88 : 116)

/** An A6 card, at its corner on the sheet. */
export function drawCard(drawing: PageDrawing, item: Item, { x, y }: { x: number; y: number }): Flaw[] {
  const { pdf } = drawing
  const opening = openingHeight(drawing)
  const inner = { x: x + MARGIN, width: CARD.width - MARGIN * 2 }
  pdf.save().rect(x, y, CARD.width, CARD.height).clip()
  drawFlower(drawing, x + CARD.width - 14, y + 10, 1.5, 0.16)
  drawFlower(drawing, x + CARD.width - 64, y - 6, 0.7, 0.12)
  drawFlower(drawing, x + 8, y + CARD.height - 112, 0.8, 0.1)
  pdf.restore()
  drawLetterhead(drawing, { ...inner, y: y + MARGIN, width: inner.width - 70, height: 34 }, 'left')
  const top = y + MARGIN + 34 + 14
  pdf
    .moveTo(inner.x, top - 6)
    .lineTo(inner.x + 28, top - 6)
    .lineWidth(1.5)
    .strokeColor(LINE)
    .stroke()
  const bottom = y + CARD.height - MARGIN - opening
  const flaws = drawBody(drawing, item, { ...inner, y: top + 6, height: bottom - top - 16 }, { size: 11.5, least: 8 })
  drawOpening(drawing, item, { ...inner, y: bottom, height: opening })
  drawMark(drawing, { x, y, ...CARD })
  return flaws
}
