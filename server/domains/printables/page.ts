import { accentSchemes } from '#kit/accent.ts'
import { findUnprintable } from '#server/platform/pdf/fonts.ts'
import { ACCENT, drawFlower as drawFlowerOn, INK, LINE, MUTED, type Pdf, WASH } from '#server/platform/pdf/pdf.ts'
import { drawLine, lineWidth } from '#server/platform/pdf/text.ts'
import { drawPdfBarcode, drawQr } from './codes.ts'
import { type Box, drawFlow, type Flow, flowText } from './flow-text.ts'
import { fieldsIn, readMarkdown } from './markdown.ts'
import { codeAddress, type Design, type Flaw, type Item, templateValues } from './printable.ts'

export const mm = (millimetres: number): number => (millimetres * 72) / 25.4

/** What the brand's colour fills, and what is written in it: readable on white and on the wash. */
export interface Accents {
  fill: string
  text: string
}

export function brandAccents({ accentHex }: Pick<Design, 'accentHex'>): Accents {
  const scheme = accentSchemes(accentHex)?.light
  return scheme ? { fill: scheme.accent, text: scheme.text } : { fill: ACCENT, text: ACCENT }
}

export interface PageDrawing {
  pdf: Pdf
  design: Design
  accents: Accents
  logo: string | null
}

/** One line of text, from a place, to the left, centred or to the right of it. */
export function writeLine(
  { pdf }: PageDrawing,
  text: string,
  {
    x,
    y,
    size,
    face = 'regular',
    colour = INK,
    align = 'left',
    maxWidth = Number.POSITIVE_INFINITY,
    spacing = 0,
  }: {
    x: number
    y: number
    size: number
    face?: 'regular' | 'bold' | 'italic'
    colour?: string
    align?: 'left' | 'center' | 'right'
    /** A wider text is written smaller. */
    maxWidth?: number
    spacing?: number
  },
): void {
  const wide = lineWidth(pdf, text, { face, size }) + spacing * text.length
  const fitted = wide > maxWidth ? (size * maxWidth) / wide : size
  const width = Math.min(wide, maxWidth)
  const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width
  drawLine(pdf, text, { face, x: left, y: y + (size - fitted), size: fitted, colour, spacing })
}

/** In the brand's colour. */
export function drawFlower({ pdf, accents }: PageDrawing, x: number, y: number, scale: number, opacity = 1): void {
  drawFlowerOn(pdf, { x, y, scale, opacity, colour: accents.fill })
}

/** The team's logo, or its name beside a flower, within a box. */
export function drawLetterhead(drawing: PageDrawing, box: Box, align: 'left' | 'center'): void {
  const { pdf, logo, design } = drawing
  if (logo) {
    pdf.image(logo, box.x, box.y, {
      fit: [box.width, box.height],
      align: align === 'left' ? undefined : align,
      valign: 'center',
    } as never)
    return
  }
  const [flower, size] = [box.height * 0.36, Math.min(15, box.height * 0.42)]
  const middle = box.y + box.height / 2
  const room = box.width - flower * 2 - 8
  const wide = Math.min(room, lineWidth(pdf, design.teamName, { face: 'bold', size }))
  const left = align === 'left' ? box.x : box.x + (box.width - wide - flower * 2 - 8) / 2
  drawFlower(drawing, left + flower, middle, flower / 38)
  writeLine(drawing, design.teamName, {
    x: left + flower * 2 + 8,
    y: middle - size * 0.6,
    size,
    face: 'bold',
    maxWidth: room,
  })
}

/** What is printed on every card; recipients' own data is checked with their row. */
function designTexts({ layout, logo, body, teamName, productName }: Design): { what: string; text: string }[] {
  const named = fieldsIn(body)
  const showsTeam = !logo || layout === 'folded-card' || named.includes('team')
  return [
    { what: 'the text', text: body },
    ...(showsTeam ? [{ what: 'the team’s name', text: teamName }] : []),
    ...(named.includes('product') ? [{ what: 'the product’s name', text: productName }] : []),
  ]
}

const SHRINK = 0.94

/**
 * The body, as large as it fits into its box between two sizes. What does not fit even at the smallest is cut off below
 * the box and said.
 */
export function drawBody(
  drawing: PageDrawing,
  item: Item,
  box: Box,
  { size, least, isCentred = false }: { size: number; least: number; isCentred?: boolean },
): Flaw[] {
  const { pdf, design, accents } = drawing
  const values = templateValues(design, item)
  const blocks = readMarkdown(design.body, values)
  let flow: Flow | undefined
  for (let tried = size; tried >= least; tried *= SHRINK) {
    flow = flowText(pdf, blocks, { width: box.width, size: tried, ink: INK, accent: accents.text })
    if (flow.height <= box.height && !flow.isBroken) break
  }
  const overflows = !flow || flow.height > box.height || flow.isBroken
  pdf.save().rect(box.x, box.y, box.width, box.height).clip()
  // A little text stands in the upper third rather than at the very top.
  const top = isCentred ? Math.max(0, (box.height - flow!.height) * 0.38) : 0
  drawFlow(pdf, flow!, { ...box, y: box.y + top }, { isCentred, lineColour: LINE, accent: accents.text })
  pdf.restore()
  const flaws: Flaw[] = []
  const at = { row: item.row, hugggId: item.hugggId, field: 'body' }
  if (overflows) flaws.push({ ...at, code: 'overflow', message: 'the text does not fit on the page; shorten it' })
  for (const { what, text } of designTexts(design)) {
    const letter = findUnprintable(text)
    if (letter) flaws.push({ ...at, code: 'unprintable', message: `${what} holds ${letter}, which cannot be printed` })
  }
  return flaws
}

/** QR code, address, code and last day: how the gift is opened. */
export function drawOpening(
  drawing: PageDrawing,
  item: Item,
  box: Box,
  { isLarge = false }: { isLarge?: boolean } = {},
): void {
  const { pdf, design, accents } = drawing
  const padding = box.height * 0.06
  const side = box.height - padding * 2
  pdf.roundedRect(box.x, box.y, box.width, box.height, 10).fillColor(WASH).fill()
  pdf
    .roundedRect(box.x + padding, box.y + padding, side, side, 6)
    .fillColor('#ffffff')
    .fill()
  drawQr(pdf, item.url, { x: box.x + padding + 2, y: box.y + padding + 2, side: side - 4, ink: INK })
  const x = box.x + side + padding * 2 + (isLarge ? 10 : 6)
  const maxWidth = box.x + box.width - x - 10
  const unit = isLarge ? 1.35 : 1
  const isBarcoded = design.type !== 'huggg'
  const rows = [
    {
      text: isBarcoded ? 'Scan to open your voucher' : 'Scan to open your gift',
      size: 9.5 * unit,
      face: 'bold' as const,
      gap: 3,
    },
    { text: `or type this code at ${codeAddress(item)}`, size: 7.5 * unit, colour: MUTED, gap: 7 },
    { text: item.code.toUpperCase(), size: 11.5 * unit, face: 'bold' as const, colour: accents.text, gap: 4 },
    { text: `Open it by ${item.expires}`, size: 7.5 * unit, colour: MUTED, gap: 0 },
  ]
  const height = rows.reduce((sum, row) => sum + row.size * 1.2 + row.gap, 0) + (isBarcoded ? 46 : 0)
  let y = box.y + (box.height - height) / 2
  for (const { gap, ...row } of rows) {
    writeLine(drawing, row.text, { ...row, x, y, maxWidth })
    y += row.size * 1.2 + gap
  }
  if (isBarcoded)
    drawPdfBarcode(pdf, item.code.replaceAll('-', '').toUpperCase(), {
      x: x - 8,
      y: y + 8,
      width: Math.min(maxWidth + 8, 260),
      height: 36,
      ink: INK,
    })
}

/** What says across a card that it is none yet. */
export function drawMark(drawing: PageDrawing, { x, y, width, height }: Box): void {
  const { pdf, design } = drawing
  if (!design.mark) return
  const size = Math.min(width, height) * 0.16
  pdf.save()
  pdf.rotate(-32, { origin: [x + width / 2, y + height / 2] })
  pdf.fillOpacity(0.09)
  writeLine(drawing, design.mark.toUpperCase(), {
    x: x + width / 2,
    y: y + height / 2 - size * 0.6,
    size,
    face: 'bold',
    align: 'center',
    spacing: 4,
  })
  pdf.restore()
  pdf.fillOpacity(1)
}
