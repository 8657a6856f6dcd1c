import { A4, LINE } from '#server/platform/pdf/pdf.ts'
import { recordPages } from '#server/platform/pdf/svg.ts'
import { drawers, openDrawing } from './draw-printable.ts'
import type { Design, Flaw, Item, PrintableLayout } from './printable.ts'

/** A part of a sheet, and where the picture shows it. */
interface Panel {
  sheet: number
  from: { x: number; y: number; width: number; height: number }
  at: { x: number; y: number }
}

const GAP = 18
const HALF = { width: A4.height / 2, height: A4.width }

/** Cards stand upright: of a folded one the front is over the inside. */
const panels: Record<PrintableLayout, readonly Panel[]> = {
  letter: [{ sheet: 0, from: { x: 0, y: 0, ...A4 }, at: { x: 0, y: 0 } }],
  card: [{ sheet: 0, from: { x: 0, y: 0, width: A4.width / 2, height: A4.height / 2 }, at: { x: 0, y: 0 } }],
  'folded-card': [
    { sheet: 0, from: { x: HALF.width, y: 0, ...HALF }, at: { x: HALF.width / 2, y: 0 } },
    { sheet: 1, from: { x: 0, y: 0, width: A4.height, height: A4.width }, at: { x: 0, y: HALF.height + GAP } },
  ],
}

/** One card as a picture, as SVG, and what did not fit: drawn by what draws the PDF. */
export function drawPicture(design: Design, item: Item, { at }: { at: Date }): { svg: string; flaws: Flaw[] } {
  const drawing = openDrawing(design, at)
  const recorded = recordPages(drawing.pdf)
  drawing.pdf.addPage({
    size: 'A4',
    layout: design.layout === 'folded-card' ? 'landscape' : 'portrait',
    margin: 0,
  })
  const flaws = drawers[design.layout](drawing, item, { x: 0, y: 0 })
  const { shapes, pages } = recorded()
  const shown = panels[design.layout]
  const width = Math.max(...shown.map(({ at, from }) => at.x + from.width))
  const height = Math.max(...shown.map(({ at, from }) => at.y + from.height))
  const parts = shown.map(({ sheet, from, at }) => {
    const view = `${from.x} ${from.y} ${from.width} ${from.height}`
    const paper = `x="${from.x}" y="${from.y}" width="${from.width}" height="${from.height}"`
    return `<svg x="${at.x}" y="${at.y}" width="${from.width}" height="${from.height}" viewBox="${view}"><rect ${paper} fill="#fff"/>${pages[sheet]}<rect ${paper} fill="none" stroke="${LINE}" stroke-width="2"/></svg>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${shapes}</defs>${parts.join('')}</svg>`
  return { svg, flaws }
}
