import { A4, LINE, MUTED } from '#server/platform/pdf/pdf.ts'
import { lineWidth } from '#server/platform/pdf/text.ts'
import { drawBody, drawLetterhead, drawMark, drawOpening, mm, type PageDrawing, writeLine } from './page.ts'
import { ADDRESS_FIELDS, CASE_REFERENCE, type Flaw, type Item } from './printable.ts'

const MARGIN = mm(22)
/** What a DL envelope's window shows of a sheet folded in three (BS 4264). */
const WINDOW = { x: mm(22), y: mm(51), width: mm(82), height: mm(31) }
const OPENING = 140
const FOLDS = [mm(99), mm(198)]

/** A letter for a window envelope. Letters to people in need are in large type. */
export function drawLetter(drawing: PageDrawing, item: Item): Flaw[] {
  const { pdf, design } = drawing
  const width = A4.width - MARGIN * 2
  drawLetterhead(drawing, { x: MARGIN, y: mm(16), width: mm(80), height: mm(20) }, 'left')
  const flaws = [...drawAddress(drawing, item), ...drawReference(drawing, item)]
  for (const y of FOLDS) pdf.moveTo(mm(3), y).lineTo(mm(7), y).lineWidth(0.4).strokeColor(LINE).stroke()
  const bottom = A4.height - mm(16) - OPENING
  const isLarge = design.type !== 'huggg'
  const box = { x: MARGIN, y: mm(99), width, height: bottom - mm(99) - 18 }
  flaws.push(...drawBody(drawing, item, box, isLarge ? { size: 14, least: 12 } : { size: 11.5, least: 9 }))
  drawOpening(drawing, item, { x: MARGIN, y: bottom, width, height: OPENING }, { isLarge: true })
  drawMark(drawing, { x: 0, y: 0, ...A4 })
  return flaws
}

/** Beside the window, where people look who file the letter or answer it; unless the text names it. */
function drawReference(drawing: PageDrawing, item: Item): Flaw[] {
  const text = item.data[CASE_REFERENCE]?.trim()
  if (!text || drawing.design.body.includes(`{{${CASE_REFERENCE}}}`)) return []
  const x = mm(118)
  const maxWidth = A4.width - MARGIN - x
  const { y } = WINDOW
  writeLine(drawing, 'Case reference', { x, y, size: 9, colour: MUTED })
  writeLine(drawing, text, { x, y: y + 14, size: 12, face: 'bold', maxWidth })
  if (lineWidth(drawing.pdf, text, { face: 'bold', size: 8 }) <= maxWidth) return []
  const { row, hugggId } = item
  const message = 'is too long for its line; shorten it'
  return [{ row, hugggId, field: CASE_REFERENCE, code: 'overflow', message }]
}

/** Nothing but the address may show in the window, and all of it must. */
function drawAddress(drawing: PageDrawing, item: Item): Flaw[] {
  const flaws: Flaw[] = []
  let y = WINDOW.y
  const size = 11
  for (const field of ADDRESS_FIELDS) {
    const text = item.data[field]?.trim()
    if (!text) continue
    if (lineWidth(drawing.pdf, text, { size: 8 }) > WINDOW.width)
      flaws.push({
        row: item.row,
        hugggId: item.hugggId,
        field,
        code: 'overflow',
        message: 'is too long for the envelope’s window; shorten it',
      })
    writeLine(drawing, text, { x: WINDOW.x, y, size, maxWidth: WINDOW.width })
    y += size * 1.42
  }
  return flaws
}
