import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { A4, openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { drawCard } from './draw-card.ts'
import { drawFolded } from './draw-folded.ts'
import { drawLetter } from './draw-letter.ts'
import { brandAccents, mm, type PageDrawing } from './page.ts'
import { type Design, type Flaw, type Item, perSheet } from './printable.ts'

/** The same design and cards give the same pages. */
export function openDrawing(design: Design, at: Date): PageDrawing {
  const pdf = openPdf({ title: `${design.productName} – cards`, author: design.teamName, at }, { autoFirstPage: false })
  // Named by its content, it is put into the file once, however many cards show it.
  const logo = design.logo && `data:image/png;base64,${design.logo.toString('base64')}`
  return { pdf, design, accents: brandAccents(design), logo }
}

/** Where the next card begins: on a sheet of its own, or beside the last. */
function placeCard({ pdf, design }: PageDrawing, index: number): { x: number; y: number } {
  const { layout } = design
  const place = index % perSheet[layout]
  if (place === 0) pdf.addPage({ size: 'A4', layout: layout === 'folded-card' ? 'landscape' : 'portrait', margin: 0 })
  if (layout !== 'card') return { x: 0, y: 0 }
  if (place === 0) drawCropMarks(pdf)
  return { x: (place % 2) * (A4.width / 2), y: Math.floor(place / 2) * (A4.height / 2) }
}

/** Ticks where four A6 cards are cut apart: at the edges of the sheet, and where the cuts cross. */
function drawCropMarks(pdf: Pdf): void {
  const [x, y] = [A4.width / 2, A4.height / 2]
  const [from, to] = [mm(4), mm(8)]
  const cross = mm(2.5)
  pdf
    .moveTo(x, from)
    .lineTo(x, to)
    .moveTo(x, A4.height - to)
    .lineTo(x, A4.height - from)
    .moveTo(from, y)
    .lineTo(to, y)
    .moveTo(A4.width - to, y)
    .lineTo(A4.width - from, y)
    .moveTo(x - cross, y)
    .lineTo(x + cross, y)
    .moveTo(x, y - cross)
    .lineTo(x, y + cross)
    .lineWidth(0.35)
    .strokeColor('#7a7280')
    .stroke()
}

export const drawers = { card: drawCard, 'folded-card': drawFolded, letter: drawLetter }

export interface DrawOptions {
  at: Date
  /** Told after each sheet; drawing continues when it is done. */
  onSheet?: (drawn: number) => Promise<void>
}

/**
 * Draws every card as one PDF, sheet by sheet, while it is read: preview, proof and final print are this same drawing.
 * @returns the PDF as it comes, and what did not fit, once it has been read to its end
 */
export function drawPrintables(
  design: Design,
  items: readonly Item[],
  { at, onSheet }: DrawOptions,
): { pdf: Readable; flaws: Promise<Flaw[]> } {
  const drawing = openDrawing(design, at)
  const { pdf } = drawing
  const draw = async () => {
    const flaws: Flaw[] = []
    for (const [index, item] of items.entries()) {
      const isBackFirst = design.layout === 'folded-card'
      const place = placeCard(drawing, isBackFirst ? 0 : index)
      flaws.push(...drawers[design.layout](drawing, item, place))
      if ((index + 1) % perSheet[design.layout] !== 0) continue
      await onSheet?.(index + 1)
      // Anyone who waits for this process is let in, and no more is drawn than is read.
      await new Promise((resolve) => setImmediate(resolve))
      await untilRead(pdf)
    }
    pdf.end()
    return flaws
  }
  const flaws = draw()
  flaws.catch((error) => pdf.destroy(error))
  return { pdf: pdf as unknown as Readable, flaws }
}

const MOST_UNREAD_BYTES = 512 * 1024

/**
 * Waits while much of a PDF is unread. It looks now and then: to listen for data would make the stream flow, and lose what
 * its reader has not come for yet. @throws where the reader has gone
 */
async function untilRead(pdf: Pdf): Promise<void> {
  while (!pdf.destroyed && pdf.readableLength > MOST_UNREAD_BYTES) await setTimeout(2)
  if (pdf.destroyed) throw new Error('no one reads the PDF now')
}

/** What would not fit, without a PDF: every card is laid out as it would be drawn. */
export async function findOverflows(design: Design, items: readonly Item[]): Promise<Flaw[]> {
  const { pdf, flaws } = drawPrintables(design, items, { at: new Date(0) })
  pdf.resume()
  return flaws
}
