import { breakLines } from './break-lines.ts'
import type { Pdf } from './pdf.ts'
import { drawLine, type Face, lineWidth, type Setting } from './text.ts'

interface Paragraph extends Setting {
  face?: Face
  width: number
  lineGap?: number
}

/** How far apart lines stand, by their size. */
const LEADING = 1.2
const lineHeight = ({ size, lineGap = 0 }: Paragraph) => size * LEADING + lineGap

const paragraphLines = (pdf: Pdf, text: string, { face = 'regular', ...setting }: Paragraph) =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) => breakLines(pdf, [{ text: line, face }], setting).lines)

export const paragraphHeight = (pdf: Pdf, text: string, paragraph: Paragraph): number =>
  paragraphLines(pdf, text, paragraph).length * lineHeight(paragraph)

/** Writes text at a place, wrapped at its width. */
export function drawParagraph(
  pdf: Pdf,
  text: string,
  {
    x,
    y,
    colour,
    align,
    ...paragraph
  }: Paragraph & { x: number; y: number; colour: string; align: 'left' | 'center' | 'right' },
): void {
  paragraphLines(pdf, text, paragraph).forEach(({ spans, flow }, index) => {
    const left = align === 'left' ? 0 : paragraph.width - lineWidth(pdf, spans, { ...paragraph, flow })
    drawLine(pdf, spans, {
      ...paragraph,
      flow,
      x: x + (align === 'center' ? left / 2 : left),
      y: y + index * lineHeight(paragraph),
      colour,
    })
  })
}
