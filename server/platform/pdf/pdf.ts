import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

export const A4 = { width: 595.28, height: 841.89 }

export const INK = '#241b2f'
export const MUTED = '#655c70'
export const LINE = '#e6ddd5'
export const ACCENT = '#b3245b'
export const WASH = '#fbf7f2'

/** Opens a PDF of A4 pages. `text.ts` writes in it. The same drawing at the same moment gives the same bytes. */
export function openPdf(
  { title, author, at }: { title: string; author: string; at: Date },
  options: { autoFirstPage?: boolean; bufferPages?: boolean } = {},
): Pdf {
  const info = { Title: title, Author: author, CreationDate: at, ModDate: at }
  return new PDFDocument({ size: 'A4', margin: 0, lang: 'en-GB', displayTitle: true, info, ...options })
}

/** Draws, and gives the whole file. */
export async function drawWhole(pdf: Pdf, draw: () => void | Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  await draw()
  pdf.end()
  return finished
}

/** Around an eye at 0, 0: six ellipses, each filled separately so that they darken where they overlap. */
const PETALS = Array.from({ length: 6 }, (_, petal) => fillEllipse({ y: -20, rx: 11, ry: 17, turn: petal / 6 })).join(
  ' ',
)

function fillEllipse({ y, rx, ry, turn }: { y: number; rx: number; ry: number; turn: number }): string {
  // How far the handles of a quarter's curve reach.
  const reach = 0.5523
  const [sin, cos] = [Math.sin(turn * 2 * Math.PI), Math.cos(turn * 2 * Math.PI)]
  const at = (across: number, down: number) => {
    const [left, top] = [across * rx, y + down * ry]
    return `${(left * cos - top * sin).toFixed(3)} ${(left * sin + top * cos).toFixed(3)}`
  }
  const quarters = [
    [at(1, reach), at(reach, 1), at(0, 1)],
    [at(-reach, 1), at(-1, reach), at(-1, 0)],
    [at(-1, -reach), at(-reach, -1), at(0, -1)],
    [at(reach, -1), at(1, -reach), at(1, 0)],
  ]
  return `${at(1, 0)} m ${quarters.map((quarter) => `${quarter.join(' ')} c`).join(' ')} h f`
}

/** Six petals and an eye. */
export function drawFlower(
  pdf: Pdf,
  {
    x,
    y,
    scale,
    colour = ACCENT,
    opacity = 1,
  }: { x: number; y: number; scale: number; colour?: string; opacity?: number },
): void {
  pdf.save().translate(x, y).scale(scale)
  pdf.fillColor(colour, 0.82 * opacity).addContent(PETALS)
  pdf.circle(0, 0, 9).fillColor('#f3b23c', opacity).fill()
  pdf.restore()
  pdf.fillOpacity(1)
}
